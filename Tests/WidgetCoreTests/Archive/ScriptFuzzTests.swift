import Testing
import WidgetCore
import WidgetScripts

@Suite("No input breaks the decoder of scripts")
struct ScriptFuzzTests {
    /// SplitMix64: the same numbers for the same seed everywhere.
    struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
            return z ^ z >> 31
        }
    }

    static let pieces = [
        "{", "}", "[", "]", ",", ":", "\"", "null", "true", "1e308", "-0", "99999999999999999999", "\"view\"", "\"vstack\":[", "\"text\"", "\\u0000", "\\ud83d",
        "\"opacity\":7", "\u{1B}[2J", "\u{7F}", "2026-11-20T08:00:00Z", "\"id\"", "😀", "\"containerBackground\":\"red\"", "\"grid\":[[]]",
    ].map { Array($0.utf8) }

    static func mutate(_ input: [UInt8], with donor: [UInt8], using random: inout Random) -> [UInt8] {
        var bytes = input
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let position = bytes.isEmpty ? 0 : Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: if !bytes.isEmpty { bytes[position] = UInt8(truncatingIfNeeded: random.next()) }
            case 1: bytes.removeSubrange(position..<min(bytes.count, position + Int.random(in: 1...20, using: &random)))
            case 2: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: position)
            case 3: bytes.insert(contentsOf: bytes.suffix(Int.random(in: 0...40, using: &random)), at: position)
            case 4:
                let start = Int.random(in: 0..<donor.count, using: &random)
                bytes.insert(contentsOf: donor[start..<min(donor.count, start + 60)], at: position)
            default: bytes.removeLast(bytes.count - position)
            }
        }
        return bytes
    }

    @Test("6,000 broken documents decode, or fail with a place", arguments: [UInt64(1), 2, 3])
    func mutations(seed: UInt64) throws {
        var random = Random(state: seed)
        let corpus = try (ScriptFormTests.examples("view").map { #"{"view": \#($0), "policy": "never"}"# } + ScriptFormTests.examples("timeline")).map {
            Array($0.utf8)
        }
        for round in 0..<2_000 {
            let input = corpus[Int.random(in: 0..<corpus.count, using: &random)]
            let donor = corpus[Int.random(in: 0..<corpus.count, using: &random)]
            let bytes = Self.mutate(input, with: donor, using: &random)
            do {
                let timeline = try ScriptTimeline.decode(bytes, family: .systemSmall, now: ScriptFormTests.now)
                #expect(!timeline.entries.isEmpty)
            } catch {
                let hasPlace = error.code == .invalidArgument && error.message.contains(": ")
                #expect(hasPlace, "seed \(seed), round \(round): \(error.message)")
            }
        }
    }
}
