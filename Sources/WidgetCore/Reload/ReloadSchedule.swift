/// When the provider is asked next, and by which rule.
struct ReloadSchedule: Hashable {
    var date: Timestamp?
    var rule: ReloadRule

    /// The schedule that the policy of a timeline asks for that arrived at `now`.
    ///
    /// - Parameters:
    ///   - idleWait: the shortest wait where the daemon picks the time.
    ///   - doublings: how many times that wait is doubled.
    init(
        after timeline: Timeline, at now: Timestamp, spacing: Milliseconds, idleWait: Milliseconds, doublings: Int, configuration: ReloadConfiguration,
        using random: inout SplitMix64
    ) {
        let earliest = now + spacing
        switch timeline.policy {
        case .never:
            self.init(date: nil, rule: .policyNever)
        case .after(let date) where date < earliest:
            // A date that is less than 2 s too early means the spacing itself: providers count in whole seconds, and take a moment to answer.
            let isShort = date + .seconds(2) < earliest
            self.init(date: earliest, rule: isShort ? .minimumSpacing : .policyAfter)
        case .after(let date):
            let jitter = min(configuration.afterJitter, Milliseconds((date - now).count / 10))
            self.init(date: date + random.interval(from: .zero, to: jitter), rule: .policyAfter)
        case .atEnd:
            // The end is that of the provider's own entries.
            let own = timeline.entries.lazy.filter { !$0.isRedrawn }
            let (last, isSeries) = (own.last?.date ?? now, !own.dropFirst().isEmpty)
            if isSeries, last > earliest {
                self.init(date: last, rule: .policyAtEnd)
            } else if isSeries, last > now {
                self.init(date: earliest, rule: .minimumSpacing)
            } else {
                let idle = now + Self.doubled(idleWait, times: doublings, limit: max(idleWait, configuration.idleLimit))
                self.init(date: max(last, idle), rule: .policyAtEndIdle)
            }
        }
    }

    /// The retry after the `failures`th failure in a row: random in the upper half of a range that doubles, 30 to 60 s, 1 to 2 min … 30 to 60 min.
    init(afterFailures failures: Int, at now: Timestamp, configuration: ReloadConfiguration, using random: inout SplitMix64) {
        let longest = Self.doubled(configuration.retryBase, times: failures, limit: configuration.retryLimit)
        let shortest = max(min(configuration.retryBase, longest), Milliseconds(longest.count / 2))
        self.init(date: now + random.interval(from: shortest, to: longest), rule: .retry)
    }

    private init(date: Timestamp?, rule: ReloadRule) {
        self.date = date
        self.rule = rule
    }

    /// The number of doublings after which any interval of a millisecond and more is over an hour, so that the shift can't overflow.
    private static let mostDoublings = 22

    static func doubled(_ interval: Milliseconds, times: Int, limit: Milliseconds) -> Milliseconds {
        let (product, overflow) = interval.count.multipliedReportingOverflow(by: 1 << Int64(min(max(0, times), mostDoublings)))
        return overflow ? limit : min(limit, Milliseconds(product))
    }
}
