import WidgetCore

/// The most that a widget can have left, kept apart from the engine: in tokens and fractions of them, by the wall clock.
struct BudgetAccount {
    static let capacity = 8.0
    /// One token, in milliseconds at full rate.
    static let interval = 1_350_000.0
    /// How fast they accrue for a widget that nobody has seen for a day.
    static let unseen = 0.25

    private(set) var own = capacity
    private(set) var push = capacity
    private(set) var isVisible = false
    private var settledAt: Timestamp
    private var seenUntil: Timestamp

    init(at now: Timestamp) {
        settledAt = now
        seenUntil = now + .hours(24)
    }

    /// Takes in what has accrued; a clock that went back brings nothing and takes nothing away.
    mutating func settle(at now: Timestamp, power: Double) {
        if now > settledAt {
            let seen = isVisible ? now : min(max(seenUntil, settledAt), now)
            let accrued = (Double((seen - settledAt).count) + Double((now - seen).count) * Self.unseen) * power / Self.interval
            own = min(Self.capacity, own + accrued)
            push = min(Self.capacity, push + accrued)
        }
        settledAt = now
        seenUntil = isVisible ? now + .hours(24) : min(seenUntil, now + .hours(24))
    }

    /// After ``settle(at:power:)``.
    mutating func setVisible(_ isVisible: Bool, at now: Timestamp) {
        if isVisible != self.isVisible { seenUntil = now + .hours(24) }
        self.isVisible = isVisible
    }

    /// After ``settle(at:power:)``; false: there was none.
    mutating func spend(isPush: Bool) -> Bool {
        let left = isPush ? push : own
        if isPush { push -= 1 } else { own -= 1 }
        return left > 1 - 1e-6
    }

    mutating func giveBack(isPush: Bool) {
        if isPush { push = min(Self.capacity, push + 1) } else { own = min(Self.capacity, own + 1) }
    }
}
