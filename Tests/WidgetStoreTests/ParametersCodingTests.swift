import SwiftProtobuf
import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetStore

@Suite("Parameters are stored as the protobuf message that storage.proto says")
struct ParametersCodingTests {
    /// Parameters of every type, with values at the ends of their ranges.
    private func random(_ random: inout Seeded) -> Parameters {
        var parameters = Parameters()
        for _ in 0..<Int.random(in: 0..<6, using: &random) {
            let name = String("aàZ_9☕".shuffled(using: &random).prefix(Int.random(in: 1...6, using: &random)))
            parameters[name] =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: .text(String(repeating: "ü☕x", count: Int.random(in: 0..<80, using: &random)))
                case 1: .integer([.min, -1, 0, 1, 63, 64, .max].randomElement(using: &random) ?? 0)
                case 2: .number([-0.0, 0.1, -.greatestFiniteMagnitude, .leastNonzeroMagnitude].randomElement(using: &random) ?? 0)
                default: .boolean(Bool.random(using: &random))
                }
        }
        return parameters
    }

    private func read(_ bytes: [UInt8]) -> Parameters? { bytes.withUnsafeBytes { try? ParametersCoding.ownForm($0) } }

    @Test("what the fast writer writes, the general decoder reads, and the other way round; equal parameters are equal bytes")
    func agree() throws {
        var random = Seeded(state: 5)
        var options = BinaryEncodingOptions()
        options.useDeterministicOrdering = true
        for _ in 0..<2_000 {
            let parameters = self.random(&random)
            let bytes = ParametersCoding.encode(.init(parameters, [:]))
            #expect(try Parameters(StoredParametersValue(serializedBytes: bytes).parameters, field: "") == parameters)
            var value = StoredParametersValue()
            value.parameters = parameters.proto
            let general: [UInt8] = try value.serializedBytes(options: options)
            #expect(general == bytes)
            #expect(read(general) == parameters)
        }
    }

    @Test("sealed values stand beside the others, and are read back")
    func sealed() throws {
        let sealed = SealedValue(keyID: Array(0..<16), box: Array(0..<40))
        let bytes = ParametersCoding.encode(.init(["a": .text("x"), "token": .text("secret")], ["token": sealed]))
        let stored = try bytes.withUnsafeBytes { try ParametersCoding.decode($0) }
        #expect(stored.parameters == ["a": .text("x")] && stored.sealed == ["token": sealed])
        var value = try StoredParametersValue(serializedBytes: bytes)
        #expect(value.parameters.keys.sorted() == ["a"] && value.sealed["token"]?.keyID == .init(sealed.keyID))
        value.sealed = [:]
        #expect(try value.serializedBytes() == ParametersCoding.encode(.init(["a": .text("x")], [:])))
    }

    @Test("at anything else the fast reader gives up, wherever the bytes end or are wrong")
    func givesUp() {
        let parameters: Parameters = ["text": .text("abc"), "integer": .integer(1 << 40), "number": .number(1), "boolean": .boolean(true)]
        let bytes = ParametersCoding.encode(.init(parameters, [:]))
        #expect(read(bytes) == parameters)
        var random = Seeded(state: 6)
        for count in 1..<bytes.count { #expect(read(Array(bytes.prefix(count))) != parameters) }
        // No damage may crash it.
        for _ in 0..<20_000 {
            var damaged = bytes
            damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            _ = read(damaged)
        }
        #expect(read([0x10, 0x01]) == nil, "a field of a later version")
    }
}
