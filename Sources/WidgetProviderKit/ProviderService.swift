import TTRPCBlocking
import TTRPCWire
import WidgetAPI
import WidgetCore

/// `widgetd.v1.Provider` for these widgets, controls and intents: decodes, calls, encodes.
struct ProviderService {
    let widgets: [WidgetDefinition]
    var activities: [ActivityDefinition] = []
    var controls: [ControlDefinition] = []
    let intents: [any AppIntent.Type]

    func register(on server: BlockingServer) {
        for method in ProviderMethod.allCases {
            server.register(service: ProviderMethod.service, method: method.rawValue) { _, payload in
                do {
                    return try answer(method, payload)
                } catch let error as WidgetError {
                    throw RPCStatus(StatusCode(wire: error.code.rawValue), error.message)
                }
            }
        }
    }

    func answer(_ method: ProviderMethod, _ payload: [UInt8]) throws -> [UInt8] {
        switch method {
        case .describe:
            return try ProviderDescription(
                kinds: widgets.map(\.kind), activities: activities.map { ActivityType(name: $0.type) }, controls: controls.map(\.kind)
            ).describeResponseBytes()
        case .placeholder, .snapshot:
            let request = try ProviderRequest(entryRequest: payload)
            return try widget(request).answer(method, request).entryResponseBytes()
        case .timeline:
            let request = try ProviderRequest(timelineRequest: payload)
            return try widget(request).answer(method, request).timelineResponseBytes()
        case .relevance:
            let request = try ProviderRequest(relevanceRequest: payload)
            return try widget(request).relevance(request).relevanceResponseBytes()
        case .drawActivity:
            let request = try ActivityDrawingRequest(drawActivityRequest: payload)
            return try ActivityArchiveCodec.drawActivityResponseBytes(try activity(request).views(request))
        case .perform:
            try perform(try IntentRequest(performRequest: payload))
            return []
        case .pushInfo:
            try register(try PushRegistrationNotice(pushInfoRequest: payload))
            return []
        case .controlValue:
            let request = try ControlValueRequest(controlValueRequest: payload)
            return try control(request.kind).value(request).controlValueResponseBytes()
        case .performControl:
            let request = try ControlPerformRequest(performControlRequest: payload)
            try control(request.kind).perform(request)
            return []
        case .options, .previews, .drawPreview, .tapPreview: throw WidgetError(.unimplemented, "this program has no previews")
        }
    }

    private func widget(_ request: ProviderRequest) throws -> WidgetDefinition {
        guard let widget = widgets.first(where: { $0.kind.id == request.kind || $0.kind.aliases.contains(request.kind) }) else {
            let advice = Suggestion.advice(for: request.kind, among: widgets.map(\.kind.id), verb: "there are")
            throw WidgetError(.notFound, "no kind \"\(request.kind)\" here\(advice)")
        }
        let family = request.context.family
        guard widget.kind.families.contains(family) else {
            let families = widget.kind.families.map(\.name).joined(separator: ", ")
            throw WidgetError.invalid("context.family", "\(request.kind) supports \(families), not \(family.name)")
        }
        return widget
    }

    private func activity(_ request: ActivityDrawingRequest) throws -> ActivityDefinition {
        guard let activity = activities.first(where: { $0.type == request.activity.type }) else {
            let advice = Suggestion.advice(for: request.activity.type, among: activities.map(\.type), verb: "there are")
            throw WidgetError(.notFound, "no activities of the type \"\(request.activity.type)\" here\(advice)")
        }
        return activity
    }

    private func control(_ kind: String) throws -> ControlDefinition {
        guard let control = controls.first(where: { $0.kind.id == kind }) else {
            let advice = Suggestion.advice(for: kind, among: controls.map(\.kind.id), verb: "there are")
            throw WidgetError(.notFound, "no control \"\(kind)\" here\(advice)")
        }
        return control
    }

    /// Each handler hears of its widgets or controls; one that several share hears of all of them, once.
    private func register(_ notice: PushRegistrationNotice) throws {
        var told: Set<ObjectIdentifier> = []
        for type in widgets.compactMap(\.pushHandler) where told.insert(ObjectIdentifier(type)).inserted {
            let kinds = Set(widgets.filter { $0.pushHandler.map(ObjectIdentifier.init) == ObjectIdentifier(type) }.map(\.kind.id))
            try type.init().pushTokenDidChange(notice.info, widgets: notice.widgets.filter { kinds.contains($0.kind) })
        }
        for type in controls.compactMap(\.pushHandler) where told.insert(ObjectIdentifier(type)).inserted {
            let kinds = Set(controls.filter { $0.pushHandler.map(ObjectIdentifier.init) == ObjectIdentifier(type) }.map(\.kind.id))
            try type.init().pushTokensDidChange(controls: notice.controls.filter { kinds.contains($0.kind) })
        }
    }

    private func perform(_ request: IntentRequest) throws {
        guard let intent = intents.first(where: { $0.name == request.name }) else {
            let advice = Suggestion.advice(for: request.name, among: intents.map { $0.name }, verb: "there are")
            throw WidgetError(.notFound, "no intent \"\(request.name)\" here\(advice)")
        }
        let context = IntentContext(
            idempotencyKey: request.idempotencyKey, widget: request.widget.description, kind: request.kind, configuration: request.parameters,
            value: request.value)
        try intent.init(parameters: request.intentParameters).perform(in: context)
    }
}
