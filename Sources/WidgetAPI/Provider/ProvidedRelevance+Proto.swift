internal import SwiftProtobuf
public import WidgetCore

extension ProvidedRelevance {
    /// As an encoded `RelevanceResponse`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func relevanceResponseBytes() throws(WidgetError) -> [UInt8] {
        var proto = ProtoRelevanceResponse()
        for card in cards {
            var attribute = ProtoRelevanceAttribute(card.attribute)
            attribute.entry = try ProtoTimelineEntry(card.entry)
            proto.attributes.append(attribute)
        }
        proto.images = images.map(ProtoImageBlob.init)
        return try encoded(proto, "a relevance")
    }

    /// Decodes and checks a `RelevanceResponse`; ``validated(for:)`` checks it against the kind.
    /// - Throws: INVALID_ARGUMENT that names the attribute, the limit and the value.
    public init(relevanceResponse bytes: [UInt8], family: WidgetFamily) throws(WidgetError) {
        let proto: ProtoRelevanceResponse = try decoded(bytes, "RelevanceResponse")
        guard proto.attributes.count <= RelevanceLimits.attributesPerKind else {
            throw .invalid("attributes", "\(proto.attributes.count), the limit is \(RelevanceLimits.attributesPerKind); give those that come next")
        }
        let images = try ProvidedTimeline.images(proto.images)
        let known = Dictionary(images.map { ($0.reference.digest, $0.reference) }) { first, _ in first }
        var cards: [Card] = []
        for (index, attribute) in proto.attributes.enumerated() {
            let field = "attributes[\(index)]"
            guard attribute.hasEntry else { throw .invalid("\(field).entry", "is missing; give what the card shows") }
            cards.append(
                Card(
                    attribute: try RelevanceAttribute(attribute, field: field),
                    entry: try ProvidedEntry(attribute.entry, images: known, family: family, field: "\(field).entry")))
        }
        self.init(family: family, cards: cards, images: images)
    }
}

extension ProtoRelevanceAttribute {
    init(_ attribute: RelevanceAttribute) {
        self.init()
        parameters = attribute.parameters.proto
        contexts = attribute.contexts.map(ProtoRelevantContext.init)
        switch attribute.group {
        case .automatic: group = .automatic(true)
        case .ungrouped: group = .ungrouped(true)
        case .named(let name): group = .named(name)
        }
    }
}

extension RelevanceAttribute {
    init(_ proto: ProtoRelevanceAttribute, field: String) throws(WidgetError) {
        guard proto.contexts.count <= RelevanceLimits.contextsPerAttribute else {
            throw .invalid("\(field).contexts", "\(proto.contexts.count), the limit is \(RelevanceLimits.contextsPerAttribute)")
        }
        var contexts: [RelevantContext] = []
        for (index, context) in proto.contexts.enumerated() { contexts.append(try RelevantContext(context, field: "\(field).contexts[\(index)]")) }
        // A group that only a newer version knows counts as automatic: the card is shown, and at worst beside one of its kind.
        let group: RelevanceGroup =
            switch proto.group {
            case .automatic, nil: .automatic
            case .ungrouped: .ungrouped
            case .named(let name): .named(name)
            }
        self.init(parameters: try Parameters(proto.parameters, field: "\(field).parameters"), contexts: contexts, group: group)
    }
}

extension ProtoRelevantContext {
    init(_ value: RelevantContext) {
        self.init()
        switch value {
        case .date(let start, let end, let kind):
            var interval = DateInterval()
            interval.start = .init(start)
            interval.end = .init(end)
            interval.kind = DateKind(rawValue: kind.rawValue) ?? .default
            context = .date(interval)
        case .power(let source): context = .power(source == .battery ? .battery : .mains)
        case .network(let name): context = .network(name)
        case .metered(let isMetered): context = .metered(isMetered)
        case .headphones(let isConnected): context = .headphones(isConnected)
        case .display(let isAttached): context = .display(isAttached)
        case .session(let isLocked): context = .locked(isLocked)
        case .unsupported(.location, let detail): context = .location(detail)
        case .unsupported(.fitness, let detail): context = .fitness(detail)
        case .unsupported(.sleep, let detail): context = .sleep(detail)
        }
    }
}

extension RelevantContext {
    init(_ proto: ProtoRelevantContext, field: String) throws(WidgetError) {
        switch proto.context {
        case .date(let interval):
            guard interval.hasStart, interval.hasEnd else { throw .invalid("\(field).date", "needs a start and an end") }
            let kind = interval.kind == .unspecified ? DateKind.default : DateKind(rawValue: interval.kind.rawValue)
            guard let kind else { throw .invalid("\(field).date.kind", "\(interval.kind.rawValue) isn't known; use default, informational or scheduled") }
            self = .date(
                start: try Timestamp(interval.start, field: "\(field).date.start"), end: try Timestamp(interval.end, field: "\(field).date.end"), kind: kind)
        case .power(let source):
            guard let source = PowerSource(rawValue: source.rawValue) else { throw .invalid("\(field).power", "is battery or mains, not \(source.rawValue)") }
            self = .power(source)
        case .network(let name): self = .network(name: name)
        case .metered(let isMetered): self = .metered(isMetered)
        case .headphones(let isConnected): self = .headphones(isConnected: isConnected)
        case .display(let isAttached): self = .display(isAttached: isAttached)
        case .locked(let isLocked): self = .session(isLocked: isLocked)
        case .location(let detail): self = .unsupported(.location, detail: detail)
        case .fitness(let detail): self = .unsupported(.fitness, detail: detail)
        case .sleep(let detail): self = .unsupported(.sleep, detail: detail)
        case nil: throw .invalid(field, "says nothing that this version knows; a context is a date, power, network, metered, headphones, display or locked")
        }
    }
}
