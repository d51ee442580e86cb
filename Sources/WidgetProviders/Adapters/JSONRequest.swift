import WidgetCore

/// The request that a json provider reads on standard input: one object, format 1.
enum JSONRequest {
    static let format = 1

    /// For an entry or a timeline.
    static func bytes(_ call: EntryCall, _ request: ProviderRequest) -> [UInt8] { bytes(call.rawValue, request) }

    /// For the relevance of a kind.
    static func relevance(_ request: ProviderRequest) -> [UInt8] { bytes("relevance", request) }

    private static func bytes(_ call: String, _ request: ProviderRequest) -> [UInt8] {
        let context = request.context
        let size = context.family.size
        var members: [(key: String, value: String)] = [
            ("format", "\(format)"), ("call", JSONWriter.string(call)), ("kind", JSONWriter.string(request.kind)),
            ("family", JSONWriter.string(context.family.name)), ("width", "\(size.width)"), ("height", "\(size.height)"),
            ("scale", "\(context.displayScale)"), ("colorScheme", JSONWriter.string(context.colorScheme.name)),
            ("date", JSONWriter.string(context.date.rfc3339)), ("timeZone", JSONWriter.string(context.timeZone)),
            ("locale", JSONWriter.string(context.locale)), ("preview", "\(context.isPreview)"), ("parameters", JSONWriter.parameters(request.parameters)),
        ]
        if !context.variants.isEmpty { members.append(("variants", "[" + context.variants.map(JSONWriter.traits).joined(separator: ",") + "]")) }
        if let widget = request.widget { members.append(("widget", JSONWriter.string("\(widget)"))) }
        return Array(JSONWriter.object(members).utf8)
    }

    /// For the views of a Live Activity. Its attributes and its state are JSON already.
    static func bytes(_ request: ActivityDrawingRequest) -> [UInt8] {
        let (activity, context) = (request.activity, request.context)
        return Array(
            JSONWriter.object([
                ("format", "\(format)"), ("call", JSONWriter.string("activity")), ("type", JSONWriter.string(activity.type)),
                ("activity", JSONWriter.string("\(activity.id)")), ("tag", JSONWriter.string(activity.tag)), ("attributes", activity.attributes),
                ("state", activity.content.state), ("activityState", JSONWriter.string("\(activity.state)")), ("scale", "\(context.displayScale)"),
                ("colorScheme", JSONWriter.string(context.colorScheme.name)), ("date", JSONWriter.string(context.date.rfc3339)),
                ("timeZone", JSONWriter.string(context.timeZone)), ("locale", JSONWriter.string(context.locale)),
            ]).utf8)
    }

    /// For an intent.
    static func bytes(_ request: IntentRequest) -> [UInt8] {
        var intent: [(key: String, value: String)] = [
            ("name", JSONWriter.string(request.name)), ("parameters", JSONWriter.parameters(request.intentParameters)),
            ("idempotencyKey", JSONWriter.string(request.idempotencyKey)),
        ]
        if let value = request.value { intent.append(("value", "\(value)")) }
        return Array(
            JSONWriter.object([
                ("format", "\(format)"), ("call", JSONWriter.string("perform")), ("kind", JSONWriter.string(request.kind)),
                ("widget", JSONWriter.string("\(request.widget)")), ("parameters", JSONWriter.parameters(request.parameters)),
                ("intent", JSONWriter.object(intent)),
            ]).utf8)
    }

    /// For the value of a control.
    static func bytes(_ request: ControlValueRequest) -> [UInt8] {
        var members: [(key: String, value: String)] = [
            ("format", "\(format)"), ("call", JSONWriter.string("controlValue")), ("kind", JSONWriter.string(request.kind)),
            ("preview", "\(request.isPreview)"), ("parameters", JSONWriter.parameters(request.parameters)),
        ]
        if let control = request.control { members.append(("control", JSONWriter.string("\(control)"))) }
        return Array(JSONWriter.object(members).utf8)
    }

    /// For a tap on a control.
    static func bytes(_ request: ControlPerformRequest) -> [UInt8] {
        var members: [(key: String, value: String)] = [
            ("format", "\(format)"), ("call", JSONWriter.string("performControl")), ("kind", JSONWriter.string(request.kind)),
            ("control", JSONWriter.string("\(request.control)")), ("parameters", JSONWriter.parameters(request.parameters)),
            ("idempotencyKey", JSONWriter.string(request.idempotencyKey)),
        ]
        if let isOn = request.isOn { members.append(("isOn", "\(isOn)")) }
        return Array(JSONWriter.object(members).utf8)
    }

    /// For the tokens to which the provider's server pushes.
    static func bytes(_ notice: PushRegistrationNotice) -> [UInt8] {
        let widgets = notice.widgets.map { widget in
            JSONWriter.object([
                ("widget", JSONWriter.string("\(widget.id)")), ("kind", JSONWriter.string(widget.kind)), ("family", JSONWriter.string(widget.family.name)),
                ("parameters", JSONWriter.parameters(widget.configuration)),
            ])
        }
        let controls = notice.controls.map { control in
            JSONWriter.object([
                ("control", JSONWriter.string("\(control.id)")), ("kind", JSONWriter.string(control.kind)),
                ("parameters", JSONWriter.parameters(control.configuration)), ("token", JSONWriter.string(control.token.hexadecimal)),
            ])
        }
        var members: [(key: String, value: String)] = [
            ("format", "\(format)"), ("call", JSONWriter.string("push")),
            ("token", notice.info.token.map { JSONWriter.string($0.hexadecimal) } ?? "null"),
            ("widgets", "[" + widgets.joined(separator: ",") + "]"),
        ]
        if !controls.isEmpty { members.append(("controls", "[" + controls.joined(separator: ",") + "]")) }
        return Array(JSONWriter.object(members).utf8)
    }
}
