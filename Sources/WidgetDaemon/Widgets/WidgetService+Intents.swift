import WidgetAPI
import WidgetCore
import WidgetProviders
import WidgetStore

/// What became of an action.
struct PerformResult: Sendable {
    var isRepeated: Bool
    /// For the client to open; empty: nothing.
    var openURL = ""
    var reload: ReloadReceipt?
    /// It waits for its device until then; nil: it was performed.
    var queuedUntil: Timestamp?
}

extension WidgetService {
    /// An action that is being performed.
    struct RunningAction {
        var widget: WidgetID
        var action: String
        var task: Task<PerformResult, any Error>
    }

    /// How an action ended, which the store could not keep yet.
    struct IntentEnd: Sendable {
        var request: IntentRequest
        var receipt: IntentReceipt
        /// Nil: it was performed.
        var error: WidgetError?
        var date: Timestamp
        var action: String { receipt.action }

        /// What the caller is told.
        func unrecorded(_ cause: WidgetError) -> WidgetError {
            error ?? cause.unrecorded("'\(action)'")
        }
    }

    /// Performs an action of the entry that the widget shows.
    ///
    /// The intent is on disk before it is performed, and its end together with the pending reload afterwards: a key is performed at most once and the reload
    /// comes, wherever the daemon is stopped.
    /// - Parameters:
    ///   - key: empty: every request is performed.
    ///   - caller: the reload after an action that a provider taps by itself counts as one that it asks for.
    ///   - asker: the device on which it was tapped, if not this one.
    ///   - queueUntil: how long it may wait for another device; nil: not at all.
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
            if let known = try await outcome(of: key, id, action: name) { return known }
            throw error
        }
        let (ownKey, value) = (keyOrNew(key), value ?? isOn.map { !$0 })
        if case .intent(let intent, let parameters) = action.effect, remoteProvider(of: widget) == nil {
            let configuration = catalog.kinds[widget.kind]?.kind.effective(widget.parameters) ?? widget.parameters
            let request = IntentRequest(
                name: intent, intentParameters: parameters, kind: widget.kind, parameters: configuration, widget: id, idempotencyKey: ownKey, value: value,
                colorScheme: environment.appearance.colorScheme)
            // Whether it was performed before is looked at when it is begun, which is one read less.
            return try await perform(request, of: .widget, action: name, caller: caller, asker: asker)
        }
        if let known = try await outcome(of: key, id, action: name) { return known }
        switch action.effect {
        case .openURL(let url):
            return PerformResult(isRepeated: false, openURL: url)
        case .reload:
            let (receipts, effects) = engine.requestReload(.widget(id), cause: .explicit, caller: caller, at: now())
            apply(effects)
            return PerformResult(isRepeated: false, reload: receipts.first)
        case .intent:
            guard let providingDevice = remoteProvider(of: widget) else { throw WidgetError(.aborted, "who gives the widget has just changed; try again") }
            let tap = PendingActions.Tap(widget: id, action: name, value: value)
            // Not a child of the call: a client that goes away does not undo what was begun.
            return try await Task { try await perform(tap, of: .widget, key: ownKey, on: providingDevice, queueUntil: queueUntil) }.value
        }
    }

    /// Without a key of the caller's every request has one of its own.
    private func keyOrNew(_ key: String) -> String { key.isEmpty ? WidgetID(date: now(), using: &random).description : key }

    /// What became of a key here, whatever is shown by now; nil: it isn't known here, and the action is to be performed.
    func outcome(of key: String, _ id: WidgetID, action: String) async throws -> PerformResult? {
        guard !key.isEmpty else { return nil }
        if let running = performing[key], running.widget == id, running.action == action {
            var result = try await running.task.value
            result.isRepeated = true
            return result
        }
        if let end = unrecordedEnds[key], end.request.widget == id, end.action == action { return try await record(end) }
        switch try store.intent(key: key, widget: id, action: action) {
        case .new: return nil
        case .running: throw Self.interruptedBefore
        case .done(let error?): throw error
        case .done(nil): return PerformResult(isRepeated: true)
        }
    }

    private static let interruptedBefore = WidgetError(
        .aborted, "an action with this idempotency key was interrupted; it may have been performed and is not repeated; use a new key")

    /// Performs an intent in a provider of this device, at most once for its key.
    /// - Parameter asker: the device on which it was tapped, if not this one.
    func perform(
        _ request: IntentRequest, of target: IntentReceipt.Target, action: String, caller: ReloadCaller, asker: DeviceID? = nil
    ) async throws -> PerformResult {
        let key = request.idempotencyKey
        if let running = performing[key] {
            guard running.widget == request.widget, running.action == action else {
                throw WidgetError.invalid("idempotency_key", "it belongs to another action, which is being performed; use a key of its own for each")
            }
            var result = try await running.task.value
            result.isRepeated = true
            return result
        }
        // Not a child of the call: a client that goes away does not undo what was begun.
        let task = Task { try await performOnce(request, of: target, action: action, caller: caller, asker: asker) }
        performing[key] = RunningAction(widget: request.widget, action: action, task: task)
        defer { performing[key] = nil }
        return try await task.value
    }

    private func performOnce(
        _ request: IntentRequest, of target: IntentReceipt.Target, action: String, caller: ReloadCaller, asker: DeviceID?
    ) async throws -> PerformResult {
        let id = request.widget
        let key = request.idempotencyKey
        if let end = unrecordedEnds[key], end.request.widget == id, end.action == action { return try await record(end) }
        let began = now()
        let receipt = IntentReceipt(
            id: WidgetID(date: began, using: &random), key: key, target: target, widget: id, action: action, value: request.value, askedBy: asker,
            startedAt: began)
        let oldest = receipts.oldest()
        let state: IntentState
        do throws(WidgetError) {
            state = try await store.write { transaction in
                let state = try transaction.beginIntent(key: key, widget: id, action: action, at: began)
                guard state == .new else { return state }
                try transaction.put(receipt)
                for id in oldest { try transaction.removeReceipt(id) }
                return state
            }
        } catch {
            // What is known can be said also by a store that can't be written.
            state = try store.intent(key: key, widget: id, action: action)
            guard state != .new else { throw error }
        }
        switch state {
        case .new:
            for id in oldest { receipts.remove(id) }
            receipts.put(receipt)
        case .running:
            throw Self.interruptedBefore
        case .done(let error):
            if let error { throw error }
            return PerformResult(isRepeated: true)
        }
        taps.begin(PendingActions.Tap(receipt), key: key)
        showTapsSoon(of: id, target)
        var failure: WidgetError?
        do throws(WidgetError) {
            guard let provider = provider(of: request.kind, target) else {
                throw WidgetError(.failedPrecondition, "the provider of '\(request.kind)' isn't installed, so its action can't be performed")
            }
            try await provider.serve(isForUser: caller != .background) { () throws(WidgetError) in try await provider.perform(request) }
        } catch {
            // UNAVAILABLE says that nothing was done: of a provider that failed nobody knows.
            failure = error.code == .unavailable ? WidgetError(.unknown, error.message, cause: error.cause) : error
        }
        let date = now()
        let end = IntentEnd(request: request, receipt: receipt.ended(failure, at: date), error: failure, date: date)
        var (asked, effects): ([ReloadReceipt], [ReloadEffect]) = ([], [])
        if target == .widget {
            journal.append(
                Decision(
                    time: date, widget: id, event: failure == nil ? .intentPerformed : .intentFailed, cause: .interaction, detail: failure?.message ?? action))
            (asked, effects) = engine.requestReload(.widget(id), cause: .interaction, caller: caller, at: date)
        }
        noteRecords(of: effects)
        let recorded = effects.recorded
        var unrecorded: WidgetError?
        do {
            // With what waits in the journal: that it was performed.
            try await journal.write { [journal] transaction in
                try transaction.finishIntent(key: key, error: end.error, at: date)
                try transaction.put(end.receipt)
                try journal.records.write(recorded, to: &transaction)
            }
            receipts.put(end.receipt)
        } catch {
            logger.error("an action was performed and its end could not be written", metadata: ["widget": "\(id)", "error": "\(error)"])
            keep(end)
            unrecorded = end.unrecorded(error)
        }
        if failure == nil { taps.confirm(key) } else { taps.fail(key) }
        apply(effects)
        showTaps(of: id, target)
        if let failure = failure ?? unrecorded { throw failure }
        return PerformResult(isRepeated: false, reload: asked.first)
    }

    private func provider(of kind: String, _ target: IntentReceipt.Target) -> ProviderHost? {
        switch target {
        case .widget: catalog.host(ofKind: kind)
        case .activity: providers.catalog.host(ofActivity: kind)
        }
    }

    /// Has the journal write an end with its next commit.
    private func keep(_ end: IntentEnd) {
        let key = end.request.idempotencyKey
        let write = DecisionJournal.RetriedWrite { transaction in
            try transaction.finishIntent(key: key, error: end.error, at: end.date)
            try transaction.put(end.receipt)
        } written: {
            Task { await self.isWritten(end) }
        }
        if journal.retry(write, key: key) { unrecordedEnds[key] = end }
    }

    private func isWritten(_ end: IntentEnd) {
        receipts.put(end.receipt)
        unrecordedEnds[end.request.idempotencyKey] = nil
    }

    /// Writes the end of an action that was performed while the store could not be written, and answers as the store will from then on.
    private func record(_ end: IntentEnd) async throws -> PerformResult {
        do {
            try await store.write { transaction in
                try transaction.finishIntent(key: end.request.idempotencyKey, error: end.error, at: end.date)
                try transaction.put(end.receipt)
            }
        } catch {
            throw end.unrecorded(error)
        }
        journal.settle(end.request.idempotencyKey)
        isWritten(end)
        if let error = end.error { throw error }
        return PerformResult(isRepeated: true)
    }

    /// The action of that name in the entry that is shown, and the value of the toggle that carries it.
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
        // A toggle shows what it was set to last, also before the entry does.
        guard found.isOn != nil, let set = taps.taps(of: widget.id).last(where: { $0.action == name })?.value else { return found }
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
