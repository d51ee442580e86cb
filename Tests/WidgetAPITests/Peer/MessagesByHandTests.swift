import TTRPCWire
import Testing
import WidgetCore
import WidgetReplication

@testable import WidgetAPI

@Suite("What is written and read by hand of what devices say")
struct MessagesByHandTests {
    private static func origin(_ number: UInt8) throws -> Origin {
        Origin(device: try #require(DeviceID(bytes: Array(repeating: number, count: 32))), incarnation: Incarnation(rawValue: Int64(number) << 33))
    }

    private static func transactions(largest: Int = 70_000) throws -> [LoggedTransaction] {
        let (a, b) = (try origin(1), try origin(2))
        return try [(a, 1, 0), (b, 127, 1), (a, 128, 127), (b, 1 << 40, 128), (a, 2, largest)].map { origin, sequence, size in
            LoggedTransaction(
                origin: origin, sequence: sequence, clock: try HybridLogicalClock.Reading(checked: UInt64(sequence) << 16),
                hash: ChainHash(rawValue: .max - UInt64(size)), frame: Array(repeating: 7, count: size))
        }
    }

    private static func page() throws -> SnapshotPage {
        var page = SnapshotPage(next: SnapshotPlace(section: .rows, row: RowKey(table: 2, id: RowID(high: 5, low: 6)), origin: 1, sequence: 300))
        page.origins = [try origin(1), try origin(2)]
        func stamp(_ origin: UInt16, _ sequence: Int64, _ clock: UInt64) throws -> Stamp {
            Stamp(clock: try HybridLogicalClock.Reading(checked: clock), origin: OriginNumber(rawValue: origin), sequence: sequence)
        }
        page.rows = [
            .init(
                row: RowKey(table: 1, id: RowID(high: .max, low: 1)),
                cells: [
                    .born(try stamp(1, 1, 0)), StampedCell(Cell(column: 1, .text("Zoë’s widget")), try stamp(2, 300, 1 << 40)),
                    StampedCell(Cell(column: 2, .integer(-1)), try stamp(1, 2, 3)), StampedCell(Cell(column: 3, .integer(.min)), try stamp(1, 2, 3)),
                    StampedCell(Cell(column: 40, .blob(Array(repeating: 1, count: 300))), try stamp(2, 1 << 47, 3)),
                    StampedCell(Cell(column: 41, .text("")), try stamp(1, 2, 3)),
                ]), .init(row: RowKey(table: 300, id: RowID(high: 0, low: 0)), cells: []),
        ]
        page.hidden = [.init(row: RowKey(table: 2, id: RowID(high: 1, low: 2)), cells: [StampedCell(Cell(column: 1, .blob([])), try stamp(1, 2, 3))])]
        page.tombstones = [.init(row: RowKey(table: 2, id: RowID(high: 3, low: 2)), cells: [.born(try stamp(2, 9, 9))])]
        page.chains = [.init(origin: OriginNumber(rawValue: 2), first: 7, hashes: [ChainHash(rawValue: 1), ChainHash(rawValue: .max)])]
        return page
    }

    private static func updates() throws -> [OwnedUpdate] {
        let key = OwnedKey(device: try origin(1).device, set: 4)
        let version = OwnedVersion(incarnation: try origin(1).incarnation, counter: 1 << 40, digest: .max)
        let rows = [
            OwnedRow(id: Array(repeating: 3, count: 16), counter: 1, value: Array(repeating: 9, count: 200)), OwnedRow(id: [], counter: 1 << 40, value: nil),
            OwnedRow(id: [1], counter: 0, value: []),
        ]
        return [
            OwnedUpdate(key: key, version: version, isWhole: false, rows: rows, hasMore: false),
            OwnedUpdate(
                key: OwnedKey(device: key.device, set: 255), version: OwnedVersion(incarnation: Incarnation(rawValue: 0), counter: 0, digest: 0), isWhole: true,
                rows: [], hasMore: true),
        ]
    }

    private static func messages() throws -> [PeerMessage] {
        let vector = [OriginState(origin: try origin(1), sequence: 3)]
        return [
            .owned(try updates()[0]), .owned(try updates()[1]), .transactions([]), .transactions(try transactions()),
            .snapshot(SnapshotPage(next: .start), vector: []), .snapshot(try page(), vector: vector),
        ]
    }

    @Test("the bytes are SwiftProtobuf's, and come back as they were")
    func roundTrip() throws {
        for message in try Self.messages() {
            let bytes = try message.encoded()
            #expect(bytes == (try ProtoPeerMessage(message).serializedBytes() as [UInt8]))
            #expect(try PeerMessage(encoded: bytes) == message)
            #expect(try PeerMessage(ProtoPeerMessage(encoded: bytes)) == message)
        }
    }

    /// Where messages stand in messages that are read by hand: fields, from the outermost inwards.
    private static let places: [[Int]] = [
        [5], [5, 1], [5, 2], [10], [10, 1], [10, 2], [10, 2, 1], [10, 2, 2], [10, 3], [10, 3, 2], [10, 4], [10, 4, 1], [7], [7, 1], [7, 3],
    ]

    /// `bytes` with each of what `change` makes of each message at a place, under its right length.
    private static func changed(_ bytes: [UInt8], at place: ArraySlice<Int>, _ change: ([UInt8]) -> [[UInt8]]) throws -> [[UInt8]] {
        guard let field = place.first else { return change(bytes) }
        return try bytes.withUnsafeBytes { raw in
            var (reader, found): (ProtobufReader, [[UInt8]]) = (ProtobufReader(raw), [])
            while !reader.isAtEnd {
                let start = reader.position
                let (number, type) = try reader.tag()
                guard number == field else {
                    try reader.skip(type)
                    continue
                }
                for content in try changed(Array(try reader.content(type)), at: place.dropFirst(), change) {
                    var writer = ProtobufWriter()
                    writer.append(Array(bytes[..<start]))
                    writer.field(number, content)
                    writer.append(Array(bytes[reader.position...]))
                    found.append(writer.bytes)
                }
            }
            return found
        }
    }

    private static func small() throws -> [[UInt8]] {
        try [PeerMessage.transactions(try transactions(largest: 70)), .snapshot(try page(), vector: []), .owned(try updates()[0])].map { try $0.encoded() }
    }

    @Test("what breaks off anywhere within is read as SwiftProtobuf reads it", arguments: places)
    func truncated(_ place: [Int]) throws {
        let broken = try Self.small().flatMap { try Self.changed($0, at: place[...]) { content in content.indices.map { Array(content[..<$0]) } } }
        #expect(!broken.isEmpty)
        for bytes in broken {
            let byHand = Result { () throws(ReplicationFault) in try PeerMessage(encoded: bytes) }
            let reference = Result { () throws(ReplicationFault) in try PeerMessage(ProtoPeerMessage(encoded: bytes)) }
            #expect((try? byHand.get()) == (try? reference.get()), "\(bytes)")
        }
    }

    @Test("what breaks off is refused")
    func cutOff() throws {
        for message in try Self.small() {
            for count in 1..<message.count { #expect(throws: ReplicationFault.self) { try PeerMessage(encoded: Array(message[..<count])) } }
        }
    }

    @Test("fields that a newer device writes are passed over, wherever they stand", arguments: places)
    func unknownFields(_ place: [Int]) throws {
        var writer = ProtobufWriter()
        writer.field(9, [1, 2, 3])
        writer.field(10, 7)
        writer.field(11, fixed: 5)
        // Four bytes.
        writer.append([12 << 3 | 5, 1, 2, 3, 4])
        let unknown = writer.bytes
        for message in try Self.small() {
            let newer = try Self.changed(message, at: place[...]) { [unknown + $0, $0 + unknown] }
            for bytes in newer { #expect(try PeerMessage.read(byHand: bytes) == PeerMessage(encoded: message)) }
        }
    }

    @Test("a page of too many rows and a row of too many fields are refused, whoever reads them")
    func tooMany() throws {
        let row = SnapshotPage.Row(row: RowKey(table: 1, id: RowID(high: 1, low: 1)), cells: [])
        let cell = StampedCell.born(Stamp(clock: .init(rawValue: 1), origin: OriginNumber(rawValue: 1), sequence: 1))
        var (most, rows, cells) = (SnapshotPage(next: .start), SnapshotPage(next: .start), SnapshotPage(next: .start))
        let (limit, columns) = (ReplicationLimits.snapshotRowsPerPage, ReplicationLimits.columnsPerRow)
        (most.rows, most.hidden, most.tombstones) = ([row], [row], Array(repeating: row, count: limit - 2))
        most.rows[0].cells = Array(repeating: cell, count: columns + 1)
        rows = most
        rows.rows.append(row)
        cells.hidden = [.init(row: row.row, cells: Array(repeating: cell, count: columns + 2))]
        #expect(try PeerMessage(encoded: PeerMessage.snapshot(most, vector: []).encoded()) == .snapshot(most, vector: []))
        for (page, word) in [(rows, "\(limit) rows"), (cells, "\(columns) fields")] {
            let bytes = try PeerMessage.snapshot(page, vector: []).encoded()
            for read in [{ try PeerMessage(encoded: bytes) }, { try PeerMessage(ProtoPeerMessage(encoded: bytes)) }] {
                let fault = #expect(throws: ReplicationFault.self) { try read() }
                #expect(fault.map { "\($0)".contains(word) } == true)
            }
        }
    }

    @Test("a row with two keys is refused: SwiftProtobuf would make one of both")
    func twoKeys() throws {
        var (key, writer) = (ProtobufWriter(), ProtobufWriter())
        key.field(2, Array<UInt8>(repeating: 1, count: 16))
        writer.field(1, key.bytes)
        let second = writer.bytes
        let keys = try Self.changed(try Self.small()[1], at: [10, 2]) { [$0 + second] }
        #expect(!keys.isEmpty)
        for bytes in keys { #expect(throws: ReplicationFault.self) { try PeerMessage(encoded: bytes) } }
    }

    @Test("owned rows with two versions are refused, for the same reason")
    func twoVersions() throws {
        // The version is the first field, shorter than 128 bytes.
        let bytes = try Self.changed(try Self.small()[2], at: [7]) { [$0 + $0.prefix(Int($0[1]) + 2)] }
        #expect(bytes.count == 1)
        for bytes in bytes { #expect(throws: ReplicationFault.self) { try PeerMessage(encoded: bytes) } }
    }
}
