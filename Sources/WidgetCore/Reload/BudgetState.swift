/// What a widget may still spend on reloads. There are no budgets yet: every reload is allowed. The engine asks in one place, before a launch is queued.
public struct BudgetState: Sendable, Hashable {
    /// The answer for one reload.
    enum Verdict {
        case allowed
    }

    /// A budget that allows everything.
    public init() {}

    /// Whether a reload for `cause`, asked for by `caller`, may go at `now`; what is allowed is spent.
    mutating func spend(on cause: ReloadCause, by caller: ReloadCaller, at now: Timestamp) -> Verdict { .allowed }
}
