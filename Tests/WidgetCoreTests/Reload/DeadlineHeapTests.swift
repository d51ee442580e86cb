import Testing

@testable import WidgetCore

@Suite("The heap of deadlines")
struct DeadlineHeapTests {
    private func date(_ milliseconds: Int) -> Timestamp { Timestamp(milliseconds: Int64(milliseconds)) }

    @Test("Deadlines come in order, each once; what was changed or cleared doesn't come at its old date")
    func order() {
        var heap = DeadlineHeap()
        heap.set(0, to: date(30))
        heap.set(1, to: date(10))
        heap.set(2, to: date(20))
        heap.set(1, to: date(40))
        heap.set(2, to: nil)
        #expect(heap.first == date(30))
        #expect(heap.popDue(at: date(29)) == nil)
        #expect(heap.popDue(at: date(50)) == 0)
        #expect(heap.popDue(at: date(50)) == 1)
        #expect(heap.popDue(at: date(50)) == nil)
        #expect(heap.first == nil)
    }

    @Test("Deadlines that change all the time don't make it grow")
    func bounded() {
        var heap = DeadlineHeap()
        heap.set(0, to: date(0))
        for round in 1...1_000 {
            for slot in 1...100 { heap.set(slot, to: date(round * 100 + slot)) }
            #expect(heap.count <= 2 * heap.liveCount + 64)
        }
        #expect(heap.liveCount == 101)
    }
}
