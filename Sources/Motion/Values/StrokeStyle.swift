public import Foundation

/// How the end of a line is drawn.
public enum CGLineCap: Int32, Hashable, Sendable {
    /// The line stops at its last point.
    case butt
    /// A half circle around the last point.
    case round
    /// A half square around the last point.
    case square
}

/// How two segments of a line are joined.
public enum CGLineJoin: Int32, Hashable, Sendable {
    /// Both edges go on until they meet.
    case miter
    /// A circle around the point where they meet.
    case round
    /// A straight edge from one to the other.
    case bevel
}

/// How a line is drawn.
public struct StrokeStyle: Equatable, Sendable {
    /// The width in points.
    public var lineWidth: CGFloat
    /// How the ends are drawn.
    public var lineCap: CGLineCap
    /// How the segments are joined.
    public var lineJoin: CGLineJoin
    /// The length of a mitre, in widths of the line, above which it is drawn as a bevel.
    public var miterLimit: CGFloat
    /// The lengths in points of what is drawn and what is left out, in turn; empty for a line without gaps.
    public var dash: [CGFloat]
    /// How far into the pattern of dashes the line begins, in points.
    public var dashPhase: CGFloat

    /// A style; without arguments a line of one point, without gaps.
    public init(
        lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter, miterLimit: CGFloat = 10, dash: [CGFloat] = [CGFloat](),
        dashPhase: CGFloat = 0
    ) {
        self.lineWidth = lineWidth
        self.lineCap = lineCap
        self.lineJoin = lineJoin
        self.miterLimit = miterLimit
        self.dash = dash
        self.dashPhase = dashPhase
    }
}

extension StrokeStyle: Animatable {
    /// Width, mitre limit and phase of the dashes. The rest changes at once.
    @inlinable
    public var animatableData: AnimatablePair<CGFloat, AnimatablePair<CGFloat, CGFloat>> {
        get { AnimatablePair(lineWidth, AnimatablePair(miterLimit, dashPhase)) }
        set {
            lineWidth = newValue.first
            miterLimit = newValue.second.first
            dashPhase = newValue.second.second
        }
    }
}

/// The radii of a rectangle's rounded corners, in points.
@frozen
public struct RectangleCornerRadii: Equatable, Sendable {
    /// The radius of the top leading corner.
    public var topLeading: CGFloat
    /// The radius of the bottom leading corner.
    public var bottomLeading: CGFloat
    /// The radius of the bottom trailing corner.
    public var bottomTrailing: CGFloat
    /// The radius of the top trailing corner.
    public var topTrailing: CGFloat

    /// The four radii; corners that aren't named are square.
    @inlinable
    public init(topLeading: CGFloat = 0, bottomLeading: CGFloat = 0, bottomTrailing: CGFloat = 0, topTrailing: CGFloat = 0) {
        self.topLeading = topLeading
        self.bottomLeading = bottomLeading
        self.bottomTrailing = bottomTrailing
        self.topTrailing = topTrailing
    }
}

extension RectangleCornerRadii: Animatable {
    /// The radii in the order of the initializer: those of the leading corners, then those of the trailing ones.
    @inlinable
    public var animatableData: AnimatablePair<AnimatablePair<CGFloat, CGFloat>, AnimatablePair<CGFloat, CGFloat>> {
        get { AnimatablePair(AnimatablePair(topLeading, bottomLeading), AnimatablePair(bottomTrailing, topTrailing)) }
        set {
            self = RectangleCornerRadii(
                topLeading: newValue.first.first, bottomLeading: newValue.first.second, bottomTrailing: newValue.second.first,
                topTrailing: newValue.second.second)
        }
    }
}
