/// A placed widget and its configuration: a shared row, edited anywhere, last writer wins per field.
public struct Widget: Sendable, Hashable {
    public var id: WidgetID
    /// The id of its kind.
    public var kind: String
    public var family: WidgetFamily
    /// A name of the user's own; empty: the kind's display name. At most ``Limits/widgetNameBytes``.
    public var name: String
    /// What was set; parameters that are left out have their defaults.
    public var parameters: Parameters
    public var placedAt: Timestamp
    /// Where on the board.
    public var position: WidgetPosition

    public init(
        id: WidgetID, kind: String, family: WidgetFamily, name: String = "", parameters: Parameters = [:], placedAt: Timestamp,
        position: WidgetPosition = .initial
    ) {
        self.id = id
        self.kind = kind
        self.family = family
        self.name = name
        self.parameters = parameters
        self.placedAt = placedAt
        self.position = position
    }
}
