/// What the engine must know of a widget after a restart. It is written in the same transaction as what caused the change: an intent that was performed, an
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
