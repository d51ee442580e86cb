/// What a widget may spend, for people.
public struct BudgetStatus: Sendable, Hashable {
    /// Reloads left for the timeline's policy and the provider's own requests, and for pushes.
    public var own: Int
    public var push: Int
    /// How many can be saved up of each.
    public var capacity: Int
    /// Reloads of a day, at full rate.
    public var perDay: Int
    /// When there is one more of its own; nil: all are there.
    public var nextToken: Timestamp?
    /// The least time between two of them.
    public var spacing: Milliseconds
    public var isUnlimited: Bool
    /// Nothing is counted on this machine.
    public var isDeveloperMode: Bool
    public var isOnBattery: Bool
    /// Nobody has seen the widget for a day.
    public var isUnseen: Bool
}

extension BudgetStatus {
    /// What is left, and when there is more.
    func sentence(now: Timestamp) -> String {
        if isDeveloperMode { return "Developer mode is on: no reload is counted." }
        if isUnlimited { return "The interval of its provider is a person's choice: its reloads aren't counted." }
        let slower = [isOnBattery ? "on battery" : nil, isUnseen ? "not shown anywhere for a day" : nil].compactMap(\.self)
        let pace = slower.isEmpty ? "" : ", slower now: \(slower.joined(separator: ", "))"
        let next = nextToken.map { ", the next one \(ReloadStatus.phrase(from: now, to: $0))" } ?? ""
        return "Its budget has \(own) of \(capacity) reloads left\(next); \(perDay) a day\(pace). Pushes have \(push) of \(capacity)."
    }
}

extension ReloadEngine {
    func budgetStatus(of slot: Int, at now: Timestamp) -> BudgetStatus {
        let (budget, rate, state) = (budget(of: slot), rate(of: slot), slots[slot].record.budget)
        return BudgetStatus(
            own: state.own?.tokens(budget, rate, at: now) ?? budget.capacity, push: state.push?.tokens(budget, rate, at: now) ?? budget.capacity,
            capacity: budget.capacity, perDay: budget.perDay, nextToken: state.own?.nextAccrual(budget, rate, at: now), spacing: spacing(of: slot),
            isUnlimited: budget.isUnlimited, isDeveloperMode: isDeveloperMode, isOnBattery: isOnBattery, isUnseen: now >= rate.seenUntil)
    }
}
