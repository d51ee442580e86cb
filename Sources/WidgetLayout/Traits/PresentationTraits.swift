public import WidgetCore

/// Everything that a picture depends on besides the archive: the surface, the user's settings and the time.
public struct PresentationTraits: Sendable {
    /// The traits that the archive's variants are made for.
    public var views: ViewTraits
    /// The room of the whole view, in points.
    public var size: Size
    /// Pixels per point, 0.5 to 4.
    public var scale: Double
    /// Between the edges and the contents.
    public var margins: Insets
    /// The corners' radius, in points.
    public var cornerRadius: Double
    public var theme: Theme
    /// Nil: the locale's.
    private var direction: WritingDirection?
    /// The moment that live texts and progress show.
    public var now: Timestamp
    public var localTime = LocalTime.utc
    /// Private views aren't shown.
    public var hidesPrivate: Bool
    /// Invalidatable views are shown as out of date.
    public var isInvalidated: Bool

    /// The contents have a background and corners of their own. False: they are drawn alone, as large as the size.
    public var hasChrome = true
    /// An accessory lies on its surface, without a background of its own.
    public var isAccessory = false
    /// The corner of a round display: a view's label is bent along its inner edge.
    public var isCorner = false

    public init(
        views: ViewTraits = PresentationTraits.standardViews, size: Size, scale: Double = 2, margins: Insets = .zero, cornerRadius: Double = 0,
        theme: Theme = Theme(), now: Timestamp
    ) {
        self.views = views
        self.size = size
        self.scale = scale
        self.margins = margins
        self.cornerRadius = cornerRadius
        self.theme = theme
        self.now = now
        hidesPrivate = false
        isInvalidated = false
    }

    /// A widget of a family, with its own size, margins and corners.
    public init(family: WidgetFamily, views: ViewTraits = PresentationTraits.standardViews, scale: Double = 2, theme: Theme = Theme(), now: Timestamp) {
        self.init(
            views: views, size: WidgetMetrics.size(of: family), scale: scale, margins: WidgetMetrics.margins(of: family),
            cornerRadius: WidgetMetrics.cornerRadius(of: family), theme: theme, now: now)
        (isAccessory, isCorner) = (WidgetMetrics.isAccessory(family), family == .accessoryCorner)
    }

    /// Texts and stacks run from the right to the left. Unless it is set, the locale says so: that of the views, or of the machine.
    public var isRightToLeft: Bool {
        get { direction.map { $0 == .rightToLeft } ?? views.locale.map(LocaleFormats.isRightToLeft) ?? localTime.formats.isRightToLeft }
        set { direction = newValue ? .rightToLeft : .leftToRight }
    }

    /// The same traits, which know their direction without asking their locale each time.
    var withDirection: PresentationTraits {
        var traits = self
        traits.isRightToLeft = isRightToLeft
        return traits
    }

    /// A light surface of full colour.
    public static let standardViews = ViewTraits.standard.with(.light)

    var grid: PixelGrid { PixelGrid(scale: min(4, max(0.5, scale))) }
    var renderingMode: ViewTraits.RenderingMode { views.renderingMode ?? .fullColor }
    var isDimmed: Bool { views.isLuminanceReduced ?? false }
    var colors: SystemColors { SystemColors(views.colorScheme ?? .light) }
}

/// The look that a user has chosen for widgets.
public struct Theme: Sendable, Hashable {
    /// The background of accented widgets. In full colour a widget has its own.
    public enum Background: Sendable, Hashable {
        /// Clear glass, through which one sees what lies behind.
        case glass
        /// Glass of one colour.
        case tinted(ResolvedColor)
        /// One opaque colour.
        case solid(ResolvedColor)
    }

    /// The material of a widget.
    public enum Texture: Sendable, Hashable { case glass, paper }

    /// How a widget is mounted on its surface.
    public enum Mounting: Sendable, Hashable { case elevated, recessed }

    public var background = Background.glass
    /// Nil: as the surface has it.
    public var texture: Texture?
    /// Nil: flat.
    public var mounting: Mounting?
    /// The colour of accented views that aren't in the accent group.
    public var primary = ResolvedColor.white
    /// The colour of views in the accent group.
    public var accent = ResolvedColor.white

    public init() {}
}

extension PresentationTraits {
    /// The colour of an accented widget's paper, which lets nothing through: warm, with a breath of the theme's tint. Nil: it isn't of paper.
    var paper: ResolvedColor? {
        guard renderingMode == .accented, theme.texture == .paper else { return nil }
        let paper = ResolvedColor(colors.isDark ? 0x2B2825 : 0xF3EEE4)
        return theme.tint.map { paper.mixed(with: $0, by: 0.2) } ?? paper
    }

    /// The theme with the colours of its contents. White would not be seen on light paper: it becomes ink, dark or of the theme's tint.
    var inkedTheme: Theme {
        var theme = theme
        guard paper != nil, !colors.isDark else { return theme }
        let ink = theme.tint.map { $0.mixed(with: .black, by: 0.45) } ?? ResolvedColor(0x2E2A26)
        if theme.primary == .white { theme.primary = ink }
        if theme.accent == .white { theme.accent = ink }
        return theme
    }
}

extension Theme {
    fileprivate var tint: ResolvedColor? {
        switch background {
        case .solid(let color), .tinted(let color): color
        case .glass: nil
        }
    }
}
