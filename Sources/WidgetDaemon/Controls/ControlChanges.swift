import WidgetCore
import WidgetStore

/// A tap's control and key.
struct ControlTap: Hashable {
    var control: ControlID
    var key: String
}

/// A change of a control of this device.
enum ControlChange: Sendable {
    case put(Control)
    case remove(ControlID)
    case press(ControlID, ControlPress, ControlKind)
    case performed(ControlID, key: String, error: String?)
    case loaded(ControlID, number: Int64, Result<ControlValue, WidgetError>)
    case reload(ControlReload)
    /// A provider of these kinds has come or gone. Applying the change checks which of both.
    case providersChanged(Set<String>)
    /// A deadline has passed.
    case advance

    /// Whether the change ends an action or a load, which has a deadline.
    var isEnd: Bool {
        switch self {
        case .performed, .loaded: true
        case .put, .remove, .press, .reload, .providersChanged, .advance: false
        }
    }
}

/// Changes to be written: those that wait, and those that have happened already but couldn't be written.
struct ControlChanges {
    typealias Answer = Result<ControlReceipt?, WidgetError>

    struct Waiting {
        var change: ControlChange
        /// Whether a write that fails is tried again until it succeeds, since the change has happened already.
        var isRetried: Bool
        var answer: CheckedContinuation<Answer, Never>
    }

    private var queue = CommitQueue<Waiting>()
    /// Changes that have happened but couldn't be written. They are written before all others.
    private var unwritten: [Waiting] = []
    /// The error of the last write of ``unwritten``.
    private var error: WidgetError?
    /// Whether the controls' state after the last stop must still be written, with the next change.
    private(set) var hasUnwrittenRestart = false
    /// When a write that failed is tried again; nil: none has.
    var retryAt: Timestamp?

    /// Those that wait for the running commit.
    var count: Int { queue.count }
    var hasUnwritten: Bool { hasUnwrittenRestart || hasFailed }
    /// Whether a change that has happened couldn't be written.
    var hasFailed: Bool { !unwritten.isEmpty }

    mutating func restart() { hasUnwrittenRestart = true }

    /// - Returns: true: nobody writes, and the caller starts the writer.
    mutating func append(_ change: ControlChange, isRetried: Bool, _ answer: CheckedContinuation<Answer, Never>) -> Bool {
        queue.append(Waiting(change: change, isRetried: isRetried, answer: answer))
    }

    /// The changes of the next commit.
    mutating func next() -> [Waiting] { unwritten + queue.next() }

    /// - Returns: true: more waits.
    mutating func end() -> Bool { queue.end() }

    /// Call when a group has been written.
    mutating func written(withRestart: Bool) {
        (unwritten, error) = ([], nil)
        if withRestart { hasUnwrittenRestart = false }
    }

    /// Call when a group couldn't be written. Changes that have happened are tried again later; the others are answered with the error.
    /// - Returns: the changes that are kept.
    mutating func failed(_ error: WidgetError, _ group: [Waiting], _ results: [Answer], isStopping: Bool) -> [ControlChange] {
        (unwritten, self.error) = ([], error)
        for (item, result) in zip(group, results) {
            if item.isRetried, !isStopping {
                unwritten.append(item)
            } else if case .failure = result {
                item.answer.resume(returning: result)
            } else {
                item.answer.resume(returning: .failure(error))
            }
        }
        // The ends come first: a deadline in another change could otherwise end the same action as late.
        unwritten = unwritten.filter(\.change.isEnd) + unwritten.filter { !$0.change.isEnd }
        return unwritten.map(\.change)
    }

    /// The result of a tap's `perform()` that couldn't be written. `failure` is the reason why it failed; nil: it succeeded.
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
