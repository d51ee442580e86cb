import Foundation

/// A directory that goes with the test, for its socket.
struct TemporarySocket: ~Copyable {
    let path: String
    private let directory: URL

    init() throws {
        directory = URL(filePath: "/tmp/widgetd-interop-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        path = directory.appending(path: "s").path()
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }
}
