import TTRPCWire
import Testing

@Suite("Envelopes are the protocol's protobuf")
struct EnvelopeTests {
    @Test("a request is encoded as protoc would")
    func encodesRequest() throws {
        let envelope = RequestEnvelope(service: "a", method: "bc", payload: [0xff], timeoutNanoseconds: 300, metadata: ["k": "v"])
        var bytes: [UInt8] = []
        envelope.append(to: &bytes)
        #expect(bytes == [0x0a, 1, 0x61, 0x12, 2, 0x62, 0x63, 0x20, 0xac, 0x02, 0x2a, 6, 0x0a, 1, 0x6b, 0x12, 1, 0x76, 0x1a, 1, 0xff])
        #expect(bytes.count == envelope.encodedSize)
        #expect(try decode(bytes) == envelope)
    }

    @Test("fields come in any order, and unknown ones are skipped")
    func skipsUnknown() throws {
        let unknown: [UInt8] = [0x30, 0x96, 0x01, 0x39, 1, 2, 3, 4, 5, 6, 7, 8, 0x42, 1, 0xee, 0x4d, 1, 2, 3, 4]
        let envelope = try decode([0x12, 1, 0x6d] + unknown + [0x0a, 1, 0x73])
        #expect(envelope == RequestEnvelope(service: "s", method: "m"))
    }

    @Test("a negative timeout survives: it has passed already")
    func negativeTimeout() throws {
        let envelope = RequestEnvelope(service: "s", method: "m", timeoutNanoseconds: -1)
        var bytes: [UInt8] = []
        envelope.append(to: &bytes)
        #expect(bytes.count == envelope.encodedSize)
        #expect(try decode(bytes).timeoutNanoseconds == -1)
    }

    @Test(
        "what is malformed is named by its field",
        arguments: [
            ([0x0a, 5, 0x61], "service", EnvelopeError.Reason.truncated), ([0x12, 0x80], "method", .truncated), ([0x1d, 0, 0, 0, 0], "payload", .wireType(5)),
            ([0x22, 0], "timeout_nano", .wireType(2)), ([0x20] + [UInt8](repeating: 0xff, count: 11), "timeout_nano", .badTag),
            ([0x2a, 2, 0x0a, 9], "metadata.key", .truncated), ([0x2a, 3, 0x12, 1, 0xff], "metadata.value", .notUTF8), ([0x0a, 1, 0xff], "service", .notUTF8),
            ([0x00], "tag", .badTag), ([0x33], "6", .wireType(3)),
        ] as [([UInt8], String, EnvelopeError.Reason)])
    func namesField(_ bytes: [UInt8], _ field: String, _ reason: EnvelopeError.Reason) {
        #expect(throws: EnvelopeError(envelope: "Request", field: field, reason: reason)) { try decode(bytes) }
    }

    @Test("metadata keeps its order and its characters, whatever fields stand between")
    func metadataBetweenFields() throws {
        let entry = { (key: String, value: String) -> [UInt8] in
            let (key, value) = (Array(key.utf8), Array(value.utf8))
            return [0x2a, UInt8(4 + key.count + value.count), 0x0a, UInt8(key.count)] + key + [0x12, UInt8(value.count)] + value
        }
        let unknown: [UInt8] = [0x30, 0x96, 0x01, 0x39, 1, 2, 3, 4, 5, 6, 7, 8, 0x4d, 1, 2, 3, 4]
        let bytes = [0x0a, 1, 0x73] + entry("k", "für") + unknown + [0x1a, 2, 0x2a, 0] + entry("ключ", "2") + [0x12, 1, 0x6d] + entry("k", "") + [0x20, 5]
        let envelope = try decode(bytes)
        #expect(envelope.metadata == ["k": "für", "ключ": "2", "k": ""])
        #expect(envelope.service == "s" && envelope.method == "m" && envelope.payload == [0x2a, 0] && envelope.timeoutNanoseconds == 5)
    }

    @Test("metadata has a limit")
    func metadataLimit() {
        let entries = (0...WireLimits.maximumMetadataEntries).flatMap { _ in [0x2a, 0] as [UInt8] }
        #expect(throws: EnvelopeError(envelope: "Request", field: "metadata", reason: .tooMany(limit: 128))) { try decode(entries) }
        #expect((try? decode(Array(entries.dropFirst(2))))?.metadata.map(\.key).count == 128)
    }

    @Test("a failure keeps code, message and details", arguments: StatusCode.allCases.filter { $0 != .ok })
    func status(_ code: StatusCode) throws {
        let envelope = ResponseEnvelope.failure(RPCStatus(code, "was für ein Fehler", details: [[1], [], [2, 3]]))
        var bytes: [UInt8] = []
        envelope.append(to: &bytes)
        #expect(bytes.count == envelope.encodedSize)
        #expect(try bytes.withUnsafeBytes { try ResponseEnvelope($0) } == envelope)
    }

    @Test("a status of OK is a success, and an unknown code is UNKNOWN")
    func statusEdges() throws {
        let ok: [UInt8] = [0x0a, 0, 0x12, 1, 5]
        #expect(try ok.withUnsafeBytes { try ResponseEnvelope($0) } == .success([5]))
        let strange: [UInt8] = [0x0a, 3, 0x08, 0xe7, 0x07]
        #expect(try strange.withUnsafeBytes { try ResponseEnvelope($0) } == .failure(RPCStatus(.unknown, "")))
    }

    @Test("no bytes make the decoders do anything but decode or throw", arguments: 0..<20 as Range<UInt64>)
    func garbage(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...63, using: &random) }
            bytes.withUnsafeBytes { raw in
                if let view = try? RequestView(raw) {
                    #expect(view.payload.upperBound <= raw.count && view.service.upperBound <= raw.count, "seed \(seed): \(bytes)")
                    _ = try? view.metadata(in: raw)
                }
                if let view = try? ResponseView(raw) { #expect(view.payload.upperBound <= raw.count, "seed \(seed): \(bytes)") }
            }
        }
    }

    private func decode(_ bytes: [UInt8]) throws -> RequestEnvelope {
        try bytes.withUnsafeBytes { try RequestEnvelope($0) }
    }
}
