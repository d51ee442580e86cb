/// One modifier of a view. Lengths are points, angles radians, opacities and fractions 0 to 1.
public enum ViewModifier: Sendable, Hashable {
    // Text
    case font(ViewFont)
    case lineLimit(Int)
    /// At least and at most this many lines; nil: any number. A reserved place is as high as the maximum, whatever the text needs.
    case lineLimitRange(minimum: Int?, maximum: Int?, reservesSpace: Bool)
    case minimumScaleFactor(Double)
    case multilineAlignment(ViewAlignment)
    case truncation(ViewTruncation)
    case kerning(Double)
    case tracking(Double)
    case baselineOffset(Double)
    case lineSpacing(Double)
    case allowsTightening(Bool)
    case strikethrough(ViewTextLine)
    case underline(ViewTextLine)
    case textCase(ViewTextCase)

    // Colours
    case foreground(ViewColor)
    /// One to three styles, for the levels of the foreground.
    case foregroundStyle([ViewStyle])
    case tint(ViewColor)
    case tintStyle(ViewStyle)
    case background(ViewColor)
    case accentable(Bool)

    // Layout
    case frame(ViewFrame)
    case padding(ViewInsets)
    /// Moves what is drawn, not the place.
    case offset(x: Double, y: Double)
    /// The middle of the view, in all the room that it is offered.
    case position(x: Double, y: Double)
    /// Nil: the view's own ratio of width to height.
    case aspectRatio(Double?, fills: Bool)
    case fixedSize(horizontally: Bool, vertically: Bool)
    case layoutPriority(Double)
    case zIndex(Double)
    case alignmentGuide(ViewAlignment, Double)
    case gridCell(ViewGridCell)
    /// The widget's own margins, in points; nil: as they are.
    case contentMargins(top: Double?, leading: Double?, bottom: Double?, trailing: Double?)
    case ignoresSafeArea

    // Effects
    case opacity(Double)
    case hidden
    case scale(x: Double, y: Double)
    case rotation(Double)
    /// A scale about another point than the middle, as fractions of the view.
    case scaleAbout(x: Double, y: Double, anchor: ViewPoint)
    case rotationAbout(Double, anchor: ViewPoint)
    case rotation3D(ViewRotation3D)
    /// The columns of a 3 by 3 matrix that points are mapped with: 9 numbers.
    case projection([Double])
    case cornerRadius(Double)
    case clip(ViewShape)
    /// The form that ``ViewShape/Form/containerRelative`` takes within.
    case containerShape(ViewShape)
    case shadow(ViewShadow)
    case blur(Double)
    case color(ViewColorEffect)
    case blendMode(ViewBlendMode)
    case compositingGroup
    case drawingGroup

    // Styles of what lies within
    case buttonStyle(ViewButtonStyle)
    case buttonBorderShape(ViewButtonBorderShape)
    case controlSize(ViewControlSize)
    case toggleStyle(ViewToggleStyle)
    case gaugeStyle(Gauge.Style)
    case progressStyle(ViewProgressStyle)
    case labelStyle(ViewLabelStyle)
    case labelsHidden
    case imageScale(ViewImageScale)
    case symbolVariants(ViewSymbolVariants)
    case symbolRenderingMode(ViewSymbolRenderingMode)
    case disabled(Bool)
    /// The user's size of text counts within these limits; nil: no limit.
    case dynamicTypeSize(minimum: ViewTraits.DynamicTypeSize?, maximum: ViewTraits.DynamicTypeSize?)

    // State
    case redacted
    /// Shown as it is within a redacted view.
    case unredacted
    case accessibility(ViewAccessibility)
    /// Text follows the edge of a corner or a ring.
    case curvesContent(Bool)

    // Motion
    case transition(ViewTransition)
    case contentTransition(ViewContentTransition)
    case animation(AnimationRule)
    case matchedGeometry(MatchedGeometryKey)
    case geometryGroup
    /// The modifiers before it go through phases or along keyframes.
    case animator(ViewAnimator)
    /// Where `.id()` stands. The modifiers before it belong to the node's own identity, as its content does. Those after it belong to this identity, the
    /// place's, and stay when the id changes.
    case identity(NodeID)
}

public struct ViewFont: Sendable, Hashable {
    public enum Style: Int, Sendable, Hashable, CaseIterable {
        case largeTitle = 1
        case title = 2
        case title2 = 3
        case title3 = 4
        case headline = 5
        case subheadline = 6
        case body = 7
        case callout = 8
        case footnote = 9
        case caption = 10
        case caption2 = 11
    }

    public enum Weight: Int, Sendable, Hashable, CaseIterable {
        case light = 1
        case regular = 2
        case medium = 3
        case semibold = 4
        case bold = 5
        case heavy = 6
        case ultraLight = 7
        case thin = 8
        case black = 9

        /// 1, the lightest, to 9, the heaviest. The raw values, which are those of the wire, aren't in this order.
        public var rank: Int {
            switch self {
            case .ultraLight: 1
            case .thin: 2
            case .light: 3
            case .regular: 4
            case .medium: 5
            case .semibold: 6
            case .bold: 7
            case .heavy: 8
            case .black: 9
            }
        }
    }

    public enum Design: Int, Sendable, Hashable, CaseIterable {
        case normal = 1
        case serif = 2
        case rounded = 3
        case monospaced = 4
    }

    public enum Width: Int, Sendable, Hashable, CaseIterable {
        case compressed = 1
        case condensed = 2
        case standard = 3
        case expanded = 4
    }

    public enum Leading: Int, Sendable, Hashable, CaseIterable {
        case standard = 1
        case tight = 2
        case loose = 3
    }

    public var style: Style?
    /// Points, instead of a style; 1 to 512.
    public var size: Double?
    public var weight: Weight?
    public var isItalic: Bool
    public var isMonospacedDigit: Bool
    public var design: Design?
    public var width: Width?
    public var leading: Leading?
    public var isSmallCaps = false
    /// The family of a font of the provider's own choice, at most ``Limits/fontNameBytes``; empty: the surface's own.
    public var name: String

    public init(
        style: Style? = nil, size: Double? = nil, weight: Weight? = nil, isItalic: Bool = false, isMonospacedDigit: Bool = false, design: Design? = nil,
        name: String = ""
    ) {
        self.style = style
        self.size = size
        self.weight = weight
        self.isItalic = isItalic
        self.isMonospacedDigit = isMonospacedDigit
        self.design = design
        self.name = name
    }
}

public enum ViewColor: Sendable, Hashable {
    public enum Name: String, Sendable, Hashable, CaseIterable {
        case primary, secondary, accent, red, orange, yellow, green, mint, teal, cyan, blue, indigo, purple, pink, brown, gray, white, black, clear
    }

    case named(Name)
    /// sRGB, 0xRRGGBBAA.
    case rgba(UInt32)
    /// A named colour with an opacity, 0 to 1.
    case faded(Name, opacity: Double)
}

public struct ViewInsets: Sendable, Hashable {
    public var top: Double
    public var leading: Double
    public var bottom: Double
    public var trailing: Double

    public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }
}

public struct ViewFrame: Sendable, Hashable {
    public var width: Double?
    public var height: Double?
    public var minimumWidth: Double?
    public var idealWidth: Double?
    public var maximumWidth: Double?
    public var minimumHeight: Double?
    public var idealHeight: Double?
    public var maximumHeight: Double?
    public var alignment: ViewAlignment?

    public init(
        width: Double? = nil, height: Double? = nil, minimumWidth: Double? = nil, maximumWidth: Double? = nil, minimumHeight: Double? = nil,
        maximumHeight: Double? = nil, alignment: ViewAlignment? = nil
    ) {
        self.width = width
        self.height = height
        self.minimumWidth = minimumWidth
        self.maximumWidth = maximumWidth
        self.minimumHeight = minimumHeight
        self.maximumHeight = maximumHeight
        self.alignment = alignment
    }
}
