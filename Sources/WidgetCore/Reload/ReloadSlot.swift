/// The engine's state of one placed widget.
struct ReloadSlot {
    /// Where its reload is.
    enum Stage: Hashable {
        /// Nowhere: the next one goes at `record.nextReload`.
        case idle
        /// In the queue, for a place.
        case waiting(LaunchTicket)
        /// In the provider. `next` follows at once when it finishes.
        case running(cause: ReloadCause, kind: Int, next: LaunchTicket?)
    }

    let id: WidgetID
    /// Index of its kind.
    var kind: Int
    var stage: Stage = .idle
    /// The serial of its place in the ``LaunchQueue``; 0: it doesn't wait.
    var queued: UInt64 = 0
    /// Launches that have begun since the engine was made.
    var begun: UInt64 = 0
    /// Its place in the ``DeadlineHeap``. Both stand here and not beside the heap and the queue: with many widgets, each further array costs a cache miss.
    var armed = DeadlineHeap.Armed()
    var record: ReloadRecord
    /// When the reload goes where `record.nextReload` was missed. Not in the record: after a restart it is spread anew.
    var catchUp: Timestamp?
    /// How many times the wait of an `atEnd` without a later entry is doubled.
    var idleDoublings = 0
    var entries = EntryCursor()
    /// The slot is in use.
    var isPlaced = true
    /// Another device gives its timelines.
    var isRemote = false
    /// A surface shows it.
    var isVisible = false
    /// The cost of the reload that waits or runs.
    private(set) var payment: BudgetPayment?
    private(set) var deferral = BudgetDeferral()
    private(set) var afterLaunch = AfterLaunch()

    /// Why `record.deferred` waits for its budget. It isn't in the record: after a restart, an overdue reload is late because of the restart.
    struct BudgetDeferral {
        /// When it is looked at again.
        var until: Timestamp?
        var rule: ReloadRule?
        /// The cause that would wait without the push that goes first. After a restart the policy's rule tells.
        var behindPush: ReloadCause?
    }

    /// Requests that came while a launch runs, which doesn't serve them.
    struct AfterLaunch {
        /// The part of `record.pending` that the launch after it serves.
        var pending: ReloadCause?
        /// `record.deferred` is among them.
        var isDeferred = false
        /// The cost of the reload that follows.
        var payment: BudgetPayment?
    }

    init(id: WidgetID, kind: Int, record: ReloadRecord) {
        self.id = id
        self.kind = kind
        self.record = record
    }

    /// When the next reload goes, if none is under way.
    var nextReload: Timestamp? { catchUp ?? record.nextReload }

    var isRunning: Bool {
        if case .running = stage { true } else { false }
    }
}

// MARK: The budget

extension ReloadSlot {
    /// Whether a reload is pending because the environment has changed. Such reloads are spread, also after a restart.
    var isEnvironmentPending: Bool { record.pending == .environment }

    /// Whether a reload may go now. An allowed one is paid for: ``pay(_:)`` or ``payNext(_:)`` is to follow.
    mutating func spend(on cause: ReloadCause, by caller: ReloadCaller, _ terms: BudgetTerms, at now: Timestamp) -> BudgetSpending {
        guard let bucket = BudgetBucket(cause, by: caller), !terms.isDeveloperMode else { return .paid(nil) }
        if case .deferred(let until, let rule) = verdict(bucket, terms, at: now) { return .deferred(until: until, rule: rule) }
        let payment = BudgetPayment(bucket: terms.budget.isUnlimited ? nil : bucket, spentBefore: record.budget.lastSpentAt)
        record.budget.lastSpentAt = now
        guard !terms.budget.isUnlimited else { return .paid(payment) }
        var tokens = record.budget[bucket] ?? TokenBucket(of: terms.budget, at: now)
        _ = tokens.spend(terms.budget, terms.rate, at: now)
        noteSeen(at: now)
        record.budget[bucket] = tokens
        return .paid(payment)
    }

    /// The answer that a reload would get now.
    private func verdict(_ bucket: BudgetBucket, _ terms: BudgetTerms, at now: Timestamp) -> BudgetVerdict {
        let state = record.budget
        var verdict = BudgetVerdict.allowed
        // A date in the future was written by a clock that was ahead.
        if let last = state.lastSpentAt, last <= now, now < last + terms.spacing {
            verdict = .deferred(until: last + terms.spacing, rule: .minimumSpacing)
        }
        guard !terms.budget.isUnlimited, let tokens = state[bucket] else { return verdict }
        let token = tokens.nextToken(terms.budget, terms.rate, at: now)
        if token > now, case .deferred(let until, _) = verdict, token <= until { return verdict }
        return token > now ? .deferred(until: token, rule: .budget) : verdict
    }

    /// The answer that the planned reload will get at a date, as things are now. A reload that no policy asks for is free.
    func policyVerdict(_ terms: BudgetTerms, at date: Timestamp) -> BudgetVerdict {
        let isFree = terms.isDeveloperMode || isEnvironmentPending || record.failures > 0
        return isFree ? .allowed : verdict(.own, terms, at: date)
    }

    /// Notes the cost of the reload that waits from now on.
    mutating func pay(_ payment: BudgetPayment?) { self.payment = payment }

    /// Notes the cost of the reload that follows the running one.
    mutating func payNext(_ payment: BudgetPayment?) { afterLaunch.payment = payment }

    /// The running reload has ended: the one that follows it is the next to be paid for.
    mutating func endPayment() { (payment, afterLaunch.payment) = (afterLaunch.payment, nil) }

    /// Gives back the cost of a reload that brought nothing. The provider was asked all the same: the next one keeps its distance.
    mutating func refund(_ budget: ReloadBudget) {
        guard let bucket = payment?.bucket else { return }
        record.budget[bucket]?.giveBack(budget)
        payment = nil
    }

    /// Undoes the payment for a reload that never began.
    mutating func unspend(_ budget: ReloadBudget) {
        guard let payment else { return }
        refund(budget)
        record.budget.lastSpentAt = payment.spentBefore
        self.payment = nil
    }

    /// Takes in everything that has accrued until now. After the clock was set, tokens accrue from here on.
    mutating func settleBuckets(_ terms: BudgetTerms, at now: Timestamp) {
        noteSeen(at: now)
        record.budget.own?.settle(terms.budget, terms.rate, at: now)
        record.budget.push?.settle(terms.budget, terms.rate, at: now)
    }

    /// Takes another budget in place of `old`.
    mutating func convertBuckets(from old: ReloadBudget, to new: ReloadBudget) {
        record.budget.own?.convert(from: old, to: new)
        record.budget.push?.convert(from: old, to: new)
    }

    /// A visible widget was seen when its buckets were settled: the record stays consistent, also for a restart that finds the widget hidden. No widget was
    /// seen later than now: a clock that was ahead said so.
    private mutating func noteSeen(at now: Timestamp) {
        if isVisible || record.budget.lastSeenAt.map({ $0 > now }) ?? false { record.budget.lastSeenAt = now }
    }
}

// MARK: Reloads that wait for the budget, and pending ones

extension ReloadSlot {
    /// Keeps a reload until its budget allows it. It stays in the record until a launch has served it. Among several, the one that may go first serves the
    /// others.
    mutating func keep(_ cause: ReloadCause, until date: Timestamp, by rule: ReloadRule) {
        if isRunning { afterLaunch.isDeferred = true }
        let other = record.deferred
        if let other, let earlier = deferral.until, earlier <= date {
            if other == .push, cause != .push { deferral.behindPush = cause }
            return
        }
        if cause == .push, let other, other != .push { deferral.behindPush = other }
        record.deferred = cause
        waitForBudget(until: date, by: rule)
    }

    /// Sets when the kept reload is looked at again, and what keeps it waiting.
    mutating func waitForBudget(until date: Timestamp, by rule: ReloadRule) { (deferral.until, deferral.rule) = (date, rule) }

    /// Gives up the push that waits for its budget. Another cause behind it waits on.
    mutating func giveUpPush() {
        // The policy's date has passed, and its reload was deferred: only the kept reload asks again.
        let hasPolicyGivenWay = record.nextReload == nil && (record.rule == ReloadRule.budget.name || record.rule == ReloadRule.minimumSpacing.name)
        record.deferred = deferral.behindPush ?? (hasPolicyGivenWay ? .policy : nil)
        deferral.behindPush = nil
        if record.deferred == nil { afterLaunch.isDeferred = false }
    }

    /// Plans when the kept reload may go, as the rates are now.
    /// - Parameters:
    ///   - isLate: time has passed that the engine knows nothing of. A reload that came due in it is spread.
    ///   - spread: the time over which late ones are spread.
    mutating func planDeferred(
        _ terms: BudgetTerms, isLate: Bool = false, at now: Timestamp, over spread: Milliseconds, using random: inout SplitMix64
    ) {
        guard let cause = record.deferred, let bucket = BudgetBucket(cause, by: .background) else {
            (deferral.until, deferral.rule) = (nil, nil)
            return
        }
        if !terms.isDeveloperMode, case .deferred(let until, let rule) = verdict(bucket, terms, at: now) {
            waitForBudget(until: until, by: rule)
        } else if deferral.rule == .catchUp, let planned = deferral.until {
            // It has been spread before, and isn't put off by being looked at again.
            deferral.until = min(planned, now + spread)
        } else if isLate {
            spreadDeferred(at: now, over: spread, using: &random)
        } else {
            deferral.until = now
            if cause == .policy { deferral.rule = ReloadRule(name: record.rule) }
        }
    }

    mutating func spreadDeferred(at now: Timestamp, over spread: Milliseconds, using random: inout SplitMix64) {
        waitForBudget(until: now + random.interval(from: Milliseconds(1), to: spread), by: .catchUp)
    }

    /// Keeps a cause pending until a launch has served it.
    /// - Returns: whether the record is to be written. While a launch runs it always is: a commit may be writing that the launch has served the same cause.
    mutating func markPending(_ cause: ReloadCause) -> Bool {
        let before = record.pending
        record.pending = cause.merged(with: before)
        if isRunning { afterLaunch.pending = cause.merged(with: afterLaunch.pending) }
        return isRunning || record.pending != before
    }

    /// A launch that ends has served the causes that were pending when it began.
    mutating func endLaunch(isFollowed: Bool, at now: Timestamp) {
        record.lastReloadAt = now
        // A cause that became pending after the launch began has a ticket in `next`; the launch served the rest.
        record.pending = isFollowed ? afterLaunch.pending : nil
        afterLaunch.pending = nil
        // It served the reload that had waited for the budget before it began; one that came while it ran goes after it.
        if !afterLaunch.isDeferred {
            record.deferred = nil
            deferral = BudgetDeferral()
        }
        afterLaunch.isDeferred = false
    }

    /// Another device gives the timelines from now on: only the budget stays.
    mutating func leaveToRemote() {
        catchUp = nil
        record = ReloadRecord(budget: record.budget)
        deferral = BudgetDeferral()
        afterLaunch.isDeferred = false
    }
}
