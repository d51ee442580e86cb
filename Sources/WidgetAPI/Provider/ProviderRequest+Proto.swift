internal import SwiftProtobuf
public import WidgetCore

extension ProviderRequest {
    /// As an encoded `EntryRequest`, for Placeholder and Snapshot.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func entryRequestBytes() throws(WidgetError) -> [UInt8] {
        var proto = ProtoEntryRequest()
        proto.kind = kind
        proto.context = ProtoProviderContext(context)
        proto.parameters = parameters.proto
        return try encoded(proto, "a request for an entry")
    }

    /// As an encoded `TimelineRequest`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func timelineRequestBytes() throws(WidgetError) -> [UInt8] {
        var proto = ProtoTimelineRequest()
        proto.kind = kind
        proto.context = ProtoProviderContext(context)
        proto.parameters = parameters.proto
        proto.widgetID = widget?.description ?? ""
        return try encoded(proto, "a request for a timeline")
    }

    /// As an encoded `RelevanceRequest`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func relevanceRequestBytes() throws(WidgetError) -> [UInt8] {
        var proto = ProtoRelevanceRequest()
        proto.kind = kind
        proto.context = ProtoProviderContext(context)
        return try encoded(proto, "a request for relevance")
    }

    /// Decodes a `RelevanceRequest`.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(relevanceRequest bytes: [UInt8]) throws(WidgetError) {
        let proto: ProtoRelevanceRequest = try decoded(bytes, "RelevanceRequest")
        self.init(kind: proto.kind, context: try ProviderContext(proto.context))
    }

    /// Decodes an `EntryRequest`.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(entryRequest bytes: [UInt8]) throws(WidgetError) {
        let proto: ProtoEntryRequest = try decoded(bytes, "EntryRequest")
        self.init(
            kind: proto.kind, context: try ProviderContext(proto.context), parameters: try Parameters(proto.parameters, field: "parameters"))
    }

    /// Decodes a `TimelineRequest`.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(timelineRequest bytes: [UInt8]) throws(WidgetError) {
        let proto: ProtoTimelineRequest = try decoded(bytes, "TimelineRequest")
        self.init(
            kind: proto.kind, context: try ProviderContext(proto.context), parameters: try Parameters(proto.parameters, field: "parameters"),
            widget: try widgetID(proto.widgetID))
    }
}

extension IntentRequest {
    /// As an encoded `PerformIntentRequest`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func performRequestBytes() throws(WidgetError) -> [UInt8] {
        var proto = ProtoPerformIntentRequest()
        proto.intent.name = name
        proto.intent.parameters = intentParameters.proto
        proto.kind = kind
        proto.parameters = parameters.proto
        proto.widgetID = widget.description
        proto.idempotencyKey = idempotencyKey
        if let value { proto.value = value }
        return try encoded(proto, "a request to perform an intent")
    }

    /// Decodes a `PerformIntentRequest`.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(performRequest bytes: [UInt8]) throws(WidgetError) {
        let proto: ProtoPerformIntentRequest = try decoded(bytes, "PerformIntentRequest")
        guard let widget = try widgetID(proto.widgetID) else { throw .invalid("widget_id", "is missing") }
        self.init(
            name: proto.intent.name, intentParameters: try Parameters(proto.intent.parameters, field: "intent.parameters"), kind: proto.kind,
            parameters: try Parameters(proto.parameters, field: "parameters"), widget: widget, idempotencyKey: proto.idempotencyKey,
            value: proto.hasValue ? proto.value : nil)
    }
}

extension ProtoProviderContext {
    init(_ context: ProviderContext) {
        self.init()
        isPreview = context.isPreview
        family = ProtoWidgetFamily(context.family)
        width = Double(context.family.size.width)
        height = Double(context.family.size.height)
        colorScheme = context.colorScheme == .light ? .light : .dark
        variants = context.variants.map { ProtoViewTraits($0) }
        displayScale = context.displayScale
        timeZone = context.timeZone
        locale = context.locale
        date = .init(context.date)
    }
}

extension ProviderContext {
    init(_ proto: ProtoProviderContext) throws(WidgetError) {
        guard let family = try WidgetFamily(proto.family, field: "context.family") else { throw .invalid("context.family", "is unspecified") }
        guard proto.displayScale.isFinite, proto.displayScale >= 0 else { throw .invalid("context.display_scale", "is \(proto.displayScale)") }
        self.init(
            isPreview: proto.isPreview, family: family, colorScheme: proto.colorScheme == .light ? .light : .dark,
            variants: try ViewTraits.list(proto.variants, limit: Limits.variantsPerArchive, field: "context.variants"),
            displayScale: proto.displayScale == 0 ? 1 : proto.displayScale,
            timeZone: proto.timeZone.isEmpty ? "UTC" : proto.timeZone, locale: proto.locale.isEmpty ? "en" : proto.locale,
            date: try Timestamp(proto.date, field: "context.date"))
    }
}

private func widgetID(_ text: String) throws(WidgetError) -> WidgetID? {
    guard !text.isEmpty else { return nil }
    guard let id = WidgetID(text) else { throw .invalid("widget_id", "\"\(text.prefix(64))\" is no widget's id") }
    return id
}

/// A message's bytes.
func encoded(_ message: some Message, _ what: String) throws(WidgetError) -> [UInt8] {
    do {
        return try message.serializedBytes()
    } catch {
        throw WidgetError(.internal, "\(what) can't be encoded", cause: "\(error)")
    }
}

/// The message that `bytes` encode.
func decoded<M: Message>(_ bytes: [UInt8], _ name: String) throws(WidgetError) -> M {
    do {
        return try M(serializedBytes: bytes)
    } catch {
        throw .invalid(name, "\(bytes.count) bytes that are no such message")
    }
}

/// The methods that a provider program serves on its inherited socket.
public enum ProviderMethod: String, Sendable, Hashable, CaseIterable {
    case describe = "Describe"
    case placeholder = "Placeholder"
    case snapshot = "Snapshot"
    case timeline = "Timeline"
    case relevance = "Relevance"
    case drawActivity = "DrawActivity"
    case perform = "Perform"
    case pushInfo = "PushInfo"
    case controlValue = "ControlValue"
    case performControl = "PerformControl"
    case intents = "Intents"
    case options = "Options"
    case previews = "Previews"
    case drawPreview = "DrawPreview"
    case tapPreview = "TapPreview"

    /// The service of all of them.
    public static let service = "widgetd.v1.Provider"
    /// The variable that tells a program the number of its socket.
    public static let descriptorVariable = "WIDGETD_PROVIDER_FD"
    /// The socket's number in every program that the daemon starts: the first after standard input, output and error.
    public static let descriptor: Int32 = 3
}
