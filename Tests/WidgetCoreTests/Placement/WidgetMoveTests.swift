import Testing

@testable import WidgetCore

@Suite("Widgets stand where a user puts them")
struct WidgetMoveTests {
    private static func id(_ number: UInt64) -> WidgetID { WidgetID(high: 0x0197_9A3C_0000_7000 + number, low: 0x8000_0000_0000_0000) }

    /// Widgets 1 to `count`, none of which was moved.
    private static func places(_ count: UInt64) -> [WidgetPlace] { (1...count).map { WidgetPlace(id($0)) } }

    private static func apply(_ move: WidgetMove, to number: UInt64, _ places: inout [WidgetPlace]) throws {
        for moved in try move.positions(of: id(number), among: places) {
            places.removeAll { $0.id == moved.id }
            places.append(moved)
        }
    }

    /// Page by page, as numbers.
    private static func order(_ places: [WidgetPlace]) -> [[UInt64]] {
        Dictionary(grouping: places.sorted(), by: \.position.page).sorted { $0.key < $1.key }.map { $0.value.map { $0.id.high - 0x0197_9A3C_0000_7000 } }
    }

    @Test(
        "Each target",
        arguments: [
            (WidgetMove.Target.first, [3, 1, 2, 4]), (.last, [1, 2, 4, 3]), (.number(2), [1, 3, 2, 4]), (.number(99), [1, 2, 4, 3]),
            (.before(id(2)), [1, 3, 2, 4]),
            (.after(id(4)), [1, 2, 4, 3]), (.after(id(1)), [1, 3, 2, 4]),
        ] as [(WidgetMove.Target, [UInt64])])
    func targets(target: WidgetMove.Target, expected: [UInt64]) throws {
        var places = Self.places(4)
        try Self.apply(WidgetMove(target), to: 3, &places)
        #expect(Self.order(places) == [expected])
    }

    @Test("Where it is already nothing is written")
    func unchanged() throws {
        for target in [WidgetMove.Target.number(3), .before(Self.id(4)), .after(Self.id(2))] {
            #expect(try WidgetMove(target).positions(of: Self.id(3), among: Self.places(4)).isEmpty)
        }
    }

    @Test("A page is part of the place: a widget goes to its end, and with it to where another one is")
    func pages() throws {
        var places = Self.places(4)
        try Self.apply(WidgetMove(.last, page: 2), to: 1, &places)
        #expect(Self.order(places) == [[2, 3, 4], [1]])
        try Self.apply(WidgetMove(.before(Self.id(1))), to: 4, &places)
        #expect(Self.order(places) == [[2, 3], [4, 1]])
        try Self.apply(WidgetMove(.first, page: 1), to: 1, &places)
        #expect(Self.order(places) == [[1, 2, 3], [4]])
        #expect(throws: WidgetError.self) { try WidgetMove(.before(Self.id(4)), page: 1).positions(of: Self.id(2), among: places) }
        #expect(throws: WidgetError.self) { try WidgetMove(.last, page: 100).positions(of: Self.id(2), among: places) }
        #expect(throws: WidgetError.self) { try WidgetMove(.after(Self.id(2))).positions(of: Self.id(2), among: places) }
    }

    @Test("However often widgets are moved, the order is the one asked for, and keys stay short", arguments: [UInt64(1), 2, 3])
    func many(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var places = Self.places(8)
        var expected: [UInt64] = Array(1...8)
        for round in 0..<2_000 {
            let number = UInt64.random(in: 1...8, using: &random)
            expected.removeAll { $0 == number }
            // Half of them to the same place, which uses up the room there.
            let index = round % 2 == 0 ? 1 : Int.random(in: 0...expected.count, using: &random)
            expected.insert(number, at: index)
            try Self.apply(WidgetMove(.number(index + 1)), to: number, &places)
            #expect(Self.order(places) == [expected])
            #expect(places.allSatisfy { $0.position.key.utf8.count <= Limits.positionKeyBytes && $0.position.key.last != "-" })
        }
        for _ in 0..<1_000 {
            try Self.apply(WidgetMove(.first), to: expected[7], &places)
            expected.insert(expected.removeLast(), at: 0)
        }
        #expect(Self.order(places) == [expected])
    }

    @Test("Two devices that moved widgets to the same place at once: both keep an order, and what is moved between them lands there or beside them")
    func sameKey() throws {
        var places = Self.places(4)
        let key = try WidgetMove(.first).positions(of: Self.id(3), among: places)[0].position
        places = places.map { [3, 4].contains($0.id.high & 0xF) ? WidgetPlace($0.id, key) : $0 }
        #expect(Self.order(places) == [[3, 4, 1, 2]])
        try Self.apply(WidgetMove(.before(Self.id(4))), to: 2, &places)
        #expect(Self.order(places) == [[3, 4, 2, 1]])
    }

    @Test(
        "A position as text is read again, and what no version wrote isn't",
        arguments: [
            ("", true), ("1 ", true), ("2 0a", true), ("99 z", true), ("0 a", true), ("-1 a", false), ("100 a", false), ("2 A", false), ("2 a-", false),
            ("x", false),
            ("2", false), ("2 a b", false),
        ])
    func text(text: String, isOne: Bool) {
        let position = WidgetPosition(text: text)
        #expect((position != nil) == isOne)
        if let position, text != "1 " { #expect(position.text == text) }
        #expect(WidgetPosition(text: "2 " + String(repeating: "a", count: Limits.positionKeyBytes + 1)) == nil)
    }
}
