import Testing
import WidgetAPI
import WidgetCore
import WidgetReplication

@testable import WidgetPeers

@Suite("Messages of a session, in bytes")
struct MessageCodecTests {
    private static let large = PeerMessage.response(id: 1, PeerResponse(Array(repeating: 7, count: 100_000)))

    private static func hello(_ codec: MessageCodec) throws -> [UInt8] {
        let origin = Origin(device: try #require(DeviceID(bytes: Array(repeating: 1, count: 32))), incarnation: Incarnation(rawValue: 5))
        return try codec.encode(
            .hello(.init(protocols: 1...1, schema: 2, version: "1", origin: origin, now: Timestamp(milliseconds: 0), summary: 9)))
    }

    @Test("A large message is deflated for a peer that said that it inflates, and comes out as it was")
    func deflated() throws {
        var codec = MessageCodec()
        _ = try codec.decode(try Self.hello(MessageCodec()))
        let bytes = try codec.encode(Self.large)
        #expect(bytes.count < 2_000)
        var other = MessageCodec()
        #expect(try other.decode(bytes) == Self.large)
    }

    @Test("Requests and answers are told apart from all else without reading them; a deflated one is read first")
    func asking() throws {
        var codec = MessageCodec()
        _ = try codec.decode(try Self.hello(MessageCodec()))
        let request = PeerMessage.request(id: 1, method: "reload", payload: [])
        for message in [request, .response(id: 1, PeerResponse([]))] { #expect(PeerMessage.isCall(try codec.encode(message))) }
        for bytes in [[], [0xFF], try Self.hello(codec), try codec.encode(Self.large), try codec.encode(.transactions([])), try codec.encode(.credit(1))] {
            #expect(!PeerMessage.isCall(bytes))
        }
    }

    @Test("What both say where nothing is new, a hello each, is under 1 KiB: it has a digest of all devices' vectors, and nothing of each")
    func reconnect() throws { #expect(try Self.hello(MessageCodec()).count * 2 < 1_024) }

    @Test("Before the hello nothing is deflated, and small messages never are")
    func plain() throws {
        let codec = MessageCodec()
        #expect(try codec.encode(Self.large).count > 100_000)
        var met = MessageCodec()
        _ = try met.decode(try Self.hello(MessageCodec()))
        #expect(try met.encode(.bye("so")) == PeerMessage.bye("so").encoded())
    }

    @Test("A message that would inflate beyond its limit, isn't deflate or is deflated twice is refused")
    func refused() throws {
        let bomb = try #require(Deflate.compress(Array(repeating: 0, count: 5 << 20)))
        let twice = try #require(Deflate.compress(try Self.wrapped(Array(repeating: 0, count: 64))))
        let contents: [[UInt8]] = [bomb, [1, 2, 3], [], twice]
        for content in contents {
            var codec = MessageCodec()
            #expect(throws: ReplicationFault.self) { try codec.decode(try Self.wrapped(content)) }
        }
    }

    @Test("A deflated message that was damaged anywhere is read as another one or refused with a reason")
    func damaged() throws {
        let content = (0..<400).flatMap { [UInt8](repeating: UInt8(truncatingIfNeeded: $0 * 37), count: 1 + $0 % 5) }
        let message = try PeerMessage.request(id: 3, method: "timeline", payload: content).encoded()
        let whole = try Self.wrapped(try #require(Deflate.compress(message)))
        var random = SplitMix64(seed: 11)
        for _ in 0..<5_000 {
            var bytes = whole
            for _ in 0...Int(random.next() % 3) { bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next()) }
            bytes.removeLast(Int(random.next() % 4))
            var codec = MessageCodec()
            do throws(ReplicationFault) { _ = try codec.decode(bytes) } catch { #expect("\(error)".hasPrefix("malformed")) }
        }
    }

    private static func wrapped(_ content: [UInt8]) throws -> [UInt8] {
        var message = ProtoPeerMessage()
        message.deflated = .init(content)
        return try message.serializedBytes()
    }
}
