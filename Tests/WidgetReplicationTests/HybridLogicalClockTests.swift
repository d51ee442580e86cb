import Testing
import WidgetCore
import WidgetReplication

@Suite("The clock that orders edits")
struct HybridLogicalClockTests {
    private func date(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

    @Test("follows the wall clock, and counts within a millisecond")
    func follows() {
        var clock = HybridLogicalClock()
        let readings = [clock.tick(now: date(5)), clock.tick(now: date(5)), clock.tick(now: date(6))]
        #expect(readings.map(\.date) == [date(5), date(5), date(6)])
        #expect(readings.map(\.counter) == [0, 1, 0])
    }

    @Test("never goes back: not with the wall clock, and not over a full counter")
    func monotonic() {
        var clock = HybridLogicalClock()
        var last = clock.tick(now: date(1_000))
        for step in 0..<70_000 {
            let next = clock.tick(now: date(step % 3 == 0 ? 1_000 : 10))
            #expect(next > last)
            last = next
        }
        #expect(last.date == date(1_001))
    }

    @Test("what is done after hearing of another machine's edit counts as later")
    func observes() {
        var clock = HybridLogicalClock()
        _ = clock.tick(now: date(10))
        let ahead = HybridLogicalClock.Reading(date: date(500))
        clock.observe(ahead)
        #expect(clock.tick(now: date(11)) > ahead)
        let reading = clock.last
        clock.observe(HybridLogicalClock.Reading(date: date(2)))
        #expect(clock.last == reading)
    }

    @Test("readings compare alike as signed numbers, whatever the date")
    func signed() {
        let dates = [Timestamp.earliest, date(-1), date(0), date(1), date(1_700_000_000_000), .latest]
        let raw = dates.map { HybridLogicalClock.Reading(date: $0).rawValue }
        #expect(raw == raw.sorted())
        #expect(raw.allSatisfy { Int64(bitPattern: $0) >= 0 })
    }

    @Test("goes on from where it was persisted")
    func resumes() {
        var before = HybridLogicalClock()
        let last = before.tick(now: date(99))
        var after = HybridLogicalClock(last: .init(rawValue: last.rawValue))
        #expect(after.tick(now: date(3)) > last)
    }
}
