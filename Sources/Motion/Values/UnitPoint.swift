public import Foundation

/// A point of a view as fractions of its width and height, from the top leading corner. Values outside of 0 to 1 are outside of the view.
@frozen
public struct UnitPoint: Hashable, Sendable {
    /// The part of the width, from the leading edge.
    public var x: CGFloat
    /// The part of the height, from the top.
    public var y: CGFloat

    /// The top leading corner.
    @inlinable
    public init() {
        self.init(x: 0, y: 0)
    }

    /// A point at the two fractions.
    @inlinable
    public init(x: CGFloat, y: CGFloat) {
        self.x = x
        self.y = y
    }
}

extension UnitPoint {
    /// The origin: the same point as ``topLeading``.
    @inlinable public static var zero: UnitPoint { UnitPoint(x: 0, y: 0) }
    /// The middle.
    @inlinable public static var center: UnitPoint { UnitPoint(x: 0.5, y: 0.5) }
    /// The middle of the leading edge.
    @inlinable public static var leading: UnitPoint { UnitPoint(x: 0, y: 0.5) }
    /// The middle of the trailing edge.
    @inlinable public static var trailing: UnitPoint { UnitPoint(x: 1, y: 0.5) }
    /// The middle of the top edge.
    @inlinable public static var top: UnitPoint { UnitPoint(x: 0.5, y: 0) }
    /// The middle of the bottom edge.
    @inlinable public static var bottom: UnitPoint { UnitPoint(x: 0.5, y: 1) }
    /// The top leading corner.
    @inlinable public static var topLeading: UnitPoint { UnitPoint(x: 0, y: 0) }
    /// The top trailing corner.
    @inlinable public static var topTrailing: UnitPoint { UnitPoint(x: 1, y: 0) }
    /// The bottom leading corner.
    @inlinable public static var bottomLeading: UnitPoint { UnitPoint(x: 0, y: 1) }
    /// The bottom trailing corner.
    @inlinable public static var bottomTrailing: UnitPoint { UnitPoint(x: 1, y: 1) }
}

extension UnitPoint: Animatable {
    /// Both fractions, times 128: a spring is near its target when it is so in points.
    @inlinable
    public var animatableData: AnimatablePair<CGFloat, CGFloat> {
        get { AnimatablePair(x, y).scaled(by: animatableScale) }
        set {
            let point = newValue.scaled(by: 1 / animatableScale)
            self = UnitPoint(x: point.first, y: point.second)
        }
    }
}
