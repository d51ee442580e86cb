/// A placed widget, as its provider is told of it.
public struct WidgetInfo: Sendable, Hashable {
    public var id: WidgetID
    public var kind: String
    public var family: WidgetFamily
    /// Every parameter of the kind that has a value or a default.
    public var configuration: Parameters

    public init(id: WidgetID, kind: String, family: WidgetFamily, configuration: Parameters = [:]) {
        self.id = id
        self.kind = kind
        self.family = family
        self.configuration = configuration
    }
}

/// A control that takes pushes, as its provider is told of it.
public struct ControlPushInfo: Sendable, Hashable {
    public var id: ControlID
    public var kind: String
    /// Every parameter of the kind that has a value or a default.
    public var configuration: Parameters
    /// Its server's target, for this control alone.
    public var token: PushToken

    public init(id: ControlID, kind: String, configuration: Parameters = [:], token: PushToken) {
        self.id = id
        self.kind = kind
        self.configuration = configuration
        self.token = token
    }
}

/// Where a provider's server pushes to.
public struct WidgetPushInfo: Sendable, Hashable {
    /// Nil: nowhere any more, as the last widget that took pushes was removed.
    public var token: PushToken?

    public init(token: PushToken?) { self.token = token }
}

/// All that a provider is told of pushes at once.
public struct PushRegistrationNotice: Sendable, Hashable {
    public var info: WidgetPushInfo
    /// Its widgets that take pushes, in the order of their ids.
    public var widgets: [WidgetInfo]
    /// Its controls that take pushes, in the order of their ids.
    public var controls: [ControlPushInfo]

    public init(info: WidgetPushInfo, widgets: [WidgetInfo], controls: [ControlPushInfo] = []) {
        self.info = info
        self.widgets = widgets
        self.controls = controls
    }

    /// Nothing of the provider takes pushes.
    public var isEmpty: Bool { info.token == nil && controls.isEmpty }

    /// The same for the same notice, and on every run.
    public var digest: ContentDigest {
        var text = info.token.map { ContentDigest(of: $0.bytes).description } ?? "none"
        for widget in widgets {
            text += "\n\(widget.id) \(widget.kind) \(widget.family.rawValue)"
            for (name, value) in widget.configuration.sorted(by: { $0.key < $1.key }) { text += "\n \(name) \(value)" }
        }
        for control in controls {
            text += "\n\(control.id) \(control.kind) \(ContentDigest(of: control.token.bytes))"
            for (name, value) in control.configuration.sorted(by: { $0.key < $1.key }) { text += "\n \(name) \(value)" }
        }
        return ContentDigest(of: Array(text.utf8))
    }
}
