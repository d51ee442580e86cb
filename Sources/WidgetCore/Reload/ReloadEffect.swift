/// The caller that asks for a reload.
public enum ReloadCaller: Sendable, Hashable {
    /// A local client with the `act` right: free of budgets, and before what a policy asks for.
    case foreground
    /// A provider that asks by itself.
    case background
    /// A provider that asks while a user uses it: as free as what the user asks for.
    case session
    /// The daemon.
    case system
}

/// Which widgets a request is about.
public enum ReloadTarget: Sendable, Hashable {
    case widget(WidgetID)
    /// All of one kind, by its id.
    case kind(String)
    case all
}

/// An effect that the engine asks for. `persist` and `record` belong in the transaction of their cause; `launch` and `show` follow when it is committed.
public enum ReloadEffect: Sendable, Hashable {
    /// Ask the provider for a timeline, and call ``ReloadEngine/finish(_:_:isUnchanged:at:)`` exactly once with what comes of it.
    case launch(WidgetID, ReloadCause)
    /// The entry with this index of the widget's timeline is shown from now on.
    case show(WidgetID, entry: Int)
    /// Append to the decision log.
    case record(Decision)
    /// The record that a restart needs.
    case persist(WidgetID, ReloadRecord)
}

/// The engine's state of a widget that outlives a restart. It is written in the same transaction as the cause of the change: an intent that was performed, an
/// accepted timeline, a recorded failure.
public struct ReloadRecord: Sendable, Hashable {
    /// When the provider is asked next; nil: when something else asks for it.
    public var nextReload: Timestamp?
    /// The name of the ``ReloadRule`` that set `nextReload`; empty: none did.
    public var rule: String
    /// Reloads that failed since the last one that didn't.
    public var failures: Int
    /// Why the last reload failed, for people; empty: it didn't.
    public var lastError: String
    /// When the last reload finished, well or badly.
    public var lastReloadAt: Timestamp?
    /// A guaranteed reload that no finished launch has served yet, such as that after an interaction. A restart launches it.
    public var pending: ReloadCause?
    /// A reload that waits for its budget, and that no finished launch has served yet.
    public var deferred: ReloadCause?
    public var budget: BudgetState

    public init(
        nextReload: Timestamp? = nil, rule: String = "", failures: Int = 0, lastError: String = "", lastReloadAt: Timestamp? = nil,
        pending: ReloadCause? = nil, deferred: ReloadCause? = nil, budget: BudgetState = BudgetState()
    ) {
        self.nextReload = nextReload
        self.rule = rule
        self.failures = failures
        self.lastError = lastError
        self.lastReloadAt = lastReloadAt
        self.pending = pending
        self.deferred = deferred
        self.budget = budget
    }
}
