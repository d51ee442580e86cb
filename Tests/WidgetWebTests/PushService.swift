import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization
import WidgetCore
import WidgetTestSupport

@testable import WidgetGateway

/// A push service that stands in for a browser's: real TLS, and answers as the test wants. It has one browser, whose messages it can read.
final class PushService: Sendable {
    struct Message: Sendable {
        var path: String
        var headers: [String: String]
        var body: [UInt8]
    }

    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let channel: any Channel
    private let desk = Desk()
    private let keys: WebPushKeys

    init() throws {
        guard let token = PushToken(bytes: [1]) else { throw WidgetError(.internal, "no token") }
        keys = WebPushKeys(token: token, secret: Array(repeating: 9, count: 32))
        let chain = try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.valid.utf8))
        let key = try NIOSSLPrivateKey(bytes: Array(TestCertificates.key.utf8), format: .pem)
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key)))
        let desk = desk
        channel = try ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Reader(desk))
                }
            }
            .bind(host: "127.0.0.1", port: 0).wait()
    }

    deinit { try? group.syncShutdownGracefully() }

    var name: String { "localhost:\(channel.localAddress?.port ?? 0)" }
    var messages: [Message] { desk.taken.withLock { $0 } }
    /// `PushSubscription.toJSON()`, as the page sends it.
    var subscription: [String: String] {
        func text(_ bytes: [UInt8]) -> String {
            Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
                .replacingOccurrences(of: "=", with: "")
        }
        return ["endpoint": "https://\(name)/push/1?a=b", "p256dh": text(keys.publicKey), "auth": text(keys.authentication)]
    }

    /// The text of a message, as the browser's worker gets it.
    func text(of message: Message) -> String? { EncryptedMessage(message.body)?.open(with: keys).map { String(decoding: $0, as: UTF8.self) } }

    var texts: [String] { messages.compactMap { text(of: $0) } }

    /// Sets the answers to the next requests; after them it is 201.
    func answer(_ next: [Int]) { desk.statuses.withLock { $0 = next } }

    /// The messages that have come, and the answers to the next ones.
    private final class Desk: Sendable {
        let taken = Mutex<[Message]>([])
        let statuses = Mutex<[Int]>([])

        func take(_ message: Message) -> Int {
            taken.withLock { $0.append(message) }
            return statuses.withLock { $0.isEmpty ? 201 : $0.removeFirst() }
        }
    }

    private final class Reader: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let desk: Desk
        private var message = Message(path: "", headers: [:], body: [])

        init(_ desk: Desk) { self.desk = desk }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch Self.unwrapInboundIn(data) {
            case .head(let head):
                message = Message(path: head.uri, headers: Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { $1 }, body: [])
            case .body(let buffer): message.body += buffer.readableBytesView
            case .end:
                let status = desk.take(message)
                let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: ["content-length": "0"])
                context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
                context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }
}
