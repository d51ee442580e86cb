public import WidgetCore

extension ProtoControlKind {
    public init(_ kind: ControlKind) {
        self.init()
        id = kind.id
        provider = kind.provider
        displayName = kind.displayName
        description_p = kind.description
        type = TypeEnum(rawValue: kind.type.rawValue) ?? .unspecified
        symbol = kind.symbol
        if let color = kind.tint { tint = ProtoColor(color) }
        actionHint = kind.actionHint
        parameters = kind.parameters.map(ProtoParameterDefinition.init)
        pushHandler = kind.takesPushes
        privacySensitive = kind.isPrivacySensitive
        authentication = Authentication(rawValue: kind.authentication.rawValue) ?? .unspecified
        promptsForUserConfiguration = kind.promptsForUserConfiguration
    }
}

extension ControlKind {
    /// The kind as it came; ``ControlKind/validated()`` checks what it says.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(_ proto: ProtoControlKind) throws(WidgetError) {
        let field = "control '\(proto.id.cut(toBytes: Limits.identifierBytes))'"
        guard let type = ControlType(rawValue: proto.type.rawValue) else {
            throw .invalid("\(field): type", "\(proto.type.rawValue) is no type of a control; use button or toggle")
        }
        let authentication: ControlAuthentication
        if proto.authentication == .unspecified {
            authentication = .alwaysAllowed
        } else if let policy = ControlAuthentication(rawValue: proto.authentication.rawValue) {
            authentication = policy
        } else {
            // An unknown policy is refused: to allow what a later version forbids would be wrong.
            throw .invalid("\(field): authentication", "\(proto.authentication.rawValue) isn't known to this version")
        }
        var parameters: [ParameterDefinition] = []
        for parameter in proto.parameters { parameters.append(try ParameterDefinition(parameter, field: field)) }
        self.init(
            id: proto.id, provider: proto.provider, displayName: proto.displayName, description: proto.description_p, type: type, symbol: proto.symbol,
            tint: proto.hasTint ? try ViewColor(proto.tint, field: "\(field): tint") : nil, actionHint: proto.actionHint, parameters: parameters,
            takesPushes: proto.pushHandler, isPrivacySensitive: proto.privacySensitive, authentication: authentication,
            promptsForUserConfiguration: proto.promptsForUserConfiguration)
    }
}

extension ProtoControlValue {
    public init(_ value: ControlValue) {
        self.init()
        if let isOn = value.isOn { self.isOn = isOn }
        status = value.status
        symbol = value.symbol
        if let color = value.tint { tint = ProtoColor(color) }
    }
}

extension ControlValue {
    /// The value as it came; ``ControlValue/validated(for:)`` checks it.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(_ proto: ProtoControlValue) throws(WidgetError) {
        self.init(
            isOn: proto.hasIsOn ? proto.isOn : nil, status: proto.status, symbol: proto.symbol,
            tint: proto.hasTint ? try ViewColor(proto.tint, field: "value.tint") : nil)
    }
}

extension ProtoControl {
    public init(_ control: Control) {
        self.init()
        id = control.id.description
        kind = control.kind
        name = control.name
        parameters = control.parameters.proto
    }
}

extension Control {
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(_ proto: ProtoControl) throws(WidgetError) {
        guard let id = ControlID(proto.id) else { throw .invalid("control.id", "\"\(proto.id.cut(toBytes: 64))\" is no control's id") }
        self.init(id: id, kind: proto.kind, name: proto.name, parameters: try Parameters(proto.parameters, field: "control.parameters"))
    }
}

extension ProtoControlReceipt {
    /// - Parameter record: the record of the tap, with its newest receipt.
    public init(_ record: ControlRecord) {
        self.init(record.receipt, control: record.control, key: record.key)
        if let isOn = record.isOn { self.isOn = isOn }
        caller = record.caller
        date = .init(record.date)
    }

    public init(_ receipt: WidgetCore.ControlReceipt, control: ControlID, key: String) {
        self.init()
        controlID = control.description
        idempotencyKey = key
        switch receipt {
        case .pending: outcome = .pending
        case .confirmed: outcome = .confirmed
        case .reverted(let why): (outcome, reason) = (.reverted, why)
        case .queued(let date):
            outcome = .queued
            until = .init(date)
        case .unavailable: outcome = .unavailable
        case .denied(let why): (outcome, reason) = (.denied, why)
        }
    }

    /// Nothing follows.
    public var isFinal: Bool { outcome != .pending && outcome != .queued }

    /// The press was performed, but its device couldn't write that to the disk.
    public var isUnrecorded: Bool { outcome == .pending && !reason.isEmpty }
}

extension WidgetCore.ControlReceipt {
    /// - Throws: INTERNAL where a device's answer can't be understood.
    public init(_ proto: ProtoControlReceipt) throws(WidgetError) {
        switch proto.outcome {
        case .pending: self = .pending
        case .confirmed: self = .confirmed
        case .reverted: self = .reverted(proto.reason)
        case .queued: self = .queued(until: try Timestamp(proto.until, field: "until"))
        case .unavailable: self = .unavailable
        case .denied: self = .denied(proto.reason)
        case .unspecified, .UNRECOGNIZED: throw WidgetError(.internal, "a receipt can't be understood; bring widgetd up to date on both devices")
        }
    }
}

extension ControlAppearance {
    /// The control as a surface shows it; nil: no provider gives its kind now.
    /// - Parameter place: the lock screen hides the value; the daemon itself leaves it out while the session is locked, where the kind is privacy sensitive.
    public static func choose(_ snapshot: ProtoControlSnapshot, size: ControlSize, place: ControlSurface) -> ControlAppearance? {
        guard snapshot.hasKind, let control = try? Control(snapshot.control), let kind = try? ControlKind(snapshot.kind) else { return nil }
        let value = snapshot.hasValue ? try? ControlValue(snapshot.value) : nil
        var appearance = choose(control, kind: kind, value: value, size: size, place: place, isLocked: false)
        if snapshot.valueHidden { appearance.isValueHidden = true }
        return appearance
    }
}
