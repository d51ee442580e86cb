import Foundation
import Testing

@testable import StoreWriter

/// A running `StoreWriter`.
final class Writer {
    private let process = Process()
    private let output = Pipe()
    private var text = ""

    /// - Parameter umask: in octal; nil: the test's own.
    init(directory: String, from numbers: [Int], umask: String? = nil) throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = URL(filePath: tests).deletingLastPathComponent().appending(path: "StoreWriter")
        let arguments = [directory] + numbers.map(String.init)
        if let umask {
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", #"umask "$0"; exec "$@""#, umask, program.path] + arguments
        } else {
            process.executableURL = program
            process.arguments = arguments
        }
        process.standardOutput = output
        try process.run()
    }

    /// Returns when the program has printed so many lines: the first when the store is open, then one for each acknowledgement.
    func wait(forLines count: Int) throws {
        while text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) < count {
            let data = output.fileHandleForReading.availableData
            try #require(!data.isEmpty, "StoreWriter ended by itself")
            text += String(decoding: data, as: UTF8.self)
        }
        try #require(text.hasPrefix(WriterProtocol.ready))
    }

    /// Kills it.
    /// - Returns: what it had acknowledged.
    @discardableResult
    func kill() throws -> [(task: Int, number: Int)] {
        Foundation.kill(process.processIdentifier, SIGKILL)
        text += String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").dropFirst().map { line in
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            return (numbers[0], numbers[1])
        }
    }
}
