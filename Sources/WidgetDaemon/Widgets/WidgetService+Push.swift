import WidgetCore
import WidgetStore

// Pushes: the widgets that they reload, and their outcomes.
extension WidgetService {
    /// Takes pushes for widgets, which are on disk already. Each is tried, or waits until the daemon wakes. The outcome is written with the journal's next
    /// batch.
    func receive(_ arrived: [OpenPush]) {
        let date = now()
        var (burst, decided, pushed) = (PushBurst(), Decided(), [PushEffect]())
        for push in arrived {
            let targets = pushTargets(of: push.notification.address.app)
            if let until = push.notification.heldUntil(from: date), !targets.isEmpty {
                pushed += pushes.hold(push, for: targets, until: until, at: date)
            } else {
                // The daemon is awake: the pushes that have waited go first.
                for held in pushes.takeHeld() { pushed += ask(held, at: date, &burst, &decided) }
                pushed += ask(push, at: date, &burst, &decided)
            }
        }
        pushed += burst.finish(in: &pushes, at: date)
        journal.append(pushed)
        apply(decided.effects)
    }

    /// The reload engine's decisions for pushes that came together.
    private struct Decided {
        var effects: [ReloadEffect] = []
        /// Widgets whose reload was decided for an earlier one of these pushes. It begins after the last push, but to the engine it is running already.
        var launching: Set<WidgetID> = []
    }

    /// Asks for the reloads of a push.
    private func ask(_ push: OpenPush, at date: Timestamp, _ burst: inout PushBurst, _ decided: inout Decided) -> [PushEffect] {
        let app = push.notification.address.app
        let targets = pushTargets(of: app)
        guard !targets.isEmpty else {
            return (push.heldUntil == nil ? [] : [.close(push.number)])
                + [.log(PushLogEntry(push.notification, .discarded, whyNobodyTakes(app), at: date))]
        }
        return burst.ask(push, in: &pushes, at: date) { isKept in askEngine(for: targets, isKept: isKept, at: date, &decided) }
    }

    /// Asks for the reloads that a push still needs after it has waited.
    private func ask(_ held: HeldPush, at date: Timestamp, _ burst: inout PushBurst, _ decided: inout Decided) -> [PushEffect] {
        // If only some widgets of the app are owed a reload, this asks for those alone: the engine's answer says nothing about the others, for which the next
        // push asks.
        guard !held.isWhole else { return ask(held.push, at: date, &burst, &decided) }
        let targets = pushTargets(of: held.push.notification.address.app).filter(held.unserved.contains)
        return pushes.asked(held, askEngine(for: targets, isKept: held.push.notification.isKept(at: date), at: date, &decided), at: date)
    }

    private func askEngine(for targets: [WidgetID], isKept: Bool, at date: Timestamp, _ decided: inout Decided) -> [ReloadReceipt] {
        var receipts: [ReloadReceipt] = []
        for widget in targets {
            if decided.launching.contains(widget) {
                let receipt = ReloadReceipt(widget: widget, outcome: .coalesced, rule: ReloadRule.coalescedWaiting.name)
                receipts.append(receipt)
                decided.effects.append(.record(Decision(receipt, cause: .push, at: date)))
                continue
            }
            let asked = engine.requestReload(.widget(widget), cause: .push, caller: .system, isKept: isKept, at: date)
            for case .launch(let id, _) in asked.effects { decided.launching.insert(id) }
            decided.effects += asked.effects
            receipts += asked.receipts
        }
        return receipts
    }

    private func whyNobodyTakes(_ app: String) -> String {
        guard catalog.hosts[app] != nil else { return "the provider '\(app)' isn't installed" }
        let placed = widgets.values.filter { catalog.kinds[$0.kind]?.kind.provider == app }
        if placed.isEmpty { return "no widget of '\(app)' is placed" }
        if placed.allSatisfy({ catalog.kinds[$0.kind].map { !$0.kind.takesPushes } ?? true }) { return "no kind of '\(app)' that is placed has a push handler" }
        return "another device gives the widgets of '\(app)'"
    }

    /// The daemon has woken: tries the pushes that have waited for that.
    /// - Parameter effects: the engine's effects at this wake-up. Their launches serve waiting pushes, which needn't be asked for again.
    /// - Returns: these effects and those of the pushes.
    func wakePushes(after effects: [ReloadEffect], at date: Timestamp) -> [ReloadEffect] {
        var (burst, decided, pushed) = (PushBurst(), Decided(effects: effects), [PushEffect]())
        for case .launch(let widget, _) in effects { pushed += pushes.launched(widget, at: date) }
        for push in pushes.takeHeld() { pushed += ask(push, at: date, &burst, &decided) }
        pushed += burst.finish(in: &pushes, at: date)
        var effects = decided.effects
        for effect in pushes.expire(at: date) {
            if case .giveUp(let widget) = effect { effects += engine.giveUpPush(widget, at: date) }
            pushed.append(effect)
        }
        journal.append(pushed)
        return effects
    }

    /// The push that waits until the daemon wakes and will then reload this widget; nil: there is none.
    func heldPush(for id: WidgetID) -> OpenPush? {
        guard let kind = widgets[id]?.kind, let app = catalog.kinds[kind]?.kind.provider, pushTargets(of: app).contains(id) else { return nil }
        return pushes.held(for: id)
    }

    /// Call when a launch has ended and the engine knows it.
    func pushesFinished(_ widget: WidgetID, failure: WidgetError?, at date: Timestamp) {
        guard pushes.count > 0 else { return }
        journal.note(pushes.finished(widget, failure: failure?.message, isWaiting: engine.record(of: widget)?.deferred != nil, at: date))
    }

    /// Takes over the pushes that were under way when the last run ended. Those whose widgets have reloaded are delivered, and the others go on. Pushes that
    /// waited for a wake-up are tried now.
    /// - Parameter decided: the engine's effects at this start, which haven't been applied yet.
    func restorePushes(_ stored: StoredPush, _ records: [WidgetID: ReloadRecord], after decided: [ReloadEffect], at date: Timestamp) -> [ReloadEffect] {
        var effects: [PushEffect] = []
        for push in stored.open where push.notification.address.isOfWidgets {
            let marks = pushTargets(of: push.notification.address.app).map { widget in (widget, records[widget]?.mark ?? .unserved) }
            effects += pushes.restore(push, marks: Dictionary(marks) { first, _ in first }, at: date)
        }
        journal.append(effects)
        return wakePushes(after: decided, at: date)
    }
}

extension ReloadRecord {
    /// The state of a push for this widget, judged by the widget's record.
    fileprivate var mark: PushLedger.Mark {
        if pending != nil || failures > 0 { return .unserved }
        return deferred == nil ? .served : .waiting
    }
}

extension PushNotification {
    /// The date until which it may wait for the daemon's next wake-up; nil: it is tried at once.
    fileprivate func heldUntil(from date: Timestamp) -> Timestamp? {
        guard priority < 10, let expiration, isKept(at: date) else { return nil }
        return min(expiration, date + PushLimits.wakePatience)
    }
}
