/// The end of a launch that brought a timeline, from before the commit that keeps the timeline until after it.
///
/// The engine makes it, the commit writes it, and the engine gets it back:
///
/// ```swift
/// var commit = engine.commit(of: widget, with: timeline, isUnchanged: false, at: now)
/// // In the transaction that stores the timeline, in whatever thread that runs:
/// let record = commit.write(over: newestRecord)
/// // Once that is durable:
/// let effects = engine.finish(commit, with: timeline)
/// let left = effects.filter { !commit.hasWritten($0) }
/// ```
///
/// So a crash after the commit neither asks the provider twice nor forgets a decision, and nothing is written twice.
public struct ReloadCommit: Sendable, Hashable {
    public let widget: WidgetID
    /// The date of the launch's end.
    public let date: Timestamp
    /// The timeline shows what the widget's does from now on.
    public let isUnchanged: Bool
    /// The engine's record of the widget when it made this.
    private let before: ReloadRecord?
    fileprivate let conclusion: ReloadConclusion
    /// The record that a transaction has taken; nil: none has.
    private var written: ReloadRecord?

    fileprivate init(widget: WidgetID, date: Timestamp, isUnchanged: Bool, before: ReloadRecord?, conclusion: ReloadConclusion) {
        self.widget = widget
        self.date = date
        self.isUnchanged = isUnchanged
        self.before = before
        self.conclusion = conclusion
    }

    /// The decisions that belong in the transaction.
    public var decisions: [Decision] { conclusion.decisions }

    /// Takes the record that belongs in the transaction, and remembers it.
    ///
    /// If something has changed the record since this was made, the changed one is taken. The launch then counts as not served until the engine has been told.
    /// - Parameter newest: the widget's record as the engine has it when the transaction runs; nil: not known.
    public mutating func write(over newest: ReloadRecord?) -> ReloadRecord {
        let record = if let newest, newest != before { newest } else { conclusion.record }
        written = record
        return record
    }

    /// Whether the transaction has written what an effect of the launch's end asks for. False for everything as long as no transaction has.
    public func hasWritten(_ effect: ReloadEffect) -> Bool {
        guard let written else { return false }
        return switch effect {
        case .persist(let id, let record): id == widget && record == written
        case .record(let decision): decisions.contains(decision)
        case .launch, .show: false
        }
    }
}

extension ReloadEngine {
    /// The end of the widget's running launch, which brought this timeline, to be written with the timeline. Nothing of the engine changes before
    /// ``finish(_:with:)``.
    /// - Parameter isUnchanged: the timeline shows what the widget's does from `now` on.
    /// - Returns: nil where no launch of the widget is running here, or another device gives its timelines by now.
    public func commit(of widget: WidgetID, with timeline: Timeline, isUnchanged: Bool, at now: Timestamp) -> ReloadCommit? {
        guard let conclusion = conclusion(of: widget, with: timeline, isUnchanged: isUnchanged, at: now) else { return nil }
        return ReloadCommit(widget: widget, date: now, isUnchanged: isUnchanged, before: record(of: widget), conclusion: conclusion)
    }

    /// Ends the launch once its commit is durable: the next reload is as planned there. A commit that failed ends with
    /// ``finish(_:_:isUnchanged:as:at:)`` and the error instead.
    ///
    /// The effects are all that follow; ``ReloadCommit/hasWritten(_:)`` tells which of them are on disk already.
    /// - Parameter timeline: as it was stored.
    public mutating func finish(_ commit: ReloadCommit, with timeline: Timeline) -> [ReloadEffect] {
        finish(commit.widget, .success(timeline), isUnchanged: commit.isUnchanged, as: commit.conclusion, at: commit.date)
    }
}
