/// Pushes that came together, and the requests to the reload engine for them.
///
/// A push asks for every widget of its app. The engine is asked about the first push that comes, and about the first that is kept. Its answer holds for the
/// others, since nothing happens in between. So a burst costs the sum of its widgets and its pushes, not the product, and leaves one decision for a widget,
/// not one for each push.
public struct PushBurst: Sendable {
    /// The engine's answer about an app's widgets.
    private struct Answer: Sendable {
        /// The receipts that the next push would get: a reload that was accepted is under way by then.
        var receipts: [ReloadReceipt]
        /// One receipt for each outcome that the push log tells apart.
        var digest: [ReloadReceipt]
        /// The engine was asked to let reloads beyond their budgets wait.
        var isKept: Bool
        /// Some reloads wait for their budgets.
        var isWaiting: Bool
        /// The push for which those reloads wait; nil: they wait for several.
        var standing: OpenPush?
        /// The number of the push in the ledger whose place ``standing`` takes; nil: ``standing`` is in the ledger itself.
        var replaced: Int64?
    }

    private var answers: [String: Answer] = [:]

    public init() {}

    /// A push to widgets.
    /// - Parameter engine: asks for the reloads of all widgets of its app: at least one.
    public mutating func ask(
        _ push: OpenPush, in ledger: inout PushLedger, at now: Timestamp, _ engine: (_ isKept: Bool) -> [ReloadReceipt]
    ) -> [PushEffect] {
        let app = push.notification.address.app
        let isKept = push.notification.isKept(at: now)
        guard var answer = answers[app], answer.isKept || !isKept else { return askEngine(push, isKept, in: &ledger, at: now, engine) }
        guard isKept, answer.isWaiting else { return ledger.asked(push, isKept ? answer.digest : answer.digest.map(\.once), at: now) }
        guard let standing = answer.standing else { return askEngine(push, isKept, in: &ledger, at: now, engine) }
        guard ledger.replaces(push, standing) else {
            return ledger.coalesced(push, "\(standing.notification.id) waits longer and serves it too", at: now)
        }
        defer { answers[app] = answer }
        answer.standing = push
        guard answer.replaced != nil else {
            answer.replaced = standing.number
            return []
        }
        return ledger.coalesced(standing, "\(push.notification.id) came after it and serves it too", at: now)
    }

    /// Puts those pushes into the ledger for which widgets wait after the whole burst.
    public mutating func finish(in ledger: inout PushLedger, at now: Timestamp) -> [PushEffect] {
        defer { answers = [:] }
        return answers.sorted { $0.key < $1.key }.flatMap { _, answer -> [PushEffect] in
            guard let push = answer.standing, let replaced = answer.replaced else { return [] }
            return ledger.asked(push, answer.receipts, replacing: replaced, at: now)
        }
    }

    private mutating func askEngine(
        _ push: OpenPush, _ isKept: Bool, in ledger: inout PushLedger, at now: Timestamp, _ engine: (_ isKept: Bool) -> [ReloadReceipt]
    ) -> [PushEffect] {
        let receipts = engine(isKept)
        let effects = ledger.asked(push, receipts, at: now)
        let next = receipts.map { receipt -> ReloadReceipt in
            guard receipt.outcome == .accepted else { return receipt }
            let rule: ReloadRule = receipt.rule == ReloadRule.afterRunning.name ? .coalescedNext : .coalescedWaiting
            return ReloadReceipt(widget: receipt.widget, outcome: .coalesced, rule: rule.name)
        }
        let waiting = next.filter(\.waitsForBudget)
        let others = [next.first { $0.outcome == .coalesced || $0.rule == ReloadRule.backoff.name }, waiting.first].compactMap(\.self)
        answers[push.notification.address.app] = Answer(
            receipts: next, digest: others.isEmpty ? Array(next.prefix(1)) : others, isKept: isKept, isWaiting: isKept && !waiting.isEmpty,
            standing: isKept ? ledger.solePush(awaitedBy: waiting.map(\.widget)) : nil)
        return effects
    }
}

extension ReloadReceipt {
    /// The receipt of a push that is tried once, where one that is kept would wait.
    fileprivate var once: ReloadReceipt { outcome == .deferred ? ReloadReceipt(widget: widget, outcome: .denied, rule: rule) : self }

    /// The widget's budget doesn't allow it now. A retry that is planned anyway is something else.
    var waitsForBudget: Bool { outcome == .deferred && rule != ReloadRule.backoff.name }
}
