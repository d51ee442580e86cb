/// Everything that a Smart Stack is made of, beside the circumstances and the date.
public struct StackContents: Sendable {
    /// A placed widget.
    public struct Placed: Sendable {
        public var id: WidgetID
        public var kind: String
        /// Scores of one provider are compared with each other.
        public var provider: String
        public var placedAt: Timestamp
        /// Nil: no timeline yet.
        public var timeline: Timeline?

        public init(id: WidgetID, kind: String, provider: String, placedAt: Timestamp, timeline: Timeline?) {
            self.id = id
            self.kind = kind
            self.provider = provider
            self.placedAt = placedAt
            self.timeline = timeline
        }
    }

    /// A kind with a relevance configuration, and what its provider said of it.
    public struct RelevanceKind: Sendable {
        public var id: String
        public var provider: String
        /// The kind of the same provider whose widgets a card of this one replaces; empty: none.
        public var associatedKind: String
        public var attributes: [RelevanceAttribute]

        public init(id: String, provider: String, associatedKind: String = "", attributes: [RelevanceAttribute]) {
            self.id = id
            self.provider = provider
            self.associatedKind = associatedKind
            self.attributes = attributes
        }
    }

    public var widgets: [Placed]
    public var kinds: [RelevanceKind]
    /// Widgets that a user wants first, in that order. Those that aren't placed any more are passed over.
    public var pins: [WidgetID]

    public init(widgets: [Placed] = [], kinds: [RelevanceKind] = [], pins: [WidgetID] = []) {
        self.widgets = widgets
        self.kinds = kinds
        self.pins = pins
    }
}
