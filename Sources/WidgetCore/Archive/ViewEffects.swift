/// A shadow of what a view draws.
public struct ViewShadow: Sendable, Hashable {
    public var color: ViewColor
    /// The blur's radius, in points.
    public var radius: Double
    public var x: Double
    public var y: Double

    public init(color: ViewColor, radius: Double, x: Double = 0, y: Double = 0) {
        self.color = color
        self.radius = radius
        self.x = x
        self.y = y
    }
}

/// A change of the colours that a view draws.
public enum ViewColorEffect: Sendable, Hashable {
    /// Added to each colour, -1 to 1.
    case brightness(Double)
    /// 0 is all gray, 1 as it is.
    case contrast(Double)
    /// 0 is without colour, 1 as it is.
    case saturation(Double)
    /// 0 as it is, 1 without colour.
    case grayscale(Double)
    /// Radians.
    case hueRotation(Double)
    case invert
    case multiply(ViewColor)
    /// The brighter, the more opaque.
    case luminanceToAlpha
}

/// How a view's colours are put over those behind it.
public enum ViewBlendMode: Int, Sendable, Hashable, CaseIterable {
    case normal = 1
    case multiply = 2
    case screen = 3
    case overlay = 4
    case darken = 5
    case lighten = 6
    case colorDodge = 7
    case colorBurn = 8
    case softLight = 9
    case hardLight = 10
    case difference = 11
    case exclusion = 12
    case hue = 13
    case saturation = 14
    case color = 15
    case luminosity = 16
    case sourceAtop = 17
    case destinationOver = 18
    case destinationOut = 19
    case plusDarker = 20
    case plusLighter = 21
}

/// A turn in space.
public struct ViewRotation3D: Sendable, Hashable {
    /// Radians.
    public var angle: Double
    public var axisX: Double
    public var axisY: Double
    public var axisZ: Double
    public var anchor: ViewPoint
    /// Points from the view to the anchor, towards the eye.
    public var anchorZ: Double
    /// 0 is without vanishing point, 1 is SwiftUI's default.
    public var perspective: Double

    public init(
        angle: Double, axisX: Double, axisY: Double, axisZ: Double, anchor: ViewPoint = .center, anchorZ: Double = 0, perspective: Double = 1
    ) {
        self.angle = angle
        self.axisX = axisX
        self.axisY = axisY
        self.axisZ = axisZ
        self.anchor = anchor
        self.anchorZ = anchorZ
        self.perspective = perspective
    }
}

/// The place of a view in a grid's row.
public struct ViewGridCell: Sendable, Hashable {
    /// Columns that it takes, at least 1.
    public var columns: Int
    /// Where it lies in its cell, as fractions.
    public var anchor: ViewPoint?
    /// The alignment of its whole column.
    public var columnAlignment: ViewAlignment?
    /// It takes the room that the other cells of its column need, and asks for none itself.
    public var isUnsizedHorizontally: Bool
    public var isUnsizedVertically: Bool

    public init(
        columns: Int = 1, anchor: ViewPoint? = nil, columnAlignment: ViewAlignment? = nil, isUnsizedHorizontally: Bool = false,
        isUnsizedVertically: Bool = false
    ) {
        self.columns = columns
        self.anchor = anchor
        self.columnAlignment = columnAlignment
        self.isUnsizedHorizontally = isUnsizedHorizontally
        self.isUnsizedVertically = isUnsizedVertically
    }
}

/// The words and the meaning of a view for a screen reader. A nil leaves what the view says by itself.
public struct ViewAccessibility: Sendable, Hashable {
    /// The way in which an element treats the views in it.
    public enum Children: Int, Sendable, Hashable, CaseIterable {
        case contain = 1
        case combine = 2
        case ignore = 3
    }

    /// Each text has at most ``Limits/accessibilityLabelBytes``.
    public var label: String?
    public var value: String?
    public var hint: String?
    public var identifier: String?
    public var isHidden: Bool?
    public var isHeader: Bool?
    public var isImage: Bool?
    public var isButton: Bool?
    public var updatesFrequently: Bool?
    public var children: Children?
    public var sortPriority: Double?

    public init(
        label: String? = nil, value: String? = nil, hint: String? = nil, identifier: String? = nil, isHidden: Bool? = nil, children: Children? = nil
    ) {
        self.label = label
        self.value = value
        self.hint = hint
        self.identifier = identifier
        self.isHidden = isHidden
        self.children = children
    }

    /// Every text in it.
    var texts: [String] { [label, value, hint, identifier].compactMap(\.self) }
}

public enum ViewButtonStyle: Int, Sendable, Hashable, CaseIterable {
    case automatic = 1
    case bordered = 2
    case borderedProminent = 3
    case borderless = 4
    case plain = 5
    case glass = 6
    case glassProminent = 7
}

public enum ViewButtonBorderShape: Sendable, Hashable {
    case automatic
    case capsule
    /// Nil: the surface's own radius.
    case roundedRectangle(radius: Double?)
    case circle
}

public enum ViewControlSize: Int, Sendable, Hashable, CaseIterable {
    case mini = 1
    case small = 2
    case regular = 3
    case large = 4
    case extraLarge = 5
}

public enum ViewToggleStyle: Int, Sendable, Hashable, CaseIterable {
    case automatic = 1
    case button = 2
    case `switch` = 3
    case checkbox = 4
}

public enum ViewProgressStyle: Int, Sendable, Hashable, CaseIterable {
    case automatic = 1
    case linear = 2
    case circular = 3
}

public enum ViewLabelStyle: Int, Sendable, Hashable, CaseIterable {
    case automatic = 1
    case iconOnly = 2
    case titleOnly = 3
    case titleAndIcon = 4
}

public enum ViewImageScale: Int, Sendable, Hashable, CaseIterable {
    case small = 1
    case medium = 2
    case large = 3
}

/// The form of symbols: a name with `.fill` and so on, where the symbol has it.
public struct ViewSymbolVariants: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let fill = ViewSymbolVariants(rawValue: 1)
    public static let slash = ViewSymbolVariants(rawValue: 1 << 1)
    public static let circle = ViewSymbolVariants(rawValue: 1 << 2)
    public static let square = ViewSymbolVariants(rawValue: 1 << 3)
    public static let rectangle = ViewSymbolVariants(rawValue: 1 << 4)
    /// All that there are.
    public static let all: ViewSymbolVariants = [.fill, .slash, .circle, .square, .rectangle]
}

public enum ViewSymbolRenderingMode: Int, Sendable, Hashable, CaseIterable {
    case monochrome = 1
    case hierarchical = 2
    case palette = 3
    case multicolor = 4
}
