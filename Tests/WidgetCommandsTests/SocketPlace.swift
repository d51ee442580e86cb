import Foundation
import Glibc
import Synchronization
import TTRPCBlocking
import TTRPCWire
import WidgetAPI

/// A socket in a directory of its own, with canned answers where a test wants them.
final class SocketPlace: Sendable {
    /// Thrown by an answer: the connection is closed instead.
    struct HangUp: Error {}

    private static let methods = [
        "widgetd.v1.Widgets": ["List", "Get", "Place", "Reload", "Perform"], "widgetd.v1.Daemon": ["Check", "Status"],
        "widgetd.v1.Devices": [
            "List", "Invite", "JoinDevice", "Rename", "SetAddresses", "Revoke", "Forget", "SyncStatus", "SyncLog", "Trace", "Verify", "Conflicts", "Export",
            "Import", "Backup",
        ],
    ]

    let path: String
    let directory: String
    private let listener: Int32

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "widgetctl-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        path = directory + "/s"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    }

    deinit {
        close(listener)
        try? FileManager.default.removeItem(atPath: directory)
    }

    func client(patience: Duration = .zero) -> WidgetClient {
        WidgetClient(location: SocketLocation(explicit: path, environment: { _ in nil }, uid: getuid()), patience: patience)
    }

    func bind() throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        if result != 0 { throw CocoaError(.fileWriteUnknown) }
    }

    func listen() throws {
        try bind()
        Glibc.listen(listener, 8)
    }

    /// Serves some connections, one after another, in a thread of its own.
    ///
    /// - Parameter listens: false where the path is bound already: the thread listens, so that there is a moment in which nobody does.
    func serve(connections: Int, listens: Bool = true, _ answer: @escaping @Sendable (String, [UInt8]) throws -> [UInt8]) throws {
        if listens { try listen() }
        Thread.detachNewThread { [self] in
            if !listens { Glibc.listen(listener, 8) }
            for _ in 0..<connections { serveOne(answer) }
        }
    }

    private func serveOne(_ answer: @escaping @Sendable (String, [UInt8]) throws -> [UInt8]) {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        let server = BlockingServer(descriptor: connection)
        for (service, methods) in Self.methods {
            for method in methods {
                server.register(service: service, method: method) { _, payload in
                    do {
                        return try answer(method, payload)
                    } catch is HangUp {
                        shutdown(connection, Int32(SHUT_RDWR))
                        throw RPCStatus(.unavailable, "hung up")
                    }
                }
            }
        }
        try? server.serve()
    }
}

/// The messages that a server got, in order.
final class Keys: Sendable {
    private let list = Mutex<[String]>([])

    var all: [String] { list.withLock { $0 } }

    /// - Returns: how many there are now.
    func append(_ key: String) -> Int {
        list.withLock {
            $0.append(key)
            return $0.count
        }
    }
}
