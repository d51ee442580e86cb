/// Tokens that accrue with time up to a capacity; each reload spends one. The bucket keeps the time that it has gathered, not tokens, so that nothing is
/// rounded away.
public struct TokenBucket: Sendable, Hashable {
    /// Milliseconds at full rate, times 1,000; one token is ``ReloadBudget/interval`` of it.
    public private(set) var credit: Int64
    /// Up to when ``credit`` has accrued.
    public private(set) var settledAt: Timestamp

    /// As stored.
    public init(credit: Int64, settledAt: Timestamp) {
        self.credit = credit
        self.settledAt = settledAt
    }

    /// A full one.
    init(of budget: ReloadBudget, at now: Timestamp) { self.init(credit: budget.fullCredit, settledAt: now) }

    /// Takes in what has accrued since the last time. A clock that went back takes nothing away.
    mutating func settle(_ budget: ReloadBudget, _ rate: AccrualRate, at now: Timestamp) {
        credit = credit(budget, rate, at: now)
        settledAt = now
    }

    /// Spends one token; false: there is none.
    mutating func spend(_ budget: ReloadBudget, _ rate: AccrualRate, at now: Timestamp) -> Bool {
        settle(budget, rate, at: now)
        guard credit >= budget.tokenCredit else { return false }
        credit -= budget.tokenCredit
        return true
    }

    /// Gives a token back that was spent for nothing.
    mutating func giveBack(_ budget: ReloadBudget) { credit = min(credit + budget.tokenCredit, budget.fullCredit) }

    /// Keeps the tokens that are saved, and the part of the next one, where tokens become dearer or cheaper; what the new budget has no room for is gone.
    mutating func convert(from old: ReloadBudget, to new: ReloadBudget) {
        let worth = Int128(credit) * Int128(new.tokenCredit) / Int128(old.tokenCredit)
        credit = Int64(min(worth, Int128(new.fullCredit)))
    }

    /// Whole tokens at a date.
    func tokens(_ budget: ReloadBudget, _ rate: AccrualRate, at now: Timestamp) -> Int { Int(credit(budget, rate, at: now) / budget.tokenCredit) }

    /// When there is a token; `now` where there is one.
    func nextToken(_ budget: ReloadBudget, _ rate: AccrualRate, at now: Timestamp) -> Timestamp {
        let missing = budget.tokenCredit - credit(budget, rate, at: now)
        return missing <= 0 ? now : rate.date(ofCredit: missing, from: now)
    }

    /// When there is one token more than now; nil: the bucket is full.
    func nextAccrual(_ budget: ReloadBudget, _ rate: AccrualRate, at now: Timestamp) -> Timestamp? {
        let credit = credit(budget, rate, at: now)
        guard credit < budget.fullCredit else { return nil }
        return rate.date(ofCredit: budget.tokenCredit - credit % budget.tokenCredit, from: now)
    }

    private func credit(_ budget: ReloadBudget, _ rate: AccrualRate, at now: Timestamp) -> Int64 {
        let (sum, overflow) = credit.addingReportingOverflow(rate.credit(from: settledAt, to: now))
        return overflow ? budget.fullCredit : min(sum, budget.fullCredit)
    }
}

/// How fast a widget's tokens accrue: at the machine's rate until a date, since then at a part of it, because nobody has seen the widget for a day.
struct AccrualRate: Hashable {
    /// In thousandths of full: 1,000 on mains.
    var power: Int64
    /// Until when the widget counts as seen.
    var seenUntil: Timestamp
    /// The rate afterwards, in thousandths of ``power``.
    var unseen: Int64

    /// The credit that accrues between two dates, as ``TokenBucket/credit`` counts it; zero if the second is the earlier one.
    func credit(from start: Timestamp, to end: Timestamp) -> Int64 {
        guard end > start else { return 0 }
        let middle = min(max(seenUntil, start), end)
        let (seen, seenOverflows) = (middle - start).count.multipliedReportingOverflow(by: power)
        let (rest, restOverflows) = (end - middle).count.multipliedReportingOverflow(by: unseenRate)
        let (sum, overflows) = seen.addingReportingOverflow(rest)
        return seenOverflows || restOverflows || overflows ? .max : sum
    }

    /// When so much will have accrued from a date on; ``Timestamp/latest`` where that is never.
    func date(ofCredit credit: Int64, from start: Timestamp) -> Timestamp {
        let seen = self.credit(from: start, to: max(seenUntil, start))
        if seen >= credit { return start + Milliseconds(Self.ceiling(credit, power)) }
        guard unseenRate > 0 else { return .latest }
        return max(seenUntil, start) + Milliseconds(Self.ceiling(credit - seen, unseenRate))
    }

    /// In thousandths of full, at a date.
    func now(_ date: Timestamp) -> Int64 { date < seenUntil ? power : unseenRate }

    private var unseenRate: Int64 { power * unseen / 1_000 }

    private static func ceiling(_ credit: Int64, _ rate: Int64) -> Int64 { credit / rate + (credit % rate > 0 ? 1 : 0) }
}
