public import WidgetCore

/// What a view says, in lines of text: for surfaces without a grid of cells, such as a status bar, its tooltip or a desktop notification.
public struct RenderedLines: Sendable, Hashable {
    /// A button or a toggle, without the place where it stands.
    public struct Action: Sendable, Hashable {
        /// The action's id in the archive.
        public var id: String
        /// One line; a toggle's begins with how it stands.
        public var title: String
        /// What it opens; nil: it does something else.
        public var url: String?

        public init(id: String, title: String, url: String? = nil) {
            self.id = id
            self.title = title
            self.url = url
        }
    }

    /// Without empty ones; no control characters.
    public var lines: [String]
    /// How far the first bar or gauge has come, 0 to 1; nil: there is none.
    public var fraction: Double?
    /// The first series of the first chart as blocks, which stands in a line of its own; nil: there is none.
    public var chart: String?
    /// The first colour that the view gives a text or a symbol; nil: the surface's own.
    public var color: CellColor?
    public var actions: [Action]
    /// When it says something else without a new entry; nil: never.
    public var nextTick: Timestamp?

    public init(
        lines: [String] = [], fraction: Double? = nil, chart: String? = nil, color: CellColor? = nil, actions: [Action] = [], nextTick: Timestamp? = nil
    ) {
        self.lines = lines
        self.fraction = fraction
        self.chart = chart
        self.color = color
        self.actions = actions
        self.nextTick = nextTick
    }
}

extension [RenderedLines] {
    /// The actions of all of these views, each once, by the names that tell them apart.
    /// - Parameter targets: all that can be tapped in the views (``TapTarget/all(in:)``).
    public func actions(among targets: [TapTarget]) -> [RenderedLines.Action] {
        var known: Set<String> = []
        return flatMap(\.actions).map { action in
            guard let url = action.url else { return action }
            var named = action
            let same = targets.filter { $0.url == url }
            named.id = (same.first { $0.id == action.id } ?? same.first { $0.id.hasPrefix(action.id + "-") })?.id ?? action.id
            return named
        }.filter { known.insert($0.id).inserted }
    }
}
