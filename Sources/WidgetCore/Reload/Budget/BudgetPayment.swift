/// What a reload has cost that hasn't finished yet.
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

/// What came of an attempt to pay.
enum BudgetSpending: Hashable {
    /// The reload may go; nil: it is free.
    case paid(BudgetPayment?)
    case deferred(until: Timestamp, rule: ReloadRule)
}
