import Glibc
import WidgetAPI
import WidgetCore

/// The setup before the latest apply, in a file that only its user can read: it has the values of secrets. Each daemon's device has a file of its own.
struct KeptSetup {
    private let directory: String
    private let path: String

    /// - Throws: the daemon's error; FAILED_PRECONDITION where the user has no home.
    init(_ client: WidgetClient) throws(WidgetError) {
        guard let own = try client.devices().devices.first(where: { $0.state == .self_ }) else {
            throw WidgetError(.failedPrecondition, "this machine only shows the widgets of another one; apply the file on a hub")
        }
        let base = Environment.value("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? Environment.value("HOME").map { "\($0)/.local/state" }
        guard let base else { throw WidgetError(.failedPrecondition, "HOME isn't set: there is no place to keep what was there before") }
        directory = "\(base)/widgetctl"
        path = "\(directory)/before-\(own.id.prefix(7)).yaml"
    }

    /// - Throws: NOT_FOUND where nothing was applied.
    func read() throws(WidgetError) -> [UInt8] {
        guard access(path, F_OK) == 0 else { throw WidgetError(.notFound, "nothing was applied to this daemon from here: there is no \(path)") }
        return try InputBytes.read(path)
    }

    /// Replaces the file. It is on the disk then.
    func write(_ setup: Setup, now: Timestamp) throws {
        try makeDirectory()
        let file = try NewFile(path: path, replaces: true)
        do {
            try file.write(Array(setup.yaml(comment: ["What was there before the apply at \(now.rfc3339)."]).utf8))
            try file.finish()
        } catch {
            file.discard()
            throw error
        }
    }

    private func makeDirectory() throws(WidgetError) {
        var path = ""
        for part in directory.split(separator: "/") {
            path += "/\(part)"
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw WidgetError(file: path, "make", errno) }
        }
    }
}
