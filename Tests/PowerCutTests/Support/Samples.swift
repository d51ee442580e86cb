import WidgetCore

extension WidgetID {
    static func sample(_ number: Int) -> WidgetID {
        var random = Seeded(state: UInt64(number))
        return WidgetID(date: StorePlace.start, using: &random)
    }
}

extension Widget {
    static func sample(_ number: Int, name: String = "") -> Widget {
        Widget(
            id: .sample(number), kind: "system.cpu", family: .systemSmall, name: name, parameters: ["city": .text("Bergen")], placedAt: StorePlace.start)
    }
}

extension ProvidedTimeline {
    /// A timeline with an entry for each of these archive numbers, and an image.
    static func sample(_ archives: [Int], image: Int, bytes: Int) throws -> ProvidedTimeline {
        ProvidedTimeline(
            entries: try archives.enumerated().map { index, archive in
                ProvidedEntry(
                    date: StorePlace.start + .minutes(Int64(index)), archive: noise(archive, bytes), digest: try digest(archive))
            },
            policy: .atEnd,
            images: [ProvidedImage(reference: ImageReference(digest: try digest(image), width: 2, height: 2), data: noise(image, bytes))])
    }

    private static func digest(_ number: Int) throws -> ContentDigest {
        guard let digest = ContentDigest(bytes: noise(number, 32)) else { throw Violation("a digest has 32 bytes") }
        return digest
    }
}

/// The same bytes for the same number.
func noise(_ number: Int, _ count: Int) -> [UInt8] {
    var random = Seeded(state: UInt64(number))
    return Array((0..<(count + 7) / 8).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }.prefix(count))
}

/// SplitMix64.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
