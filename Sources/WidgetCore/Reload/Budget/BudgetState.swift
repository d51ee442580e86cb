/// What a widget has left to spend, as it is kept in the store: a restart neither refills nor forgets.
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
