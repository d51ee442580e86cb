import DaemonCore
import WidgetAPI
import WidgetCore

// Actions in the views of activities.
extension ActivityService {
    /// Performs an action in an activity's views, on the device that owns the activity, at most once for each key.
    func perform(_ request: ProtoPerformActivityRequest) async throws -> ProtoPerformActivityResponse {
        try IntentRequest.check(idempotencyKey: request.idempotencyKey)
        let id = try resolve(request.activity)
        if let known = try await intents.local.outcome(of: request.idempotencyKey, id, action: request.action) {
            return .with { ($0.activityID, $0.action, $0.repeatedKey) = (id.description, request.action, known.isRepeated) }
        }
        guard let (stored, owner) = find(id) else { throw Self.unknown(request.activity) }
        var (action, isOn) = try Self.action(request.action, of: try ActivityArchiveCodec.decode(try views(of: stored)), id)
        // A toggle has the value of the last tap, also while the views don't show it yet.
        if isOn != nil, let set = intents.records.taps(of: id).last(where: { $0.action == request.action })?.value { isOn = set }
        if request.hasValue, isOn == nil { throw WidgetError.invalid("value", "'\(request.action)' is not a toggle; leave the value out") }
        var response = ProtoPerformActivityResponse()
        response.activityID = id.description
        response.action = request.action
        switch action.effect {
        case .openURL(let url): response.openURL = url
        case .reload where owner == nil: drawAgain(id)
        case .reload:
            throw WidgetError(.failedPrecondition, "action: '\(request.action)' reloads the activity; only the device that owns the activity can do that")
        case .intent(let name, let parameters):
            let key = request.idempotencyKey.isEmpty ? WidgetID(date: now(), using: &random).description : request.idempotencyKey
            // The opposite of the value that the user saw, which may have changed on the other device.
            let value = request.hasValue ? request.value : isOn.map { !$0 }
            if let owner {
                let until = request.hasQueueUntil ? try Timestamp(request.queueUntil, field: "queue_until") : nil
                let tap = PendingActions.Tap(widget: id, action: request.action, value: value)
                // A separate task: a client that goes away must not cancel an action that has begun.
                let result = try await Task { try await intents.remote.perform(tap, of: .activity, key: key, on: owner, queueUntil: until) }.value
                response.repeatedKey = result.isRepeated
                response.openURL = result.openURL
                if let date = result.queuedUntil { response.queuedUntil = .init(date) }
                return response
            }
            let intent = IntentRequest(
                name: name, intentParameters: parameters, kind: stored.activity.type, widget: id, idempotencyKey: key, value: value)
            // The views' data may have changed, even if the provider failed.
            defer { drawAgain(id) }
            let asker = DeviceID(bytes: Array(request.askedBy))
            response.repeatedKey =
                try await intents.local.perform(intent, of: .activity, action: request.action, caller: .foreground, asker: asker).isRepeated
        }
        return response
    }

    /// Answers another device.
    func performHere(_ request: ProtoPerformActivityRequest) async throws(WidgetError) -> ProtoPerformActivityResponse {
        do {
            return try await perform(request)
        } catch let error as WidgetError {
            throw error
        } catch {
            throw WidgetError(.internal, "'\(request.action)' couldn't be performed", cause: "\(error)")
        }
    }

    /// Adds the activity's name to each intent of a known activity.
    func naming(_ intents: [ProtoIntentRecord]) -> [ProtoIntentRecord] {
        intents.map { intent in
            guard intent.target == .unspecified, let activity = ActivityID(intent.targetID).flatMap({ find($0) })?.stored.activity else { return intent }
            var intent = intent
            intent.target = .activity
            intent.targetName = activity.tag.isEmpty ? activity.type : activity.tag
            return intent
        }
    }

    /// The action of that name, and the value of its toggle. The lock screen's view is searched first.
    private static func action(
        _ name: String, of views: [ActivityPresentation: ViewArchive], _ id: ActivityID
    ) throws(WidgetError) -> (ViewAction, isOn: Bool?) {
        let archives = views.sorted { $0.key < $1.key }.map(\.value)
        for archive in archives { if let found = archive.action(name) { return found } }
        let names = archives.flatMap(\.actions).map(\.id).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let advice =
            names.isEmpty
            ? "; it has no actions" : Suggestion.advice(for: name, among: names, verb: "it has", source: "widgetctl activity tap \(id)")
        throw WidgetError(.notFound, "action: the activity shows no '\(name)'\(advice)")
    }
}

extension ActivityService: IntentTargets {
    func showTaps(of id: WidgetID) { showSoon(id) }

    /// New views of an activity are here, which include the effects of its taps; or the activity is forgotten.
    func didReceiveViews(of id: ActivityID) {
        intents.records.takePending(of: id) { _ in true }
        intents.records.didReceiveEntry(of: id)
        showSoon(id)
    }
}
