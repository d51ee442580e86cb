/// The budget of a widget, for people.
public struct BudgetStatus: Sendable, Hashable {
    /// The origin of the budget.
    public enum Source: Sendable, Hashable {
        case everyWidget
        case kind
        case widget
        /// Nothing is counted: a user chose how often the provider is asked.
        case interval
    }

    /// One of the two buckets.
    public struct Bucket: Sendable, Hashable {
        /// Reloads that it has left.
        public var left: Int
        /// When there is one more; nil: all are there.
        public var nextToken: Timestamp?
    }

    /// The budget that counts.
    public var budget: ReloadBudget
    public var source: Source
    /// For the timeline's policy and the provider's own requests.
    public var own: Bucket
    /// For pushes.
    public var push: Bucket
    /// The least time between two reloads that nobody waits for.
    public var spacing: Milliseconds
    /// When one last began that counted.
    public var lastSpentAt: Timestamp?
    /// Nothing is counted on this machine.
    public var isDeveloperMode: Bool
    public var isOnBattery: Bool
    /// Nobody has seen the widget for a day.
    public var isUnseen: Bool
    /// How fast tokens accrue now, in thousandths of full.
    public var rate: Int64
}

extension BudgetStatus {
    /// The tokens that are left, and the date of the next.
    func sentence(now: Timestamp) -> String {
        if isDeveloperMode { return "Developer mode is on: no reload is counted." }
        if source == .interval { return "The interval of its provider is a user's choice: its reloads aren't counted." }
        let slower = [isOnBattery ? "on battery" : nil, isUnseen ? "not shown anywhere for a day" : nil].compactMap(\.self)
        let pace = slower.isEmpty ? "" : ", slower now: \(slower.joined(separator: ", "))"
        return "Its budget has \(phrase(own, now)); \(budget.perDay) a day\(pace). Pushes have \(phrase(push, now))."
    }

    private func phrase(_ bucket: Bucket, _ now: Timestamp) -> String {
        let next = bucket.nextToken.map { ", the next one \(ReloadStatus.phrase(from: now, to: $0))" } ?? ""
        return "\(bucket.left) of \(budget.capacity) reloads left\(next)"
    }
}

extension ReloadEngine {
    func budgetStatus(of slot: Int, at now: Timestamp) -> BudgetStatus {
        let (budget, rate, state) = (budget(of: slot), rate(of: slot), slots[slot].record.budget)
        let source: BudgetStatus.Source =
            state.chosen != nil ? .widget : kinds[slots[slot].kind].budget == nil ? .everyWidget : budget.isUnlimited ? .interval : .kind
        func bucket(_ bucket: TokenBucket?) -> BudgetStatus.Bucket {
            BudgetStatus.Bucket(left: bucket?.tokens(budget, rate, at: now) ?? budget.capacity, nextToken: bucket?.nextAccrual(budget, rate, at: now))
        }
        return BudgetStatus(
            budget: budget, source: source, own: bucket(state.own), push: bucket(state.push), spacing: spacing(of: slot), lastSpentAt: state.lastSpentAt,
            isDeveloperMode: isDeveloperMode, isOnBattery: isOnBattery, isUnseen: now >= rate.seenUntil, rate: rate.now(now))
    }
}
