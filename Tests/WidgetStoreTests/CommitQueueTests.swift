import Testing

@testable import WidgetStore

/// Changes that come while a commit runs share the next one, and somebody always writes what waits.
@Suite struct CommitQueueTests {
    private var queue = CommitQueue<Int>()

    @Test("the first change starts the writer, and those that come meanwhile don't")
    mutating func theFirstStartsTheWriter() {
        let starts = [queue.append(1), queue.append(2)]
        #expect(starts == [true, false])
        write([1, 2])
        let startsAnother = queue.append(3)
        let goesOn = queue.end()
        #expect(!startsAnother && goesOn && queue.count == 1)
        write([3])
        let hasMore = queue.end()
        #expect(!hasMore)
        let startsAfterTheEnd = queue.append(4)
        #expect(startsAfterTheEnd, "the writer has stopped: the next change starts another")
    }

    @Test("a commit takes no more than its limit, in the order of arrival")
    mutating func aCommitHasALimit() {
        for change in 1...5 { _ = queue.append(change) }
        for (changes, hasMore) in [([1, 2], true), ([3, 4], true), ([5], false)] {
            write(changes, atMost: 2)
            let goesOn = queue.end()
            #expect(goesOn == hasMore)
        }
    }

    @Test("a change is written at once where nobody writes, and what comes meanwhile waits for the end of that commit")
    mutating func nobodyWrites() {
        let isAlone = [queue.begin(), queue.begin()]
        #expect(isAlone == [true, false])
        let startsAWriter = queue.append(1)
        let goesOn = queue.end()
        #expect(!startsAWriter && goesOn, "the caller that wrote at once starts the writer")
        write([1])
        let hasMore = queue.end()
        #expect(!hasMore)
    }

    /// The row that the writer takes next.
    private mutating func write(_ changes: [Int], atMost limit: Int = .max) {
        let taken = queue.next(atMost: limit)
        #expect(taken == changes)
    }
}
