internal import WidgetCore

/// Writes that wait for the writer. Those that come while it commits share its next commit.
struct WriteQueue {
    private var waiting: [PendingWrite] = []
    private var isWriting = false

    /// Adds a write.
    /// - Returns: true: the caller starts the writer.
    mutating func append(_ write: PendingWrite) -> Bool {
        waiting.append(write)
        defer { isWriting = true }
        return !isWriting
    }

    /// What the next commit holds, in the order of arrival; empty: the writer ends.
    mutating func next() -> [PendingWrite] {
        let group = Array(waiting.prefix(StoreLimits.writesPerCommit))
        waiting.removeFirst(group.count)
        isWriting = !group.isEmpty
        return group
    }
}

/// One caller's write.
struct PendingWrite: Sendable {
    /// Does it, and keeps its result until the commit.
    let perform: @Sendable (inout StoreTransaction) throws -> Void
    /// Answers the caller; nil: it is durable.
    let complete: @Sendable (WidgetError?) -> Void
}
