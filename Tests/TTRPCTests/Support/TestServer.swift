import Glibc
import NIOCore
import NIOPosix
import Synchronization
import TTRPC
import TTRPCWire

@testable import TTRPCBlocking

/// A server on a socket of its own, with the test service.
struct TestServer {
    let server: TTRPCServer
    let service: TestService
    let path: String
    let observer: CountingObserver
    let group: MultiThreadedEventLoopGroup

    /// Starts a server, runs the body and stops the server.
    static func run(
        limits: (inout ServerLimits) -> Void = { _ in },
        authorize: @escaping @Sendable (PeerIdentity, RequestedMethod) -> AccessDecision = {
            $1.right < .manage ? .allowed : .denied(AccessDenial($1, uid: $0.uid, has: .act))
        },
        _ body: (TestServer) async throws -> Void
    ) async throws {
        var serverLimits = ServerLimits.patient
        limits(&serverLimits)
        let directory = try temporaryDirectory()
        defer { removeDirectory(directory) }
        let (service, observer) = (TestService(), CountingObserver())
        let path = directory + "/s"
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let configuration = ServerConfiguration(services: [service.definition], authorize: authorize, limits: serverLimits, observer: observer)
        let server = try await TTRPCServer.start(configuration, listening: .path(path), group: group)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(TestServer(server: server, service: service, path: path, observer: observer, group: group)))
        } catch {
            result = .failure(error)
        }
        await service.gate.open()
        await server.close()
        try await group.shutdownGracefully()
        try result.get()
    }

    private init(server: TTRPCServer, service: TestService, path: String, observer: CountingObserver, group: MultiThreadedEventLoopGroup) {
        (self.server, self.service, self.path, self.observer, self.group) = (server, service, path, observer, group)
    }

    /// Blocking work with a blocking client, on a thread of its own.
    func withClient<Output: Sendable>(_ body: @escaping @Sendable (BlockingClient) throws -> Output) async throws -> Output {
        let path = path
        return try await onThread { try body(BlockingClient(path: path)) }
    }

    /// Blocking work with a connection that speaks frames by hand, on a thread of its own.
    func withPeer<Output: Sendable>(_ body: @escaping @Sendable (RawPeer) throws -> Output) async throws -> Output {
        let path = path
        return try await onThread { try body(RawPeer(path: path)) }
    }
}

extension ServerLimits {
    /// The standard limits, but for the time until the first request: on a busy machine a test's client may be that slow.
    static let patient = {
        var limits = ServerLimits()
        limits.handshakeTimeout = .minutes(5)
        return limits
    }()
}

/// Counts what a server reports.
final class CountingObserver: ServerObserver {
    private let counts = Mutex<[String: Int]>([:])
    let probe = Probe()

    func connectionOpened(_ id: ConnectionID, _ peer: PeerIdentity) { add("opened") }
    func connectionClosed(_ id: ConnectionID, _ peer: PeerIdentity) { add("closed") }
    func connectionRefused(_ peer: PeerIdentity, reason: RPCStatus) { add("refused") }
    func callDenied(_ peer: PeerIdentity, _ method: RequestedMethod, rule: String) { add("denied \(method.name)") }
    func callFinished(_ method: RequestedMethod?, status: StatusCode, duration: TimeAmount) { add("\(method?.name ?? "") \(status)") }

    subscript(event: String) -> Int { counts.withLock { $0[event] ?? 0 } }

    private func add(_ event: String) {
        counts.withLock { $0[event, default: 0] += 1 }
        probe.record(event)
    }
}

/// A peer that sends bytes as they are and reads frames; its reads fail after a generous time.
final class RawPeer {
    let connection: BlockingConnection
    private static let patience = Duration.seconds(120)

    init(path: String) throws {
        connection = BlockingConnection(descriptor: try UnixSocket.connect(path: path))
    }

    init(descriptor: Int32) {
        connection = BlockingConnection(descriptor: descriptor)
    }

    func send(_ bytes: [UInt8]) throws {
        try connection.send(bytes, until: Deadline(in: Self.patience))
    }

    /// The next frame; `nil` when the server closed the connection.
    func receive() throws -> (header: FrameHeader, data: [UInt8])? {
        switch try connection.receive(until: Deadline(in: Self.patience)) {
        case .frame(let header, let data): return (header, data)
        case .oversize(let header): throw RPCStatus(.internal, "oversize frame from the server: \(header)")
        case nil: return nil
        }
    }

    /// The next frame, which must be a response, and what it says.
    func response() throws -> (id: UInt32, envelope: ResponseEnvelope) {
        guard let (header, data) = try receive() else { throw ConnectionError.closed }
        guard header.type == .response else { throw RPCStatus(.internal, "\(header) isn't a response") }
        return (header.streamID, try data.withUnsafeBytes { try ResponseEnvelope($0) })
    }

    /// The status of the next frame, which must be a failure.
    func failure() throws -> (id: UInt32, status: RPCStatus) {
        let (id, envelope) = try response()
        guard case .failure(let status) = envelope else { throw RPCStatus(.internal, "a success") }
        return (id, status)
    }

    /// Whether the connection serves: an echo comes back. Skips frames of other streams.
    func echoes(_ id: UInt32) throws -> Bool {
        try send(request(id, "Echo", payload: [1, 2, 3]))
        while let (header, data) = try receive() {
            if header.streamID == id { return try data.withUnsafeBytes { try ResponseEnvelope($0) } == .success([1, 2, 3]) }
        }
        return false
    }

    /// Reads until the server closes.
    func isClosedByServer() -> Bool {
        do {
            while try receive() != nil {}
            return true
        } catch ConnectionError.closed {
            return true
        } catch {
            return false
        }
    }
}

/// Enough threads for all tests at once, whatever the number of CPUs: a test that waits for another thread must get one.
private let threads = {
    let pool = NIOThreadPool(numberOfThreads: 96)
    pool.start()
    return pool
}()

/// Runs blocking work where it doesn't take a thread from Swift's pool.
func onThread<Output: Sendable>(_ body: @escaping @Sendable () throws -> Output) async throws -> Output {
    try await threads.runIfActive(body)
}

func temporaryDirectory() throws -> String {
    var template = Array("/tmp/ttrpc-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ConnectionError.system(call: "mkdtemp", code: errno) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

func removeDirectory(_ path: String) {
    for name in ["/s", "/t"] { unlink(path + name) }
    rmdir(path)
}

/// Two connected sockets.
func socketPair() throws -> (Int32, Int32) {
    var descriptors: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &descriptors) == 0 else {
        throw ConnectionError.system(call: "socketpair", code: errno)
    }
    return (descriptors[0], descriptors[1])
}
