import WidgetAPI
import WidgetCore
import WidgetProviders
import WidgetStore

/// What became of an action.
struct PerformResult: Sendable {
    var isRepeated: Bool
    /// For the client to open; empty: nothing.
    var openURL: String
    var reload: ReloadReceipt?
}

/// Whose action it is.
enum IntentOwner: Sendable {
    case widget, activity
}

extension WidgetService {
    /// An action that is being performed.
    struct RunningAction {
        var widget: WidgetID
        /// Who tapped.
        var caller: ReloadCaller
        var action: String
        var task: Task<PerformResult, any Error>
    }

    /// How an action ended, which the store could not keep yet.
    struct IntentEnd: Sendable {
        var request: IntentRequest
        var action: String
        /// Nil: it was performed.
        var error: WidgetError?
        var date: Timestamp

        /// What the caller is told: never that it was not performed, which would have it performed again.
        func unrecorded(_ cause: WidgetError) -> WidgetError {
            if let error { return error }
            // The store's own advice is to try again, which would be the wrong one here.
            let reason = cause.code == .resourceExhausted ? "the store's disk is full" : "the store can't be written"
            let advice = "don't perform it again: its idempotency key isn't repeated, but another one would be; `widgetctl status` says more"
            return WidgetError(.dataLoss, "'\(action)' was performed, but that could not be recorded: \(reason); \(advice)", cause: cause.message)
        }
    }

    /// Performs an action of the entry that the widget shows.
    ///
    /// The intent is on disk before it is performed, and its end together with the pending reload afterwards: a key is performed at most once and the reload
    /// comes, wherever the daemon is stopped.
    /// - Parameters:
    ///   - key: empty: every request is performed.
    ///   - caller: the reload after an action that a provider taps by itself counts as one that it asks for.
    func perform(_ id: WidgetID, action name: String, key: String, value: Bool?, caller: ReloadCaller) async throws -> PerformResult {
        try IntentRequest.check(idempotencyKey: key)
        let widget = try placed(id)
        let (action, isOn) = try shownAction(of: widget, name)
        if value != nil, isOn == nil { throw WidgetError.invalid("value", "'\(name)' is not a toggle; leave the value out") }
        switch action.effect {
        case .openURL(let url):
            return PerformResult(isRepeated: false, openURL: url, reload: nil)
        case .reload:
            let (receipts, effects) = engine.requestReload(.widget(id), cause: .explicit, caller: caller, at: now())
            apply(effects)
            return PerformResult(isRepeated: false, openURL: "", reload: receipts.first)
        case .intent where giverElsewhere(of: widget) != nil:
            return try await perform(id, action: name, key: key, value: value, on: giverElsewhere(of: widget))
        case .intent(let intent, let parameters):
            let key = key.isEmpty ? WidgetID(date: now(), using: &random).description : key
            let configuration = kinds[widget.kind]?.kind.effective(widget.parameters) ?? widget.parameters
            let request = IntentRequest(
                name: intent, intentParameters: parameters, kind: widget.kind, parameters: configuration, widget: id, idempotencyKey: key,
                value: value ?? isOn.map { !$0 }, colorScheme: environment.appearance.colorScheme)
            return try await perform(request, of: .widget, action: name, caller: caller)
        }
    }

    /// Performs an intent in a provider of this device, at most once for its key.
    func perform(_ request: IntentRequest, of owner: IntentOwner, action: String, caller: ReloadCaller) async throws -> PerformResult {
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
        let task = Task { try await performOnce(request, of: owner, action: action, caller: caller) }
        performing[key] = RunningAction(widget: request.widget, caller: caller, action: action, task: task)
        defer { performing[key] = nil }
        return try await task.value
    }

    /// Has an action performed by the device that gives the widget, under the same key.
    private func perform(_ id: WidgetID, action: String, key: String, value: Bool?, on device: DeviceID?) async throws(WidgetError) -> PerformResult {
        guard let device else { throw WidgetError(.aborted, "who gives the widget has just changed; try again") }
        var request = ProtoPerformRequest()
        request.widget = id.description
        request.action = action
        request.idempotencyKey = key.isEmpty ? WidgetID(date: now(), using: &random).description : key
        if let value { request.value = value }
        let answer = try await askDevice(device, PeerMethod.perform, try request.encoded())
        do {
            let response = try ProtoPerformResponse(serializedBytes: answer)
            return PerformResult(isRepeated: response.repeatedKey, openURL: response.openURL, reload: nil)
        } catch {
            throw WidgetError(.internal, "the device '\(peers.name(of: device))' gave an answer that can't be read", cause: "\(error)")
        }
    }

    private func performOnce(_ request: IntentRequest, of owner: IntentOwner, action: String, caller: ReloadCaller) async throws -> PerformResult {
        let id = request.widget
        let key = request.idempotencyKey
        if let end = unrecordedEnds[key], end.request.widget == id, end.action == action { return try await record(end) }
        let began = now()
        switch try await store.write({ try $0.beginIntent(key: key, widget: id, action: action, at: began) }) {
        case .new: break
        case .running:
            throw WidgetError(.aborted, "an action with this idempotency key was interrupted; it may have been performed and is not repeated; use a new key")
        case .done(let error):
            if let error { throw error }
            return PerformResult(isRepeated: true, openURL: "", reload: nil)
        }
        if owner == .widget {
            tapped.insert(id)
            publish(id)
        }
        var failure: WidgetError?
        do throws(WidgetError) {
            guard let provider = provider(of: request.kind, owner) else {
                throw WidgetError(.failedPrecondition, "the provider of '\(request.kind)' isn't installed, so its action can't be performed")
            }
            try await provider.perform(request)
        } catch {
            failure = error
        }
        let date = now()
        let end = IntentEnd(request: request, action: action, error: failure, date: date)
        var (receipts, effects): ([ReloadReceipt], [ReloadEffect]) = ([], [])
        if owner == .widget {
            journal.append(
                Decision(
                    time: date, widget: id, event: failure == nil ? .intentPerformed : .intentFailed, cause: .interaction, detail: failure?.message ?? action))
            (receipts, effects) = engine.requestReload(.widget(id), cause: .interaction, caller: caller, at: date)
        }
        noteRecords(of: effects)
        let recorded = effects.recorded
        var unrecorded: WidgetError?
        do {
            // With what waits in the journal: that it was performed.
            try await write { [book] transaction in
                try transaction.finishIntent(key: key, error: end.error, at: date)
                try book.write(recorded, to: &transaction)
            }
        } catch {
            logger.error("an action was performed and its end could not be written", metadata: ["widget": "\(id)", "error": "\(error)"])
            if unrecordedEnds.count < DaemonLimits.unrecordedEnds { unrecordedEnds[key] = end }
            unrecorded = end.unrecorded(error)
        }
        tapped.remove(id)
        apply(effects)
        if let failure = failure ?? unrecorded { throw failure }
        return PerformResult(isRepeated: false, openURL: "", reload: receipts.first)
    }

    private func provider(of kind: String, _ owner: IntentOwner) -> ProviderHost? {
        switch owner {
        case .widget: kinds[kind].flatMap { providers[$0.kind.provider] }
        case .activity: activityTypes[kind].flatMap { providers[$0.type.provider] }
        }
    }

    /// Writes the end of an action that was performed while the store could not be written, and answers as the store will from then on.
    private func record(_ end: IntentEnd) async throws -> PerformResult {
        do {
            try await store.write { try $0.finishIntent(key: end.request.idempotencyKey, error: end.error, at: end.date) }
        } catch {
            throw end.unrecorded(error)
        }
        unrecordedEnds[end.request.idempotencyKey] = nil
        if let error = end.error { throw error }
        return PerformResult(isRepeated: true, openURL: "", reload: nil)
    }

    /// The action of that name in the entry that is shown, and the value of the toggle that carries it.
    private func shownAction(of widget: Widget, _ name: String) throws(WidgetError) -> (ViewAction, isOn: Bool?) {
        guard let timeline = timelines[widget.id], !timeline.entries.isEmpty else {
            throw WidgetError(.failedPrecondition, "the widget has no timeline yet, so it has no actions; `widgetctl explain \(widget.id)` says why")
        }
        let entry = timeline.entries[timeline.index(at: now())]
        guard let bytes = try store.archive(entry.archive) else {
            throw WidgetError(.dataLoss, "the shown entry is missing from the store; reload the widget")
        }
        let archive = try ArchiveCodec.decode(bytes)
        guard let found = archive.action(name) else {
            let advice =
                archive.actions.isEmpty
                ? "; it has no actions"
                : Suggestion.advice(for: name, among: archive.actions.map(\.id), verb: "it has", source: "widgetctl tap \(widget.id)")
            throw WidgetError(.notFound, "action: the shown entry has no '\(name)'\(advice)")
        }
        return found
    }
}

extension ViewArchive {
    /// The action of that name, and the value of the toggle that carries it; nil: it has no such action.
    func action(_ name: String) -> (ViewAction, isOn: Bool?)? {
        guard let index = actions.firstIndex(where: { $0.id == name }) else { return nil }
        var isOn: Bool?
        for node in nodes {
            if case .toggle(let carried, let value, _) = node.content, carried == index { isOn = value }
        }
        return (actions[index], isOn)
    }
}

extension IntentRequest {
    static func check(idempotencyKey key: String) throws(WidgetError) {
        guard key.utf8.count <= Limits.idempotencyKeyBytes else {
            throw .invalid("idempotency_key", "\(key.utf8.count) bytes, the limit is \(Limits.idempotencyKeyBytes)")
        }
    }
}
