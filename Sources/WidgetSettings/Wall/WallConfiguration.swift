public import WidgetCore

/// The surfaces that `widgetd-wall` shows, as its file says.
public struct WallConfiguration: Sendable, Hashable {
    public var surfaces: [WallSurface]

    public init(surfaces: [WallSurface]) { self.surfaces = surfaces }

    /// Without a file: all widgets of the board on the desktop's background, in the top right corner.
    public static let standard = WallConfiguration(surfaces: [WallSurface(name: WallSurface.standardName, kind: .desktop)])
}

/// A group of widgets in one place: on the desktop, on an edge, or on a whole display.
public struct WallSurface: Sendable, Hashable {
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// A group on the desktop's background, as large as its widgets.
        case desktop
        /// A strip on an edge, beside which windows end.
        case panel
        /// A whole display with pages.
        case wall
        /// An ordinary window, as on desktops without layer-shell.
        case window
    }

    /// The layer of the compositor on which a surface lies, from the bottom up; windows are between `bottom` and `top`.
    public enum Layer: Sendable, Hashable, CaseIterable { case background, bottom, top, overlay }

    /// Where a group lies on its display.
    public enum Anchor: Sendable, Hashable, CaseIterable { case topLeft, top, topRight, left, center, right, bottomLeft, bottom, bottomRight }

    public enum Edge: Sendable, Hashable, CaseIterable { case top, bottom, left, right }

    /// Where the surface lies, and how its widgets are arranged.
    public struct Place: Sendable, Hashable {
        /// Nil: that of the kind.
        public var layer: Layer?
        public var anchor = Anchor.topRight
        public var edge = Edge.top
        /// Points between the surface and the display's edges; of a panel and a wall, between its edges and the widgets.
        public var margin = 22.0
        /// Points between widgets: as on an iPhone's home screen of 390 by 844 points.
        public var spacing = 22.0
        /// Small widgets beside each other. Nil: as many as the display has room for, up to four on a desktop.
        public var columns: Int?
        /// How much larger than usual everything is.
        public var zoom = 1.0

        public init() {}
    }

    /// How widgets look there.
    public struct Look: Sendable, Hashable {
        public enum Distance: Sendable, Hashable, CaseIterable { case near, far }
        public enum Theme: Sendable, Hashable, CaseIterable { case fullColor, glass, tinted, solid, vibrant }

        public var colorScheme = ColorScheme.dark
        public var theme = Theme.fullColor
        /// The colour of a tinted or solid theme.
        public var tint: ViewColor?
        public var distance = Distance.near
        /// Views fade, and nothing moves.
        public var reducesMotion = false
        /// One colour, or several of a gradient from the top to the bottom. Empty: nothing is behind the widgets, and a wall is black.
        public var background: [ViewColor] = []

        public init() {}
    }

    /// The hours in which a wall is dimmed.
    public struct Dimming: Sendable, Hashable {
        /// Minutes since midnight, local time.
        public var from: Int
        public var to: Int
        /// The brightness that is left, 0 to 1.
        public var level: Double

        public init(from: Int, to: Int, level: Double) { (self.from, self.to, self.level) = (from, to, level) }
    }

    /// Letters, digits, `-` and `_`; each surface has another one.
    public var name: String
    public var kind: Kind
    /// The names of displays, such as `HDMI-A-1`. Empty: every display.
    public var outputs: [String] = []
    /// The widgets of each page: names, kinds or ids. Nil: all widgets of the board, on the board's pages.
    public var pages: [[String]]?
    public var place = Place()
    public var look = Look()
    /// Seconds after which the next page is shown. Nil: pages are turned by hand.
    public var turnAfter: Int?
    public var dimming: Dimming?

    public init(name: String, kind: Kind) { (self.name, self.kind) = (name, kind) }

    /// The surface that is meant where none is named, and that is made where there is none.
    public static let standardName = "desk"

    /// The compositor's layer.
    public var layer: Layer {
        if let layer = place.layer { return layer }
        return switch kind {
        case .desktop, .window: .bottom
        case .panel: .top
        case .wall: .overlay
        }
    }

    /// The traits of views on it.
    /// - Parameter isDimmed: it is dimmed now.
    public func traits(isDimmed: Bool) -> ViewTraits {
        var traits = ViewTraits.standard
        traits.colorScheme = look.colorScheme
        traits.renderingMode = look.theme == .fullColor ? .fullColor : look.theme == .vibrant ? .vibrant : .accented
        traits.levelOfDetail = look.distance == .far ? .simplified : .default
        traits.isLuminanceReduced = isDimmed
        return traits
    }
}
