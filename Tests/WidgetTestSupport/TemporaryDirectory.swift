import Foundation

/// A directory of a test's own, short enough for a socket's path, removed at the end.
public final class TemporaryDirectory: Sendable {
    public let path: String

    public init() throws {
        let template = Array("/tmp/widgetd-XXXXXX".utf8CString)
        path = try template.withUnsafeBufferPointer { template in
            var buffer = Array(template)
            guard mkdtemp(&buffer) != nil else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
            return String(decoding: buffer.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }

    /// The path of `name` in the directory.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, with the directories that it needs. It takes its place whole: a script that is being run can't be written to, and one that isn't
    /// executable yet can't be run.
    @discardableResult
    public func write(_ name: String, _ text: String, mode: Int = 0o644) throws -> String {
        let file = self.file(name)
        let directory = (file as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let made = "\(directory)/.\(UUID().uuidString)"
        try Data(text.utf8).write(to: URL(filePath: made))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: made)
        guard rename(made, file) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        return file
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
