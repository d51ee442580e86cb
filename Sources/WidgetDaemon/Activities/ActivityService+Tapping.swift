import WidgetAPI
import WidgetCore

// Actions of what activities show.
extension ActivityService {
    /// Performs an action of what the activity shows, on the device that owns it, at most once for each key.
    func perform(_ request: ProtoPerformActivityRequest) async throws -> ProtoPerformActivityResponse {
        try IntentRequest.check(idempotencyKey: request.idempotencyKey)
        let id = try resolve(request.activity)
        if let known = try await providers.outcome(of: request.idempotencyKey, id, action: request.action) {
            return .with { ($0.activityID, $0.action, $0.repeatedKey) = (id.description, request.action, known.isRepeated) }
        }
        guard let (stored, owner) = find(id) else { throw Self.unknown(request.activity) }
        let (action, isOn) = try Self.action(request.action, of: try ActivityArchiveCodec.decode(try views(of: stored)), id)
        if request.hasValue, isOn == nil { throw WidgetError.invalid("value", "'\(request.action)' is not a toggle; leave the value out") }
        var response = ProtoPerformActivityResponse()
        response.activityID = id.description
        response.action = request.action
        switch action.effect {
        case .openURL(let url): response.openURL = url
        case .reload where owner == nil: drawAgain(id)
        case .reload: throw WidgetError(.failedPrecondition, "action: '\(request.action)' draws anew, which the device that owns the activity does by itself")
        case .intent(let name, let parameters):
            var request = request
            request.activity = id.description
            if request.idempotencyKey.isEmpty { request.idempotencyKey = WidgetID(date: now(), using: &random).description }
            // What the person saw it go to, whatever it is there by then.
            if !request.hasValue, let isOn { request.value = !isOn }
            if let owner { return try await perform(request, on: owner) }
            let intent = IntentRequest(
                name: name, intentParameters: parameters, kind: stored.activity.type, widget: id, idempotencyKey: request.idempotencyKey,
                value: request.hasValue ? request.value : isOn.map { !$0 })
            // What the views are made of may have changed, also where the provider failed.
            defer { drawAgain(id) }
            response.repeatedKey = try await providers.perform(intent, action: request.action, asker: DeviceID(bytes: Array(request.askedBy))).isRepeated
        }
        return response
    }

    /// What another device asks for.
    func performHere(_ request: ProtoPerformActivityRequest) async throws(WidgetError) -> ProtoPerformActivityResponse {
        do {
            return try await perform(request)
        } catch let error as WidgetError {
            throw error
        } catch {
            throw WidgetError(.internal, "'\(request.action)' couldn't be performed", cause: "\(error)")
        }
    }

    /// Says of which activity an intent was, where it was of one that is known.
    func naming(_ intents: [ProtoIntentRecord]) -> [ProtoIntentRecord] {
        intents.map { intent in
            guard intent.target == .unspecified, let activity = ActivityID(intent.targetID).flatMap({ find($0) })?.stored.activity else { return intent }
            var intent = intent
            intent.target = .activity
            intent.targetName = activity.tag.isEmpty ? activity.type : activity.tag
            return intent
        }
    }

    private func perform(_ request: ProtoPerformActivityRequest, on owner: DeviceID) async throws(WidgetError) -> ProtoPerformActivityResponse {
        let answer = try await providers.perform(try ProtoActivityRequest.with { $0.perform = request }.encoded(), on: owner)
        do {
            return try ProtoPerformActivityResponse(serializedBytes: answer)
        } catch {
            throw WidgetError(.internal, "the device '\(name(of: owner))' gave an answer that can't be read", cause: "\(error)")
        }
    }

    /// The action of that name, and the value of the toggle that carries it: of the lock screen's view first.
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
