import SwiftProtobuf
import WidgetAPI
import WidgetCore
import WidgetReplication

/// Encodes and decodes a session's messages on one link. Large messages are deflated if the peer supports it.
struct MessageCodec: Sendable {
    /// The peer said in its hello that it inflates.
    private var peerInflates = false

    func encode(_ message: PeerMessage) throws -> [UInt8] {
        guard case .hello = message else { return try deflated(try message.encoded()) }
        var proto = ProtoPeerMessage(message)
        proto.hello.inflates = true
        return try proto.serializedBytes()
    }

    private func deflated(_ bytes: [UInt8]) throws -> [UInt8] {
        guard peerInflates, bytes.count >= MeshLimits.deflatedBytes, let shorter = Deflate.compress(bytes) else { return bytes }
        var wrapped = ProtoPeerMessage()
        wrapped.deflated = .init(shorter)
        return try wrapped.serializedBytes()
    }

    mutating func decode(_ bytes: [UInt8]) throws(ReplicationFault) -> PeerMessage {
        if let message = try PeerMessage.read(byHand: bytes) { return message }
        let proto = try ProtoPeerMessage(encoded: bytes)
        if case .deflated(let deflated)? = proto.message {
            return try PeerMessage(encoded: try Deflate.expand(Array(deflated), limit: MeshLimits.messageBytes))
        }
        if case .hello(let hello)? = proto.message { peerInflates = hello.inflates }
        return try PeerMessage(proto)
    }
}
