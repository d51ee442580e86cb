public import Foundation
import Glibc

/// The programs that were built beside the tests.
public enum Programs {
    /// The directory of the running test program: SwiftPM puts all that it builds there.
    public static let directory: String = {
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return (program as NSString).deletingLastPathComponent
    }()

    public static func path(_ name: String) -> String { "\(directory)/\(name)" }

    /// Runs a program to its end.
    /// - Returns: its exit status (128 and more: the signal) and what it printed.
    public static func run(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws -> (
        status: Int32, output: String, errors: String
    ) {
        let process = Process()
        let output = Pipe()
        let errors = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Read both at once: a full pipe would stop the program.
        let reader = Thread.reading(errors.fileHandleForReading)
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
        return (status, text, reader())
    }
}

extension Process {
    /// Runs it with no signal blocked, as a shell would: the threads of a test block most of them, and a program inherits that.
    public func runHearingSignals() throws {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try run()
    }
}

extension Thread {
    /// Reads `handle` to its end on a thread of its own; the returned function waits for it.
    static func reading(_ handle: FileHandle) -> () -> String {
        let done = DispatchSemaphore(value: 0)
        let box = Box()
        Thread.detachNewThread {
            box.text = String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
            done.signal()
        }
        return {
            done.wait()
            return box.text
        }
    }

    /// Written before the semaphore is signalled, read after it was waited for.
    private final class Box: @unchecked Sendable { var text = "" }
}
