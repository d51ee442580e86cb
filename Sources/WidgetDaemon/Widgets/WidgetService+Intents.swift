import DaemonCore
import WidgetAPI
import WidgetCore
import WidgetStore

// Actions in the entries of widgets.
extension WidgetService {
    /// Performs an action of the entry that the widget shows.
    ///
    /// The intent is on disk before it is performed. Its result and the pending reload are written together afterwards. So an intent is performed at most once
    /// for its key, and the reload comes, even if the daemon is killed meanwhile.
    /// - Parameters:
    ///   - key: empty: every request is performed.
    ///   - caller: if a provider taps by itself, the reload after the action counts as the provider's request.
    ///   - asker: the device on which it was tapped, if not this one.
    ///   - queueUntil: the action may wait for another device until this date; nil: it may not wait.
    /// - Throws: NOT_FOUND for a widget or an action that isn't shown; INVALID_ARGUMENT; as ``IntentService/perform(_:of:action:caller:asker:)`` and
    ///   ``RemoteIntents/perform(_:of:key:on:queueUntil:)``.
    func perform(
        _ id: WidgetID, action name: String, key: String, value: Bool?, caller: ReloadCaller, asker: DeviceID? = nil, queueUntil: Timestamp? = nil
    ) async throws -> PerformResult {
        try IntentRequest.check(idempotencyKey: key)
        let widget: Widget
        let (action, isOn): (ViewAction, Bool?)
        do throws(WidgetError) {
            if asker != nil { try requireHere(id) }
            widget = try placed(id)
            (action, isOn) = try shownAction(of: widget, name)
            if value != nil, isOn == nil { throw .invalid("value", "'\(name)' is not a toggle; leave the value out") }
        } catch {
            if let known = try await intents.local.outcome(of: key, id, action: name) { return known }
            throw error
        }
        // If the caller gives no key, each request gets one of its own.
        let ownKey = key.isEmpty ? WidgetID(date: now(), using: &random).description : key
        let value = value ?? isOn.map { !$0 }
        if case .intent(let intent, let parameters) = action.effect, remoteProvider(of: widget) == nil {
            let kind = catalog.kinds[widget.kind]?.kind
            if let missing = kind.flatMap({ Self.missingSecret(of: widget, $0) }) { throw missing }
            let configuration = kind?.effective(widget.parameters) ?? widget.parameters
            let request = IntentRequest(
                name: intent, intentParameters: parameters, kind: widget.kind, parameters: configuration, widget: id, idempotencyKey: ownKey, value: value,
                colorScheme: environment.colorScheme)
            // `perform` checks whether it was performed before, when it begins it: that saves a read here.
            return try await intents.local.perform(request, of: .widget, action: name, caller: caller, asker: asker)
        }
        if let known = try await intents.local.outcome(of: key, id, action: name) { return known }
        switch action.effect {
        case .openURL(let url):
            return PerformResult(isRepeated: false, openURL: url)
        case .reload:
            let (receipts, effects) = engine.requestReload(.widget(id), cause: .explicit, caller: caller, at: now())
            apply(effects)
            return PerformResult(isRepeated: false, reload: receipts.first)
        case .intent:
            guard let device = remoteProvider(of: widget) else { throw WidgetError(.aborted, "the widget's provider has just changed; try again") }
            let tap = PendingActions.Tap(widget: id, action: name, value: value)
            // A separate task: a client that goes away must not cancel an action that has begun.
            return try await Task { try await intents.remote.perform(tap, of: .widget, key: ownKey, on: device, queueUntil: queueUntil) }.value
        }
    }

    /// The results of intents on all devices, the newest first.
    /// - Parameter widget: nil: all widgets and activities.
    func intentLog(of widget: WidgetID?, limit: Int) -> [ProtoIntentRecord] {
        let members = Set(peers.devices.filter(\.isMember).map(\.id))
        return intents.records.receipts.log(of: widget, me: peers.me, members: members).prefix(limit).map { device, receipt in
            .with {
                $0.key = receipt.key
                $0.targetID = receipt.widget.description
                if let widget = widgets[receipt.widget] {
                    $0.target = .widget
                    $0.targetName = widget.name.isEmpty ? description(of: widget.kind)?.displayName ?? widget.kind : widget.name
                }
                $0.action = receipt.action
                if let value = receipt.value { $0.value = value }
                $0.state = ProtoIntentRecord.State(rawValue: receipt.state.rawValue) ?? .unspecified
                $0.reason = receipt.reason
                $0.startedAt = .init(receipt.startedAt)
                if let date = receipt.endedAt { $0.endedAt = .init(date) }
                if let date = receipt.expiresAt { $0.expiresAt = .init(date) }
                $0.askedOn = peers.name(of: receipt.askedBy ?? device)
                $0.performedOn = peers.name(of: receipt.performer ?? device)
            }
        }
    }

    /// The action of that name in the shown entry, and the value of its toggle.
    private func shownAction(of widget: Widget, _ name: String) throws(WidgetError) -> (ViewAction, isOn: Bool?) {
        guard let timeline = timelines[widget.id], !timeline.entries.isEmpty else {
            throw WidgetError(.failedPrecondition, "the widget has no timeline yet, so it has no actions; `widgetctl explain \(widget.id)` says why")
        }
        let entry = timeline.entries[timeline.index(at: now())]
        guard let bytes = try board.archive(entry.archive) else {
            throw WidgetError(.dataLoss, "the shown entry is missing from the store; reload the widget")
        }
        guard let found = try ArchiveCodec.action(name, in: bytes) else {
            let names = try ArchiveCodec.decode(try privacy.redacted(bytes) ?? bytes).actions.map(\.id)
            let advice =
                names.isEmpty
                ? "; it has no actions" : Suggestion.advice(for: name, among: names, verb: "it has", source: "widgetctl tap \(widget.id)")
            throw WidgetError(.notFound, "action: the shown entry has no '\(name)'\(advice)")
        }
        // A toggle has the value of the last tap, also while the entry doesn't show it yet.
        guard found.isOn != nil, let set = intents.records.taps(of: widget.id).last(where: { $0.action == name })?.value else { return found }
        return (found.0, set)
    }
}

extension IntentRequest {
    static func check(idempotencyKey key: String) throws(WidgetError) {
        guard key.utf8.count <= Limits.idempotencyKeyBytes else {
            throw .invalid("idempotency_key", "\(key.utf8.count) bytes, the limit is \(Limits.idempotencyKeyBytes)")
        }
    }
}

extension WidgetService: WidgetIntentTargets {
    func showTaps(of id: WidgetID) { publish(id) }

    func write(_ end: IntentEnd, caller: ReloadCaller) async -> (reload: ReloadReceipt?, failure: WidgetError?) {
        let id = end.request.widget
        journal.append(
            Decision(
                time: end.date, widget: id, event: end.error == nil ? .intentPerformed : .intentFailed, cause: .interaction,
                detail: end.error?.message ?? end.action))
        let (asked, effects) = engine.requestReload(.widget(id), cause: .interaction, caller: caller, at: end.date)
        noteRecords(of: effects)
        let recorded = effects.recorded
        var failure: WidgetError?
        do throws(WidgetError) {
            // This also writes the journal's decisions, among them that the intent was performed.
            try await journal.write { [journal] transaction in
                try end.write(to: &transaction)
                try journal.records.write(recorded, to: &transaction)
            }
        } catch {
            failure = error
        }
        // The reload begins after this: its entry ends the display of the tap.
        if end.error == nil { intents.records.confirm(end.key) } else { intents.records.fail(end.key) }
        apply(effects)
        return (asked.first, failure)
    }
}

extension WidgetService: WidgetProviding {
    func provider(of id: WidgetID) -> WidgetProvider {
        guard let widget = widgets[id] else { return .removed }
        if let device = remoteProvider(of: widget) { return .remote(device) }
        return isProvided(widget.kind) ? .here : .nobody
    }

    func name(of device: DeviceID) -> String { peers.name(of: device) }
}
