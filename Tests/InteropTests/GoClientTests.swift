import NIOPosix
import TTRPC
import Testing

/// containerd's Go client finds nothing to fault in the project's server.
@Suite("Go client, our server", .needsGo, .timeLimit(.minutes(10)))
struct GoClientTests {
    @Test("every form of call, errors, deadlines, cancellation and metadata")
    func everyForm() async throws {
        let socket = try TemporarySocket()
        // It sends 1 MiB of data, whose message is a little longer.
        var limits = ServerLimits()
        limits.messageLength = limits.frameLength
        let configuration = ServerConfiguration(services: [InteropServer().definition], authorize: { _, _ in .allowed }, limits: limits)
        let server = try await TTRPCServer.start(configuration, listening: .path(socket.path), group: MultiThreadedEventLoopGroup.singleton)

        let (lines, status) = try await Program(GoPrograms.client, ["interop", socket.path]).finish()
        await server.close()

        #expect(lines.filter { !$0.hasPrefix("ok ") } == [])
        #expect(status == 0)
        #expect(lines.count == Self.checks)
    }

    /// A client that ends early must not pass.
    private static let checks = 18
}
