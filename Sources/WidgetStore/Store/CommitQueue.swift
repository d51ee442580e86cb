/// Changes that wait for the writer. Those that come during a commit share the next one.
package struct CommitQueue<Change: Sendable>: Sendable {
    private var waiting: [Change] = []
    private var isWriting = false

    package init() {}

    /// The changes that wait; those of the running commit aren't among them.
    package var count: Int { waiting.count }

    /// Whether the caller may write at once, because nobody writes or waits. If so, the caller calls ``end()`` after its write.
    mutating func begin() -> Bool {
        defer { isWriting = true }
        return !isWriting
    }

    /// Adds a change.
    /// - Returns: true: nobody writes, and the caller starts the writer.
    package mutating func append(_ change: Change) -> Bool {
        waiting.append(change)
        defer { isWriting = true }
        return !isWriting
    }

    /// Takes the changes of the next commit, in the order of arrival. The writer calls it, and ``end()`` after the commit.
    /// - Parameter limit: the most that one commit takes.
    package mutating func next(atMost limit: Int = .max) -> [Change] {
        let group = Array(waiting.prefix(limit))
        waiting.removeFirst(group.count)
        return group
    }

    /// Ends a commit.
    /// - Returns: true: more waits, and the writer goes on; false: it stops, and the next ``append(_:)`` starts another.
    package mutating func end() -> Bool {
        isWriting = !waiting.isEmpty
        return isWriting
    }
}
