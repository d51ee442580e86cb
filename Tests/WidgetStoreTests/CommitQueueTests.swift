import Testing

@testable import WidgetStore

/// Changes that come while a commit runs share the next one, and somebody always writes what waits.
@Suite struct CommitQueueTests {
    @Test("the first change starts the writer, and those that come meanwhile don't")
    func theFirstStartsTheWriter() {
        var queue = CommitQueue<Int>()
        #expect(queue.append(1))
        #expect(!queue.append(2))
        #expect(queue.next() == [1, 2])
        #expect(!queue.append(3))
        #expect(queue.end() && queue.count == 1)
        #expect(queue.next() == [3])
        #expect(!queue.end())
        #expect(queue.append(4), "the writer has stopped: the next change starts another")
    }

    @Test("a commit takes no more than its limit, in the order of arrival")
    func aCommitHasALimit() {
        var queue = CommitQueue<Int>()
        for change in 1...5 { _ = queue.append(change) }
        #expect(queue.next(atMost: 2) == [1, 2] && queue.end())
        #expect(queue.next(atMost: 2) == [3, 4] && queue.end())
        #expect(queue.next(atMost: 2) == [5] && !queue.end())
    }

    @Test("a change is written at once where nobody writes, and what comes meanwhile waits for the end of that commit")
    func nobodyWrites() {
        var queue = CommitQueue<Int>()
        #expect(queue.begin())
        #expect(!queue.begin() && !queue.append(1))
        #expect(queue.end(), "the caller that wrote at once starts the writer")
        #expect(queue.next() == [1] && !queue.end())
    }
}
