/// The end of a launch that brought a timeline, from before the commit that keeps the timeline until after it.
///
/// The engine makes it, the commit writes it, and the engine gets it back:
///
/// ```swift
/// var commit = engine.commit(of: widget, with: timeline, isUnchanged: false, at: now)
/// // In the transaction that stores the timeline, in whatever thread that runs:
/// let record = commit.write(over: recordOfALaterEffect)
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
    /// The record that the engine comes to.
    private let concluded: ReloadRecord
    /// The decisions that belong in the transaction.
    public let decisions: [Decision]
    /// The next reload as it was planned, with the date that was drawn.
    fileprivate let schedule: ReloadSchedule
    /// The record that a transaction has taken; nil: none has.
    private var written: ReloadRecord?

    /// - Parameters:
    ///   - concluded: the widget's slot once the engine has been told of the end.
    init(date: Timestamp, isUnchanged: Bool, concluded: ReloadSlot, decisions: [Decision], schedule: ReloadSchedule) {
        widget = concluded.id
        self.date = date
        self.isUnchanged = isUnchanged
        self.concluded = concluded.record
        self.decisions = decisions
        self.schedule = schedule
    }

    /// Takes the record that belongs in the transaction, and remembers it.
    ///
    /// If a record was to be persisted since this was made, that one is taken. The launch then counts as not served until the engine has been told.
    /// - Parameter later: the record of the last ``ReloadEffect/persist(_:_:)`` that came after this was made; nil: none has come.
    public mutating func write(over later: ReloadRecord?) -> ReloadRecord {
        let record = later ?? concluded
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
    /// Ends the launch once its commit is durable: the next reload is as planned there. A commit that failed ends with
    /// ``finish(_:_:isUnchanged:at:)`` and the error instead.
    ///
    /// The effects are all that follow; ``ReloadCommit/hasWritten(_:)`` tells which of them are on disk already.
    /// - Parameter timeline: as it was stored.
    public mutating func finish(_ commit: ReloadCommit, with timeline: Timeline) -> [ReloadEffect] {
        finish(commit.widget, .success(timeline), isUnchanged: commit.isUnchanged, planned: commit.schedule, at: commit.date)
    }
}
