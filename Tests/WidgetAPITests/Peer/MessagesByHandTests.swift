import Testing
import WidgetCore

@testable import WidgetAPI

@Suite("What is written and read by hand of what devices say")
struct MessagesByHandTests {
    private static func origin(_ number: UInt8) throws -> Origin {
        Origin(device: try #require(DeviceID(bytes: Array(repeating: number, count: 32))), incarnation: Incarnation(rawValue: Int64(number) << 33))
    }

    private static func transactions() throws -> [LoggedTransaction] {
        let (a, b) = (try origin(1), try origin(2))
        return try [(a, 1, 0), (b, 127, 1), (a, 128, 127), (b, 1 << 40, 128), (a, 2, 70_000)].map { origin, sequence, size in
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

    @Test("what breaks off anywhere is refused, or is as SwiftProtobuf reads it")
    func truncated() throws {
        for message in try Self.messages().map({ try $0.encoded() }) where message.count < 4_096 {
            for count in 1..<max(message.count, 1) {
                let bytes = Array(message[..<count])
                #expect(throws: ReplicationFault.self) { try PeerMessage(encoded: bytes) }
            }
        }
    }

    @Test("fields that a newer device writes are passed over")
    func unknownFields() throws {
        var writer = WireWriter()
        writer.append(try Self.transactions().wireBytes)
        writer.field(9, [1, 2, 3])
        writer.field(10, 7)
        var message = WireWriter()
        message.field(5, writer.bytes)
        #expect(try PeerMessage(encoded: message.bytes) == .transactions(try Self.transactions()))
    }
}
