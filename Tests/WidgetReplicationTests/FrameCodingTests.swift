import Testing
import WidgetCore

@testable import WidgetReplication

@Suite struct FrameCodingTests {
    private let operations = [
        RowOperation(
            .widget(1), .insert([Cell(column: 1, .text("Uhr")), Cell(column: 2, .integer(.min)), Cell(column: 3, .text("")), Cell(column: 4, .blob([]))])),
        RowOperation(RowKey(table: 255, id: RowID(high: .max, low: 0)), .update([Cell(column: 64, .integer(-1)), Cell(column: 5, .integer(.max))])),
        RowOperation(.widget(2), .delete), RowOperation(.widget(3), .insert([])),
    ]

    @Test func whatWasWrittenIsRead() throws {
        #expect(try FrameReader.operations(FrameWriter.frame(operations)) == operations)
    }

    @Test func lengthsOfAnySizeAreRead() throws {
        for count in [0, 1, 127, 128, 16_383, 16_384, 70_000] {
            let cells = [Cell(column: 3, .text(String(repeating: "x", count: count))), Cell(column: 64, .blob(Array(repeating: 1, count: count)))]
            let operations = [RowOperation(.widget(1), .update(cells)), RowOperation(.widget(2), .insert(cells + [Cell(column: 5, .integer(.min))]))]
            let frame = FrameWriter.frame(operations)
            #expect(try FrameReader.operations(frame) == operations)
            #expect(frame.count == FrameWriter.size(operations))
        }
    }

    @Test func fieldsOfANewerVersionAreSkipped() throws {
        let frame = FrameWriter.frame(operations)
        // Field 15 as a number, as bytes and as eight bytes.
        #expect(try FrameReader.operations([0x78, 1] + frame + [0x7A, 2, 1, 2, 0x79, 1, 2, 3, 4, 5, 6, 7, 8]) == operations)
    }

    @Test func aFrameNamesItsUser() throws {
        let frame = FrameWriter.frame(user: "anna") + FrameWriter.frame(operations)
        #expect(FrameReader.user(frame) == "anna" && FrameReader.user(FrameWriter.frame(operations)) == nil)
        #expect(try FrameReader.operations(frame) == operations)
        let long = try #require(FrameReader.user(FrameWriter.frame(user: String(repeating: "ä", count: 200))))
        #expect(long.hasPrefix("ää") && long.hasSuffix("…") && (ReplicationLimits.userBytes - 1...ReplicationLimits.userBytes).contains(long.utf8.count))
        // Another device may send anything.
        let name = [UInt8](repeating: UInt8(ascii: "x"), count: 120)
        #expect(FrameReader.user([0x12, 120] + name)?.utf8.count == ReplicationLimits.userBytes)
        #expect(FrameReader.user([0x12, 2, 0xFF, 0xFE]) == nil && FrameReader.user([0x10, 1]) == nil && FrameReader.user([0x12, 9, 1]) == nil)
    }

    @Test func anyBytesAreReadOrRefused() {
        let frame = FrameWriter.frame(user: "anna") + FrameWriter.frame(operations)
        var random = SplitMix64(seed: 1)
        for _ in 0..<3_000 {
            var bytes = frame
            for _ in 0..<Int(random.next() % 4) { bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next()) }
            bytes.removeLast(Int(random.next() % UInt64(bytes.count)))
            _ = FrameReader.user(bytes)
            do { _ = try FrameReader.operations(bytes) } catch { #expect("\(error)".hasPrefix("malformed")) }
        }
    }

    @Test func clocksHoldAStampForTheInsertAndForEachColumn() {
        let stamp = Stamp(clock: .init(rawValue: .max), origin: OriginNumber(rawValue: 65_535), sequence: 1 << 48 - 1)
        var clocks = FieldClocks()
        clocks[3] = stamp
        #expect(clocks.count == 4 && clocks[0] == nil && clocks[2] == nil && clocks[3] == stamp && clocks[4] == nil)
        clocks[0] = stamp
        clocks[3] = nil
        #expect(FieldClocks(bytes: clocks.bytes)[0] == stamp && clocks[3] == nil)
    }

    @Test func aNewLifeIsLaterWhateverTheClockSays() {
        let first = Incarnation(now: Timestamp(milliseconds: 1_790_000_000_000), after: nil, random: .max)
        let setBack = Incarnation(now: Timestamp(milliseconds: 0), after: first, random: 0)
        #expect(setBack > first)
        let last = Incarnation(now: .latest, after: setBack, random: .max)
        #expect(last > setBack && Incarnation(now: .latest, after: last, random: 0) > last)
    }
}
