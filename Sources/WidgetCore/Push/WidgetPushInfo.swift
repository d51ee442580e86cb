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

/// Where a provider's server pushes to.
public struct WidgetPushInfo: Sendable, Hashable {
    /// Nil: nowhere any more, as the last widget that took pushes was removed.
    public var token: PushToken?

    public init(token: PushToken?) { self.token = token }
}

/// All that a provider is told of pushes at once.
public struct PushRegistrationNotice: Sendable, Hashable {
    public var info: WidgetPushInfo
    /// Those of its widgets that take pushes, in the order of their ids.
    public var widgets: [WidgetInfo]

    public init(info: WidgetPushInfo, widgets: [WidgetInfo]) {
        self.info = info
        self.widgets = widgets
    }

    /// The same for the same notice, and on every run.
    public var digest: ContentDigest {
        var text = info.token.map { ContentDigest(of: $0.bytes).description } ?? "none"
        for widget in widgets {
            text += "\n\(widget.id) \(widget.kind) \(widget.family.rawValue)"
            for (name, value) in widget.configuration.sorted(by: { $0.key < $1.key }) { text += "\n \(name) \(value)" }
        }
        return ContentDigest(of: Array(text.utf8))
    }
}
