import NIOCore
import NIOEmbedded
import NIOTLS
import Testing
import WidgetCore

@testable import WidgetPeers

@Suite struct LinkHandlerTests {
    /// A session that TLS resumed was never verified, so that nobody is known: it is closed, whatever the library made of it.
    @Test func aResumedSessionIsNotTakenUp() throws {
        let channel = EmbeddedChannel()
        let ended = channel.eventLoop.makePromise(of: WidgetError?.self)
        var isEstablished = false
        let handler = LinkHandler(
            verification: PeerVerification { _ in .member }, ended: ended, describe: { _, error in WidgetError(.unknown, "\(String(describing: error))") },
            establish: { _, _, _ in isEstablished = true })
        try channel.pipeline.syncOperations.addHandler(handler)
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        channel.pipeline.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: "widgetd/1"))
        #expect(!isEstablished && !channel.isActive)
    }
}
