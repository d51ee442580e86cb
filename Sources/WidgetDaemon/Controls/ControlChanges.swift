import WidgetCore
import WidgetStore

/// A tap's control and key.
struct ControlTap: Hashable {
    var control: ControlID
    var key: String
}

/// Something that is to happen to a control of this device.
enum ControlChange: Sendable {
    case put(Control)
    case remove(ControlID)
    case press(ControlID, ControlPress, ControlKind)
    case performed(ControlID, key: String, error: String?)
    case loaded(ControlID, number: Int64, Result<ControlValue, WidgetError>)
    case reload(ControlReload)
    /// A device that performs these kinds has come or gone. Which of them it was is looked up when the change is applied.
    case providersChanged(Set<String>)
    /// Something has come due.
    case advance

    /// It ends what was begun, which has a deadline.
    var isEnd: Bool {
        switch self {
        case .performed, .loaded: true
        case .put, .remove, .press, .reload, .providersChanged, .advance: false
        }
    }
}

/// Changes on their way to the disk: those that wait, and those that have happened and the disk didn't take.
struct ControlChanges {
    typealias Answer = Result<ControlReceipt?, WidgetError>

    struct Waiting {
        var change: ControlChange
        /// It has happened already: where the disk doesn't take it, it waits until that does.
        var isSettled: Bool
        var answer: CheckedContinuation<Answer, Never>
    }

    private var queue = CommitQueue<Waiting>()
    /// Changes that have happened and that the disk didn't take. They are written before all others.
    private var unwritten: [Waiting] = []
    /// Why it didn't.
    private var error: WidgetError?
    /// The controls' state after the last stop is yet to be written, with the first change that the disk takes.
    private(set) var owesRestart = false
    /// When a write that failed is tried again; nil: none has.
    var retryAt: Timestamp?

    /// Those that wait for the running commit.
    var count: Int { queue.count }
    var hasUnwritten: Bool { owesRestart || hasFailed }
    /// The disk didn't take something that has happened.
    var hasFailed: Bool { !unwritten.isEmpty }

    mutating func restart() { owesRestart = true }

    /// - Returns: true: nobody writes, and the caller starts the writer.
    mutating func append(_ change: ControlChange, isSettled: Bool, _ answer: CheckedContinuation<Answer, Never>) -> Bool {
        queue.append(Waiting(change: change, isSettled: isSettled, answer: answer))
    }

    /// The changes of the next commit.
    mutating func next() -> [Waiting] { unwritten + queue.next() }

    /// - Returns: true: more waits.
    mutating func end() -> Bool { queue.end() }

    /// The disk took a group.
    mutating func written(withRestart: Bool) {
        (unwritten, error) = ([], nil)
        if withRestart { owesRestart = false }
    }

    /// The disk didn't take a group: what has happened is tried again later, and of the rest it is said.
    /// - Returns: the changes that are kept.
    mutating func failed(_ error: WidgetError, _ group: [Waiting], _ results: [Answer], isStopping: Bool) -> [ControlChange] {
        (unwritten, self.error) = ([], error)
        for (item, result) in zip(group, results) {
            if item.isSettled, !isStopping {
                unwritten.append(item)
            } else if case .failure = result {
                item.answer.resume(returning: result)
            } else {
                item.answer.resume(returning: .failure(error))
            }
        }
        // By now what they end may seem to have come too late.
        unwritten = unwritten.filter(\.change.isEnd) + unwritten.filter { !$0.change.isEnd }
        return unwritten.map(\.change)
    }

    /// How `perform()` ended of a tap whose end the disk doesn't take: `failure` is why it failed, nil where it didn't.
    func unwrittenEnd(of record: ControlRecord) -> (failure: String?, error: WidgetError)? {
        guard let error, record.receipt == .pending else { return nil }
        var end: (failure: String?, error: WidgetError)?
        for case .performed(record.control, record.key, let failure) in unwritten.lazy.map(\.change) {
            guard let failure else { return (nil, error) }
            end = (failure, error)
        }
        return end
    }
}
