import WidgetCore
import WidgetStore

/// Decisions that wait for the next commit, and the widgets whose reload records do: one commit takes all that has gathered while the one before ran.
struct Journal {
    private(set) var decisions: [Decision] = []
    private(set) var recorded: Set<WidgetID> = []
    /// What became of pushes.
    private(set) var pushes: [PushEffect] = []

    var isEmpty: Bool { decisions.isEmpty && recorded.isEmpty && pushes.isEmpty }

    mutating func append(_ decision: Decision) { decisions.append(decision) }

    /// The record of this widget has changed.
    mutating func record(_ id: WidgetID) { recorded.insert(id) }

    mutating func append(_ effects: [PushEffect]) { pushes += effects }

    /// What waits of pushes, with the records that go with it, for a transaction that must not come before it. Decisions may wait.
    mutating func takePushes() -> Journal {
        var taken = Journal()
        guard !pushes.isEmpty else { return taken }
        (taken.pushes, taken.recorded) = (pushes, recorded)
        (pushes, recorded) = ([], [])
        return taken
    }

    /// Everything that waits; the journal is empty afterwards.
    mutating func take() -> Journal {
        defer { self = Journal() }
        return self
    }

    /// Puts back what could not be written, before what has come since; of the decisions the newest ``DaemonLimits/waitingDecisions``.
    mutating func putBack(_ unwritten: Journal) {
        decisions = Array((unwritten.decisions + decisions).suffix(DaemonLimits.waitingDecisions))
        recorded.formUnion(unwritten.recorded)
        pushes = unwritten.pushes + pushes
    }

    func write(to transaction: inout StoreTransaction, from book: RecordBook) throws {
        try book.write(recorded, to: &transaction)
        try transaction.write(pushes)
        for decision in decisions { _ = try transaction.append(decision) }
    }
}
