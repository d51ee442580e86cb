import Dispatch
import TTRPCBlocking
import TTRPCWire
import WidgetAPI
import WidgetCore

/// `widgetd.v1.Provider` for a program's widgets, controls, activities and intents: decodes, calls, encodes.
@MainActor final class ProviderService {
    private var contents: _ProgramContents
    private var isPrepared = false
    private let previews = PreviewService()

    init(_ contents: _ProgramContents) { self.contents = contents }

    nonisolated func register(on server: BlockingServer) {
        for method in ProviderMethod.allCases {
            server.register(service: ProviderMethod.service, method: method.rawValue) { [self] _, payload in
                try waiting { try await self.lastingAnswer(method, payload) }
            }
        }
    }

    /// Runs `work` on the main actor, and waits for it: the server's thread handles one call at a time.
    private nonisolated func waiting(_ work: @escaping @MainActor @Sendable () async throws -> [UInt8]) throws -> [UInt8] {
        let answer = Answer()
        Task { @MainActor in
            do {
                answer.give(.success(try await work()))
            } catch {
                answer.give(.failure(error))
            }
        }
        do {
            return try answer.wait()
        } catch let error as WidgetError {
            throw RPCStatus(StatusCode(wire: error.code.rawValue), error.message)
        } catch {
            throw RPCStatus(.unknown, IntentReflection.words(for: error))
        }
    }

    /// Answers once everything that the program set in `UserDefaults` is in its files: on this platform they are written only on request.
    /// - Throws: RESOURCE_EXHAUSTED where they can't be written, and what ``answer(_:_:)`` throws.
    private func lastingAnswer(_ method: ProviderMethod, _ payload: [UInt8]) async throws -> [UInt8] {
        do {
            let answer = try await answer(method, payload)
            // It writes the suites too.
            guard UserDefaults.standard.synchronize() else {
                throw WidgetError(.resourceExhausted, "the program's UserDefaults can't be written: is there room, and may it write in ~/.config?")
            }
            return answer
        } catch {
            UserDefaults.standard.synchronize()
            throw error
        }
    }

    func answer(_ method: ProviderMethod, _ payload: [UInt8]) async throws -> [UInt8] {
        switch method {
        case .describe:
            prepare()
            return try ProviderDescription(
                kinds: contents.widgets.map(\.kind), activities: contents.activities.map { WidgetCore.ActivityType(name: $0.type) },
                controls: contents.controls.map(\.kind)
            ).describeResponseBytes()
        case .placeholder:
            let request = try ProviderRequest(entryRequest: payload)
            let widget = try widget(request)
            return try provided(try widget.placeholder(widget.context(of: request))).entryResponseBytes()
        case .snapshot:
            let request = try ProviderRequest(entryRequest: payload)
            let widget = try widget(request)
            return try provided(try await widget.snapshot(request.parameters, widget.context(of: request))).entryResponseBytes()
        case .timeline:
            let request = try ProviderRequest(timelineRequest: payload)
            let widget = try widget(request)
            return try provided(try await widget.timeline(request.parameters, widget.context(of: request))).timelineResponseBytes()
        case .relevance:
            return try await relevance(try ProviderRequest(relevanceRequest: payload)).relevanceResponseBytes()
        case .drawActivity:
            let request = try ActivityDrawingRequest(drawActivityRequest: payload)
            return try drawn(try activity(request).views(request))
        case .perform:
            return try await perform(try IntentRequest(performRequest: payload)).performResponseBytes()
        case .pushInfo:
            try await register(try PushRegistrationNotice(pushInfoRequest: payload))
            return []
        case .controlValue:
            let request = try ControlValueRequest(controlValueRequest: payload)
            return try await control(request.kind).value(request).controlValueResponseBytes()
        case .performControl:
            let request = try ControlPerformRequest(performControlRequest: payload)
            try await control(request.kind).perform(request)
            return []
        case .intents: return try IntentReflection.discoverable.intentsResponseBytes()
        case .options: return try await options(try OptionsRequest(bytes: payload)).optionsResponseBytes()
        case .previews: return try previews.list()
        case .drawPreview: return try await previews.draw(payload)
        case .tapPreview: return try await previews.tap(payload)
        }
    }

    /// Finds the parameters and the recommended configurations of the kinds, once.
    private func prepare() {
        guard !isPrepared else { return }
        for index in contents.widgets.indices {
            var kind = contents.widgets[index].kind
            contents.widgets[index].prepare(&kind)
            contents.widgets[index].kind = kind
        }
        isPrepared = true
    }

    private func provided(_ rendered: WidgetDefinition.Rendered) -> ProvidedTimeline {
        var provided = ProvidedTimeline(
            entries: rendered.entries.map {
                ProvidedEntry(
                    date: Timestamp($0.date), relevance: $0.relevance?.archived, archive: $0.archive.bytes, digest: $0.archive.digest, isRedrawn: $0.isRedrawn)
            }, policy: rendered.policy, images: rendered.images)
        provided.remarks = rendered.remarks
        return provided
    }

    private func relevance(_ request: ProviderRequest) async throws -> ProvidedRelevance {
        prepare()
        let widget = try widget(request)
        guard let cards = widget.cards else {
            throw WidgetError(.failedPrecondition, "kind \(widget.kind.id) has a timeline and no relevance; for relevance, use RelevanceConfiguration")
        }
        let rendered = try await cards(widget.context(of: request))
        let provided = rendered.cards.map { card in
            ProvidedRelevance.Card(
                attribute: card.attribute,
                entry: ProvidedEntry(date: request.context.date, archive: card.archive.bytes, digest: card.archive.digest))
        }
        return try ProvidedRelevance(family: request.context.family, cards: provided, images: rendered.images).validated(for: widget.kind)
    }

    private func widget(_ request: ProviderRequest) throws -> WidgetDefinition {
        guard let widget = contents.widgets.first(where: { $0.kind.id == request.kind || $0.kind.aliases.contains(request.kind) }) else {
            let advice = Suggestion.advice(for: request.kind, among: contents.widgets.map(\.kind.id), verb: "there are")
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
        guard let activity = contents.activities.first(where: { $0.type == request.activity.type }) else {
            let advice = Suggestion.advice(for: request.activity.type, among: contents.activities.map(\.type), verb: "there are")
            throw WidgetError(.notFound, "no activities of the type \"\(request.activity.type)\" here\(advice)")
        }
        return activity
    }

    private func control(_ kind: String) throws -> ControlDefinition {
        guard let control = contents.controls.first(where: { $0.kind.id == kind }) else {
            let advice = Suggestion.advice(for: kind, among: contents.controls.map(\.kind.id), verb: "there are")
            throw WidgetError(.notFound, "no control \"\(kind)\" here\(advice)")
        }
        return control
    }

    /// An activity's views. Where they are too large with their variants for other surfaces, they go without.
    private func drawn(_ views: [ActivityPresentation: ViewTree]) throws(WidgetError) -> [UInt8] {
        do throws(WidgetError) {
            return try ActivityArchiveCodec.drawActivityResponseBytes(views)
        } catch {
            guard views.values.contains(where: { !$0.variants.isEmpty }) else { throw error }
            return try ActivityArchiveCodec.drawActivityResponseBytes(views.mapValues { $0.withoutVariants })
        }
    }

    /// The values to choose from for a parameter of a widget's or a control's configuration.
    private func options(_ request: OptionsRequest) async throws -> [ParameterOption] {
        let widget = contents.widgets.first { $0.kind.id == request.kind || $0.kind.aliases.contains(request.kind) }
        let control = contents.controls.first { $0.kind.id == request.kind }
        guard let configuration = widget?.configuration ?? control?.configuration else {
            let widgets = contents.widgets.filter { $0.configuration != nil }.map(\.kind.id)
            let controls = contents.controls.filter { $0.configuration != nil }.map(\.kind.id)
            let advice = Suggestion.advice(for: request.kind, among: widgets + controls, verb: "there are")
            throw WidgetError(.notFound, "no kind \"\(request.kind)\" with parameters here\(advice)")
        }
        return try await IntentReflection.options(of: configuration, parameter: request.parameter, matching: request.matching)
    }

    private func perform(_ request: IntentRequest) async throws -> IntentOutcome {
        guard let type = IntentReflection.intents[request.name] else {
            // Configurations aren't performed.
            let performed = IntentReflection.intents.filter { !($1 is any WidgetConfigurationIntent.Type || $1 is any ControlConfigurationIntent.Type) }
            let advice = Suggestion.advice(for: request.name, among: performed.keys.sorted(), verb: "there are")
            throw WidgetError(.notFound, "no intent \"\(request.name)\" here\(advice)")
        }
        var parameters = request.intentParameters
        // A toggle's new value goes into the intent's own `value`.
        if let value = request.value, type is any SetValueIntent.Type { parameters["value"] = .boolean(value) }
        return try await IntentReflection.perform(type, with: parameters, key: request.idempotencyKey)
    }

    /// Tells each handler the push tokens of its widgets or controls. A handler that several kinds share is told once, about all of them.
    private func register(_ notice: PushRegistrationNotice) async throws {
        var told: Set<ObjectIdentifier> = []
        for type in contents.widgets.compactMap(\.pushHandler) where told.insert(ObjectIdentifier(type)).inserted {
            let kinds = Set(contents.widgets.filter { $0.pushHandler.map(ObjectIdentifier.init) == ObjectIdentifier(type) }.map(\.kind.id))
            var widgets: [WidgetInfo] = []
            for widget in notice.widgets where kinds.contains(widget.kind) { widgets.append(await WidgetInfo(widget)) }
            try type.init().pushTokenDidChange(WidgetPushInfo(token: notice.info.token), widgets: widgets)
        }
        for type in contents.controls.compactMap(\.pushHandler) where told.insert(ObjectIdentifier(type)).inserted {
            let kinds = Set(contents.controls.filter { $0.pushHandler.map(ObjectIdentifier.init) == ObjectIdentifier(type) }.map(\.kind.id))
            try type.init().pushTokensDidChange(controls: notice.controls.filter { kinds.contains($0.kind) }.map { ControlInfo($0) })
        }
    }
}

/// An answer that a thread waits for.
private final class Answer: @unchecked Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    // Written before the semaphore is signalled, and read after it.
    private var result: Result<[UInt8], any Error>?

    func give(_ result: Result<[UInt8], any Error>) {
        self.result = result
        semaphore.signal()
    }

    func wait() throws -> [UInt8] {
        semaphore.wait()
        return try result?.get() ?? []
    }
}
