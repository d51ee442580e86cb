import WidgetCore

/// What can be the reason of a widget's next launch, as far as the decisions so far say it.
struct LaunchReasons {
    /// Rules by which a reload was asked for and not refused, since the last launch.
    var requests: Set<ReloadRule> = []
    /// Those that the launch that runs serves: after a crash they are open again.
    var served: Set<ReloadRule> = []
    /// The rule that planned the next one; nil: none is planned.
    var plan: ReloadRule?
    /// Something waits for its budget.
    var isKept = false
    /// It came while a launch ran, which doesn't serve it.
    var isKeptAfterLaunch = false

    /// The launch that ran is lost.
    mutating func reopen() { requests.formUnion(served) }
}

extension ReloadSimulation {
    /// Each decision names one rule, which is one that this event can have, and whose reason is there.
    mutating func explain(_ effects: [ReloadEffect]) throws {
        for case .record(let decision) in effects {
            touched.insert(decision.widget)
            func fail(_ reason: String) -> Failure { Failure(description: "\(decision.event) of \(decision.widget) by '\(decision.rule)': \(reason)") }
            guard let rule = ReloadRule(name: decision.rule) else { throw fail("there is no such rule") }
            guard let rules = Self.rules[decision.event], rules.contains(rule) else { throw fail("that decides something else") }
            var known = reasons[decision.widget] ?? LaunchReasons()
            switch decision.event {
            case .reloadRequested: try note(decision, rule, &known)
            case .reloadStarted:
                guard isReason(rule, known) else { throw fail("its reason isn't there: \(known)") }
                known.served = known.requests
                known.requests = []
            case .timelineAccepted, .reloadFailed:
                known.plan = rule == .policyNever ? nil : rule
                known.isKept = known.isKeptAfterLaunch
                known.isKeptAfterLaunch = false
                known.served = []
            default: break
            }
            reasons[decision.widget] = known
        }
    }

    private func note(_ decision: Decision, _ rule: ReloadRule, _ known: inout LaunchReasons) throws {
        // What was coalesced may be what the launch then carries.
        let asked: ReloadRule? =
            switch decision.cause {
            case .explicit: nil
            case .push: .push
            case .interaction: .interaction
            case .environment: .environment
            case .placed: .placed
            case .configured: .configured
            case .visible: .visible
            case .providerChanged: .providerChanged
            case .policy, .retry, nil: nil
            }
        if let asked { known.requests.insert(asked) }
        if decision.cause == .explicit { known.requests.formUnion([.explicitForeground, .explicitBackground]) }
        let isPushMeanwhile = decision.cause == .push && rule == .afterRunning
        if rule == .budget || rule == .minimumSpacing || isPushMeanwhile {
            known.isKept = true
            known.isKeptAfterLaunch = flights[decision.widget] != nil
            if decision.cause == .policy { known.plan = nil }
        }
    }

    private func isReason(_ rule: ReloadRule, _ known: LaunchReasons) -> Bool {
        switch rule {
        case .budgetAccrued: known.isKept
        case .catchUp: known.plan != nil
        case .policyAtEnd, .policyAtEndIdle, .policyAfter, .retry, .minimumSpacing: known.plan == rule
        default: known.requests.contains(rule)
        }
    }

    /// Which rules can decide what.
    private static let rules: [Decision.Event: Set<ReloadRule>] = [
        .reloadRequested: [
            .explicitForeground, .explicitBackground, .push, .interaction, .environment, .placed, .configured, .visible, .providerChanged, .coalescedWaiting,
            .coalescedRunning, .coalescedNext, .afterRunning, .backoff, .providerMissing, .minimumSpacing, .budget,
        ],
        .reloadStarted: [
            .explicitForeground, .explicitBackground, .push, .interaction, .environment, .placed, .configured, .visible, .providerChanged, .policyAtEnd,
            .policyAtEndIdle, .policyAfter, .minimumSpacing, .retry, .catchUp, .budgetAccrued,
        ],
        .timelineAccepted: [.policyAtEnd, .policyAtEndIdle, .policyAfter, .policyNever, .minimumSpacing],
        .reloadFailed: [.retry],
        .entryShown: [.entryDue, .timelineAccepted, .clockChanged],
    ]
}
