/// How many reloads a widget has that nobody waits for: those of its timelines' policies, and its provider's own requests. Pushes have as many of their own.
///
/// Apple gives a widget that is seen often 40 to 70 reloads a day, and publishes no rule. Ours is a bucket of 64 a day, one each 22.5 minutes, of which 8 can
/// be saved up.
public struct ReloadBudget: Sendable, Hashable {
    /// The time after which there is one token more, at full rate.
    public var interval: Milliseconds
    /// How many can be saved up.
    public var capacity: Int
    /// Nothing is counted: the user chose how often the provider is asked.
    public var isUnlimited: Bool

    /// - Parameters:
    ///   - perDay: 1 to ``Limits/reloadsPerDay``.
    ///   - capacity: 1 to ``Limits/savedReloads``.
    /// - Throws: INVALID_ARGUMENT with the field and the limit.
    public init(perDay: Int, capacity: Int) throws(WidgetError) {
        guard (1...Limits.reloadsPerDay).contains(perDay) else {
            throw .invalid("reloads_per_day", "must be 1 to \(Limits.reloadsPerDay), one a minute, not \(perDay)")
        }
        guard (1...Limits.savedReloads).contains(capacity) else {
            throw .invalid("saved_reloads", "must be 1 to \(Limits.savedReloads), not \(capacity)")
        }
        self.init(interval: Milliseconds(Self.day / Int64(perDay)), capacity: capacity)
    }

    private init(interval: Milliseconds, capacity: Int, isUnlimited: Bool = false) {
        self.interval = interval
        self.capacity = capacity
        self.isUnlimited = isUnlimited
    }

    private static let day: Int64 = 86_400_000

    /// 64 a day, 8 saved.
    public static let standard = ReloadBudget(interval: Milliseconds(day / 64), capacity: 8)
    /// For a kind whose interval a user chose, such as a plugin with it in its file name.
    public static let unlimited = ReloadBudget(interval: Milliseconds(day / 64), capacity: 8, isUnlimited: true)

    /// Reloads of a day at full rate.
    public var perDay: Int { Int(Self.day / interval.count) }

    /// One token, as ``TokenBucket/credit`` counts.
    var tokenCredit: Int64 { interval.count * 1_000 }
    var fullCredit: Int64 { tokenCredit * Int64(capacity) }
}
