import NIOCore
import NIOPosix
import NIOSSL
import WidgetTestSupport

/// Sends bytes over TLS, and reads to the end.
enum PlainClient {
    static func exchange(port: Int, alpn: [String] = ["http/1.1"], send text: String, body: [UInt8] = []) async throws -> String {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.valid.utf8)))
        configuration.applicationProtocols = alpn
        let context = try NIOSSLContext(configuration: configuration)
        let channel = try await ClientBootstrap(group: GatewayFixture.group).connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(try NIOSSLClientHandler(context: context, serverHostname: "localhost"))
                return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(bytes: Array(text.utf8) + body))
            var answer = ""
            for try await buffer in inbound { answer += String(buffer: buffer) }
            return answer
        }
    }
}
