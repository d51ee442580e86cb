import Foundation
import Glibc
import Testing
import WidgetTestSupport

/// `widgetctl` on a terminal of its own.
enum TypedCommand {
    /// Types what the command reads.
    /// - Returns: its status, and what it wrote on standard error.
    static func run(_ arguments: [String], typing text: String, _ daemon: DaemonFixture) throws -> (status: Int32, errors: String) {
        var (master, slave): (Int32, Int32) = (-1, -1)
        try #require(openpty(&master, &slave, nil, nil, nil) == 0)
        defer { close(master) }
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(filePath: Programs.path("widgetctl"))
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["WIDGETD_SOCKET": daemon.socket]) { $1 }
        process.standardInput = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        // The terminal keeps it until it is read.
        #expect(write(master, text, text.utf8.count) == text.utf8.count)
        try process.run()
        let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, said)
    }
}
