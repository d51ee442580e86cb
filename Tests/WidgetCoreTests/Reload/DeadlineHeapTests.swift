import Testing

@testable import WidgetCore

@Suite("The heap of deadlines")
struct DeadlineHeapTests {
    private func date(_ milliseconds: Int) -> Timestamp { Timestamp(milliseconds: Int64(milliseconds)) }

    /// The heap with slots, as the engine has it.
    private struct Deadlines {
        var heap = DeadlineHeap()
        var slots = (0..<101).map { ReloadSlot(id: WidgetID(high: 0, low: UInt64($0)), kind: 0, record: ReloadRecord()) }

        mutating func set(_ slot: Int, to date: Timestamp?) {
            heap.set(slot, &slots[slot].armed, to: date)
            heap.dropStale(slots)
        }

        mutating func popDue(at now: Timestamp) -> Int? {
            let slot = heap.due(at: now)
            if let slot { set(slot, to: nil) }
            return slot
        }
    }

    @Test("Deadlines come in order, each once; what was changed or cleared doesn't come at its old date")
    func order() {
        var deadlines = Deadlines()
        deadlines.set(0, to: date(30))
        deadlines.set(1, to: date(10))
        deadlines.set(2, to: date(20))
        deadlines.set(1, to: date(40))
        deadlines.set(2, to: nil)
        #expect(deadlines.heap.first == date(30))
        #expect(deadlines.popDue(at: date(29)) == nil)
        #expect(deadlines.popDue(at: date(50)) == 0)
        #expect(deadlines.popDue(at: date(50)) == 1)
        #expect(deadlines.popDue(at: date(50)) == nil)
        #expect(deadlines.heap.first == nil)
    }

    @Test("Deadlines that change all the time don't make it grow")
    func bounded() {
        var deadlines = Deadlines()
        deadlines.set(0, to: date(0))
        for round in 1...1_000 {
            for slot in 1...100 { deadlines.set(slot, to: date(round * 100 + slot)) }
            #expect((101...2 * 101 + 64).contains(deadlines.heap.count))
        }
    }
}
