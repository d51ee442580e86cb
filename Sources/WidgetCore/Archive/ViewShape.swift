/// A form that is filled or drawn as a line, in all the room that it is offered.
public struct ViewShape: Sendable, Hashable {
    public enum Form: Sendable, Hashable {
        case rectangle
        case roundedRectangle(cornerRadius: Double)
        case circle
        case capsule
        case ellipse
        /// The radii of its corners, in points.
        case unevenRoundedRectangle(ViewCornerRadii)
        /// The form of the container around it, less the distance to that; outermost, the widget's own form.
        case containerRelative
        /// An outline that was made for one size, and is stretched to the room that the shape has.
        case path(ViewPath)
    }

    /// A line in the place of a filled form.
    public struct Stroke: Sendable, Hashable {
        public enum Cap: Int, Sendable, Hashable, CaseIterable {
            case butt = 1
            case round = 2
            case square = 3
        }

        public enum Join: Int, Sendable, Hashable, CaseIterable {
            case miter = 1
            case round = 2
            case bevel = 3
        }

        /// Points.
        public var width: Double
        public var cap: Cap
        public var join: Join
        /// The length of a mitre, in widths of the line, above which it is drawn as a bevel.
        public var miterLimit: Double
        /// The lengths in points of what is drawn and what is left out, in turn; at most ``Limits/dashes``.
        public var dash: [Double]
        public var dashPhase: Double

        public init(width: Double = 1, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 10, dash: [Double] = [], dashPhase: Double = 0) {
            self.width = width
            self.cap = cap
            self.join = join
            self.miterLimit = miterLimit
            self.dash = dash
            self.dashPhase = dashPhase
        }
    }

    /// A part of the outline, from 0, its start, to 1, its end.
    public struct Trim: Sendable, Hashable {
        public var from: Double
        public var to: Double

        public init(from: Double, to: Double) {
            self.from = from
            self.to = to
        }
    }

    public var form: Form
    /// Nil: the foreground.
    public var style: ViewStyle?
    /// Nil: the form is filled.
    public var stroke: Stroke?
    public var trim: Trim?
    /// Points by which the form is smaller at each edge. A stroke of a border lies within its half.
    public var inset: Double
    /// Turned about the middle, in radians: what a trimmed ring needs to begin at the top.
    public var rotation: Double
    /// Parts that lie within an even number of outlines are holes.
    public var isEvenOdd: Bool

    public init(
        _ form: Form, style: ViewStyle? = nil, stroke: Stroke? = nil, trim: Trim? = nil, inset: Double = 0, rotation: Double = 0, isEvenOdd: Bool = false
    ) {
        self.form = form
        self.style = style
        self.stroke = stroke
        self.trim = trim
        self.inset = inset
        self.rotation = rotation
        self.isEvenOdd = isEvenOdd
    }

    public static let rectangle = ViewShape(.rectangle)
    public static let circle = ViewShape(.circle)
    public static let capsule = ViewShape(.capsule)
    public static func roundedRectangle(cornerRadius: Double) -> ViewShape { ViewShape(.roundedRectangle(cornerRadius: cornerRadius)) }
}

/// The radii of a rectangle's corners, in points.
public struct ViewCornerRadii: Sendable, Hashable {
    public var topLeading: Double
    public var topTrailing: Double
    public var bottomLeading: Double
    public var bottomTrailing: Double

    public init(topLeading: Double, topTrailing: Double, bottomLeading: Double, bottomTrailing: Double) {
        self.topLeading = topLeading
        self.topTrailing = topTrailing
        self.bottomLeading = bottomLeading
        self.bottomTrailing = bottomTrailing
    }
}

/// An outline of lines and curves. At most ``Limits/pathElements``.
public struct ViewPath: Sendable, Hashable {
    public enum Element: Sendable, Hashable {
        case move(ViewPoint)
        case line(ViewPoint)
        case quadCurve(to: ViewPoint, control: ViewPoint)
        case curve(to: ViewPoint, control1: ViewPoint, control2: ViewPoint)
        case close
    }

    /// The room for which the points were found, in points; a surface stretches them to the room that the shape has. Neither is 0.
    public var width: Double
    public var height: Double
    public var elements: [Element]

    public init(width: Double, height: Double, elements: [Element]) {
        self.width = width
        self.height = height
        self.elements = elements
    }
}

public struct ViewPoint: Sendable, Hashable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The middle of a unit square.
    public static let center = ViewPoint(x: 0.5, y: 0.5)
}
