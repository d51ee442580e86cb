/// The tokens that a widget has left, as the store keeps them: a restart neither refills nor forgets.
public struct BudgetState: Sendable, Hashable {
    /// For the timelines' policies and the provider's own requests; nil: nothing was spent yet.
    public var own: TokenBucket?
    /// For pushes.
    public var push: TokenBucket?
    /// When the last reload began that counted, and that wasn't given back.
    public var lastSpentAt: Timestamp?
    /// When a surface last showed the widget; nil: not since it was placed.
    public var lastSeenAt: Timestamp?
    /// The budget that a user chose for this widget on this device; nil: its kind's, or every widget's.
    public var chosen: ReloadBudget?

    public init(
        own: TokenBucket? = nil, push: TokenBucket? = nil, lastSpentAt: Timestamp? = nil, lastSeenAt: Timestamp? = nil, chosen: ReloadBudget? = nil
    ) {
        self.own = own
        self.push = push
        self.lastSpentAt = lastSpentAt
        self.lastSeenAt = lastSeenAt
        self.chosen = chosen
    }
}

/// The bucket from which a reload is paid.
public enum BudgetBucket: Sendable, Hashable {
    case own
    case push

    /// Nil: a reload for this cause is free.
    init?(_ cause: ReloadCause, by caller: ReloadCaller) {
        switch cause {
        case .policy: self = .own
        case .push: self = .push
        // A provider's own change of its widget is a way to ask for a reload.
        case .explicit where caller == .background, .configured where caller == .background, .interaction where caller == .background: self = .own
        case .explicit, .interaction, .environment, .placed, .configured, .visible, .retry, .providerChanged: return nil
        }
    }
}

extension BudgetState {
    /// A bucket's tokens; nil: none of them was spent yet.
    subscript(bucket: BudgetBucket) -> TokenBucket? {
        get { bucket == .own ? own : push }
        set {
            switch bucket {
            case .own: own = newValue
            case .push: push = newValue
            }
        }
    }
}

/// The cost of a reload that hasn't finished yet.
struct BudgetPayment: Hashable {
    /// Where the token came from; nil: the widget's reloads are spaced, and not counted.
    var bucket: BudgetBucket?
    /// ``BudgetState/lastSpentAt`` before it.
    var spentBefore: Timestamp?
}

/// The answer of a widget's budget.
enum BudgetVerdict: Hashable {
    case allowed
    case deferred(until: Timestamp, rule: ReloadRule)
}

/// The outcome of an attempt to pay.
enum BudgetSpending: Hashable {
    /// The reload may go; nil: it is free.
    case paid(BudgetPayment?)
    case deferred(until: Timestamp, rule: ReloadRule)
}

/// The terms on which one widget may spend now.
struct BudgetTerms {
    var budget: ReloadBudget
    var rate: AccrualRate
    /// The least time between two reloads that nobody waits for.
    var spacing: Milliseconds
    /// Developer mode: no reload is counted.
    var isDeveloperMode: Bool
}
