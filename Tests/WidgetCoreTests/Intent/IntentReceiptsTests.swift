import Testing
import WidgetCore

/// The receipts of intents on all devices.
struct IntentReceiptsTests {
    private let widget: WidgetID
    private let me, other: DeviceID

    init() throws {
        widget = try #require(WidgetID("00000000-0000-7000-8000-000000000001"))
        me = try #require(DeviceID(bytes: [UInt8](repeating: 1, count: DeviceID.byteCount)))
        other = try #require(DeviceID(bytes: [UInt8](repeating: 2, count: DeviceID.byteCount)))
    }

    private func receipt(_ number: Int, key: String = "", endedAfter seconds: Int64? = nil) throws -> IntentReceipt {
        let digits = String(number)
        let id = try #require(WidgetID("00000000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits))
        let date = Timestamp(milliseconds: Int64(number) * 1_000)
        let receipt = IntentReceipt(id: id, key: key.isEmpty ? digits : key, widget: widget, action: "add", value: nil, startedAt: date)
        return seconds.map { receipt.ended(nil, at: date + .seconds($0)) } ?? receipt
    }

    @Test func theOldestThatIsOverMakesRoomAndWhatIsNotOverStays() throws {
        var kept = IntentReceipts()
        kept.put(try receipt(1))
        for number in 2..<IntentLimits.receipts { kept.put(try receipt(number, endedAfter: 1)) }
        #expect(kept.oldest().isEmpty)
        kept.put(try receipt(IntentLimits.receipts, endedAfter: 1))
        #expect(kept.oldest() == [try receipt(2).id])
    }

    @Test func theLogHasTheNewestFirstAndOfEachKeyWhoPerformedIt() throws {
        var queued = try receipt(3, key: "same")
        queued.state = .queued
        queued.performer = other
        var kept = IntentReceipts(own: [try receipt(1, endedAfter: 1), queued])
        _ = kept.take([try receipt(2).id: try receipt(2), try receipt(4).id: try receipt(4, key: "same", endedAfter: 1)], of: other, isWhole: false)
        let log = kept.log(of: nil, me: me, members: [other])
        #expect(log.map(\.receipt.key) == ["same", "2", "1"])
        #expect(log.first?.device == other && log.first?.receipt.state == .confirmed)
        #expect(kept.log(of: nil, me: me, members: []).map(\.receipt.key) == ["same", "1"], "who isn't a member isn't asked")
    }

    @Test func whatAnotherDeviceChangedIsToldAsItWasAndIs() throws {
        var kept = IntentReceipts()
        let (pending, ended) = (try receipt(1), try receipt(1, endedAfter: 1))
        #expect(kept.take([pending.id: pending], of: other, isWhole: false).map(\.after) == [pending])
        let changes = kept.take([pending.id: ended], of: other, isWhole: false)
        #expect(changes.map(\.before) == [pending] && changes.map(\.after) == [ended])
        let whole = kept.take([:], of: other, isWhole: true)
        #expect(whole.map(\.before) == [ended] && whole.map(\.after) == [nil])
    }
}
