/// The stored relevance of a kind.
public struct RelevanceRecord: Sendable, Hashable {
    /// The fingerprint of the provider that gave it.
    public var fingerprint: String
    /// The provider's last answer, which stays through failures. Nil: nothing yet.
    public var provided: ProvidedRelevance?
    /// When it gave that answer; nil: never.
    public var answeredAt: Timestamp?
    /// Failures since that answer.
    public var failures: Int
    /// Why the last request failed; empty: it didn't.
    public var lastError: String
    /// When it is asked again; nil: not before somebody invalidates it, or its provider changes.
    public var nextAsk: Timestamp?

    public init(
        fingerprint: String, provided: ProvidedRelevance? = nil, answeredAt: Timestamp? = nil, failures: Int = 0, lastError: String = "",
        nextAsk: Timestamp? = nil
    ) {
        self.fingerprint = fingerprint
        self.provided = provided
        self.answeredAt = answeredAt
        self.failures = failures
        self.lastError = lastError
        self.nextAsk = nextAsk
    }
}

/// When providers are asked for the relevance of their kinds: when they are new or have changed, when somebody invalidates it, and when the last interval that
/// they gave has passed. After failures they are asked less and less often. A state machine: time is an input, and the caller asks for the kinds that
/// ``due(at:limit:)`` gives.
public struct RelevanceSchedule: Sendable {
    /// By kind.
    public private(set) var records: [String: RelevanceRecord]
    /// The kinds that can be asked now, with the fingerprint of their provider.
    public private(set) var installed: [String: String] = [:]
    /// The kinds that are being asked.
    public private(set) var asking: Set<String> = []
    /// The kinds that were invalidated while they were being asked.
    private var again: Set<String> = []

    /// - Parameter records: what was kept.
    public init(records: [String: RelevanceRecord] = [:]) { self.records = records }

    /// The next date at which one is to be asked; nil: none.
    public var nextDate: Timestamp? {
        installed.keys.filter { !asking.contains($0) }.compactMap { records[$0]?.nextAsk }.min()
    }

    /// Sets the kinds that can be asked now. A kind that is new, or whose provider has changed, is asked; the others go on as they were.
    /// - Parameter known: kinds that are there or may come back; the records of all others are forgotten.
    /// - Returns: those whose records were forgotten.
    public mutating func set(installed: [String: String], known: Set<String>, at date: Timestamp) -> [String] {
        self.installed = installed
        for (kind, fingerprint) in installed where records[kind]?.fingerprint != fingerprint {
            records[kind, default: RelevanceRecord(fingerprint: fingerprint)].fingerprint = fingerprint
            records[kind]?.failures = 0
            ask(kind, at: date)
        }
        let forgotten = records.keys.filter { !known.contains($0) && !asking.contains($0) }
        for kind in forgotten { records[kind] = nil }
        return forgotten
    }

    /// The provider's answer about a kind doesn't hold any more: it is asked now.
    /// - Returns: coalesced, where it is about to be asked already. Nil: no such kind can be asked.
    public mutating func invalidate(_ kind: String, at date: Timestamp) -> ReloadOutcome? {
        guard installed[kind] != nil else { return nil }
        let isPending = asking.contains(kind) ? again.contains(kind) : records[kind]?.nextAsk.map { $0 <= date } ?? false
        ask(kind, at: date)
        return isPending ? .coalesced : .accepted
    }

    private mutating func ask(_ kind: String, at date: Timestamp) {
        if asking.contains(kind) { again.insert(kind) } else { records[kind]?.nextAsk = date }
    }

    /// The kinds that are to be asked now, by id. They count as being asked until ``finish(_:_:at:)``.
    /// - Parameter limit: at most so many at once, with those that are being asked already.
    public mutating func due(at date: Timestamp, limit: Int) -> [String] {
        let due = installed.keys.filter { kind in !asking.contains(kind) && records[kind]?.nextAsk.map { $0 <= date } ?? false }.sorted()
        let now = due.prefix(max(0, limit - asking.count))
        asking.formUnion(now)
        return Array(now)
    }

    /// Takes in the answer about a kind.
    public mutating func finish(_ kind: String, _ result: Result<ProvidedRelevance, WidgetError>, at date: Timestamp) {
        asking.remove(kind)
        guard var record = records[kind] else { return }
        switch result {
        case .success(let provided):
            (record.provided, record.answeredAt, record.failures, record.lastError) = (provided, date, 0, "")
            // An interval that is over already says that nothing more is coming.
            record.nextAsk = provided.end.flatMap { $0 > date ? max($0, date + RelevanceLimits.spacing) : nil }
        case .failure(let error):
            record.failures += 1
            record.lastError = error.message
            record.nextAsk = date + Self.pause(afterFailures: record.failures)
        }
        records[kind] = record
        if again.remove(kind) != nil { records[kind]?.nextAsk = date }
    }

    /// The kind couldn't be asked, which isn't its provider's failure. Another try comes after a pause, or at once where somebody has asked for it meanwhile.
    public mutating func cancel(_ kind: String, at date: Timestamp) {
        asking.remove(kind)
        let isAgain = again.remove(kind) != nil
        records[kind]?.nextAsk = isAgain ? date : date + RelevanceLimits.firstRetry
    }

    /// The clock was set: a pause after a failure ends no later than if it began now.
    public mutating func clockChanged(at date: Timestamp) {
        for (kind, record) in records where record.failures > 0 {
            records[kind]?.nextAsk = min(record.nextAsk ?? .latest, date + Self.pause(afterFailures: record.failures))
        }
    }

    /// Twice as long after each failure.
    static func pause(afterFailures failures: Int) -> Milliseconds {
        let doublings = min(max(0, failures - 1), 16)
        return min(Milliseconds(RelevanceLimits.firstRetry.count << Int64(doublings)), RelevanceLimits.longestRetry)
    }
}
