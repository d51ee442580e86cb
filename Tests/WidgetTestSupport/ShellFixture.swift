import CLinux
import Foundation
import Glibc
import WidgetCore

/// An interactive shell with job control at a terminal of its own: what a user would type is typed, and what would be seen is read.
///
/// Typed text is seen too: a text that is waited for must not stand in the typed one.
public final class ShellFixture {
    /// The size of the terminal.
    public static let (rows, columns): (UInt16, UInt16) = (33, 77)

    private var controller: Int32
    private let process = Process()
    /// Events that were seen and not waited for yet.
    private var seen = ""

    public init(environment: [String: String]) throws {
        var name = [CChar](repeating: 0, count: Int(PATH_MAX))
        controller = widgetd_open_pseudoterminal(&name, name.count)
        var size = winsize(ws_row: Self.rows, ws_col: Self.columns, ws_xpixel: 0, ws_ypixel: 0)
        guard controller >= 0, ioctl(controller, UInt(TIOCSWINSZ), &size) == 0,
            let terminal = FileHandle(forUpdatingAtPath: String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        else { throw WidgetError(.unavailable, "no terminal can be had: \(String(cString: strerror(errno)))") }
        process.executableURL = URL(filePath: "/usr/bin/setsid")
        process.arguments = ["--ctty", "/bin/bash", "--norc", "--noprofile", "--noediting", "-i"]
        process.environment = ProcessInfo.processInfo.environment.merging(["PS1": ""].merging(environment) { _, new in new }) { _, new in new }
        process.standardInput = terminal
        process.standardOutput = terminal
        process.standardError = terminal
        try process.runHearingSignals()
        try terminal.close()
    }

    deinit {
        closeWindow()
        kill(process.processIdentifier, SIGKILL)
    }

    /// A program that is left at the terminal is hung up.
    public func closeWindow() {
        if controller >= 0 { close(controller) }
        controller = -1
    }

    public func type(_ text: String) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { write(controller, $0.baseAddress.map { $0 + written }, bytes.count - written) }
            if count < 0, errno != EINTR { return }
            written += max(0, count)
        }
    }

    /// Waits until a text is seen, behind what was waited for before.
    /// - Returns: what was seen before it.
    /// - Throws: DEADLINE_EXCEEDED after `seconds`.
    @discardableResult
    public func wait(for text: String, seconds: Int64 = 120) throws -> String {
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            if let range = seen.range(of: text) {
                let before = String(seen[..<range.lowerBound])
                seen.removeSubrange(..<range.upperBound)
                return before
            }
            var entry = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
            let rest = (end - ContinuousClock.now) / .milliseconds(1)
            guard rest > 0, poll(&entry, 1, Int32(rest)) > 0 else {
                throw WidgetError(.deadlineExceeded, "'\(text)' wasn't seen within \(seconds) s, but: \(seen)")
            }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = read(controller, &buffer, buffer.count)
            guard count > 0 else { throw WidgetError(.unavailable, "the shell has ended; '\(text)' wasn't seen, but: \(seen)") }
            seen += String(decoding: buffer[..<count], as: UTF8.self)
        }
    }
}
