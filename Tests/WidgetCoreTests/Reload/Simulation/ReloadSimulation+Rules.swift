import WidgetCore

/// The possible reasons of a widget's next launch, as far as the decisions so far say it.
struct LaunchReasons {
    /// Rules by which a reload was asked for and not refused, since the last launch.
    var requests: Set<ReloadRule> = []
    /// Those that the launch that runs serves: after a crash they are open again.
    var served: Set<ReloadRule> = []
    /// The rule that planned the next one; nil: none is planned.
    var plan: ReloadRule?
    /// By which rules something is kept.
    var kept: Set<ReloadRule> = []
    /// By which rules something is kept that came while a launch ran, which doesn't serve it.
    var keptAfterLaunch: Set<ReloadRule> = []

    /// The launch that ran is lost.
    mutating func reopen() { requests.formUnion(served) }

    /// The rates changed, and with them which of the two a reload waits for longer.
    mutating func changeRates() {
        if !kept.isEmpty { kept.formUnion([.budget, .minimumSpacing]) }
        if !keptAfterLaunch.isEmpty { keptAfterLaunch.formUnion([.budget, .minimumSpacing]) }
    }

    /// Time has passed that the engine knows nothing of.
    mutating func disturb() {
        if !kept.isEmpty { kept.insert(.catchUp) }
        if !keptAfterLaunch.isEmpty { keptAfterLaunch.insert(.catchUp) }
    }
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
                known.kept = known.keptAfterLaunch
                known.keptAfterLaunch = []
                known.served = []
            default: break
            }
            reasons[decision.widget] = known
        }
    }

    private func note(_ decision: Decision, _ rule: ReloadRule, _ known: inout LaunchReasons) throws {
        // The launch may then carry the coalesced cause.
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
        if decision.outcome == .deferred, rule == .budget || rule == .minimumSpacing {
            known.kept.insert(rule)
            if flights[decision.widget] != nil { known.keptAfterLaunch.insert(rule) }
            if decision.cause == .policy { known.plan = nil }
        }
    }

    private func isReason(_ rule: ReloadRule, _ known: LaunchReasons) -> Bool {
        switch rule {
        case .budgetAccrued: known.kept.contains(.budget)
        case .catchUp: known.plan != nil || known.kept.contains(.catchUp)
        case .minimumSpacing: known.plan == rule || known.kept.contains(rule) || (hasClockGoneBack && !known.kept.isEmpty)
        case .policyAtEnd, .policyAtEndIdle, .policyAfter, .retry: known.plan == rule
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
