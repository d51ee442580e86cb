/// How fast a widget's tokens accrue: at the machine's rate until a date, since then at a part of it, because nobody has seen the widget for a day.
struct AccrualRate: Hashable {
    /// In thousandths of full: 1,000 on mains.
    var power: Int64
    /// Until when the widget counts as seen.
    var seenUntil: Timestamp
    /// What accrues afterwards, in thousandths of ``power``.
    var unseen: Int64

    /// What accrues between two dates, as ``TokenBucket/credit`` counts it; zero where they stand the other way round.
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
