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

/// A point of a box as fractions of its width, height and depth, from the top leading corner at the back. Values outside of 0 to 1 are outside of the box.
@frozen
public struct UnitPoint3D: Hashable, Codable, Sendable {
    /// The part of the width, from the leading face.
    public var x: CGFloat
    /// The part of the height, from the top.
    public var y: CGFloat
    /// The part of the depth, from the back.
    public var z: CGFloat

    /// The top leading corner at the back.
    @inlinable
    public init() { self.init(x: 0, y: 0, z: 0) }

    /// A point at the three fractions.
    @inlinable
    public init(x: CGFloat, y: CGFloat, z: CGFloat) {
        self.x = x
        self.y = y
        self.z = z
    }
}

/// The corners, and the middles of edges and faces. Where front or back isn't named, the point is in the middle of the depth.
extension UnitPoint3D {
    /// The top leading corner at the back.
    @inlinable public static var origin: UnitPoint3D { UnitPoint3D() }
    /// The top leading corner at the back.
    @inlinable public static var zero: UnitPoint3D { UnitPoint3D() }

    /// The top leading corner of the back.
    @inlinable public static var topLeadingBack: UnitPoint3D { UnitPoint3D(x: 0, y: 0, z: 0) }
    /// The middle of the top, at the back.
    @inlinable public static var topBack: UnitPoint3D { UnitPoint3D(x: 0.5, y: 0, z: 0) }
    /// The top trailing corner of the back.
    @inlinable public static var topTrailingBack: UnitPoint3D { UnitPoint3D(x: 1, y: 0, z: 0) }
    /// The middle of the leading edge, at the back.
    @inlinable public static var leadingBack: UnitPoint3D { UnitPoint3D(x: 0, y: 0.5, z: 0) }
    /// The middle of the back.
    @inlinable public static var back: UnitPoint3D { UnitPoint3D(x: 0.5, y: 0.5, z: 0) }
    /// The middle of the trailing edge, at the back.
    @inlinable public static var trailingBack: UnitPoint3D { UnitPoint3D(x: 1, y: 0.5, z: 0) }
    /// The bottom leading corner of the back.
    @inlinable public static var bottomLeadingBack: UnitPoint3D { UnitPoint3D(x: 0, y: 1, z: 0) }
    /// The middle of the bottom, at the back.
    @inlinable public static var bottomBack: UnitPoint3D { UnitPoint3D(x: 0.5, y: 1, z: 0) }
    /// The bottom trailing corner of the back.
    @inlinable public static var bottomTrailingBack: UnitPoint3D { UnitPoint3D(x: 1, y: 1, z: 0) }

    /// The top leading corner.
    @inlinable public static var topLeading: UnitPoint3D { UnitPoint3D(x: 0, y: 0, z: 0.5) }
    /// The middle of the top.
    @inlinable public static var top: UnitPoint3D { UnitPoint3D(x: 0.5, y: 0, z: 0.5) }
    /// The top trailing corner.
    @inlinable public static var topTrailing: UnitPoint3D { UnitPoint3D(x: 1, y: 0, z: 0.5) }
    /// The middle of the leading edge.
    @inlinable public static var leading: UnitPoint3D { UnitPoint3D(x: 0, y: 0.5, z: 0.5) }
    /// The middle.
    @inlinable public static var center: UnitPoint3D { UnitPoint3D(x: 0.5, y: 0.5, z: 0.5) }
    /// The middle of the trailing edge.
    @inlinable public static var trailing: UnitPoint3D { UnitPoint3D(x: 1, y: 0.5, z: 0.5) }
    /// The bottom leading corner.
    @inlinable public static var bottomLeading: UnitPoint3D { UnitPoint3D(x: 0, y: 1, z: 0.5) }
    /// The middle of the bottom.
    @inlinable public static var bottom: UnitPoint3D { UnitPoint3D(x: 0.5, y: 1, z: 0.5) }
    /// The bottom trailing corner.
    @inlinable public static var bottomTrailing: UnitPoint3D { UnitPoint3D(x: 1, y: 1, z: 0.5) }

    /// The top leading corner of the front.
    @inlinable public static var topLeadingFront: UnitPoint3D { UnitPoint3D(x: 0, y: 0, z: 1) }
    /// The middle of the top, at the front.
    @inlinable public static var topFront: UnitPoint3D { UnitPoint3D(x: 0.5, y: 0, z: 1) }
    /// The top trailing corner of the front.
    @inlinable public static var topTrailingFront: UnitPoint3D { UnitPoint3D(x: 1, y: 0, z: 1) }
    /// The middle of the leading edge, at the front.
    @inlinable public static var leadingFront: UnitPoint3D { UnitPoint3D(x: 0, y: 0.5, z: 1) }
    /// The middle of the front.
    @inlinable public static var front: UnitPoint3D { UnitPoint3D(x: 0.5, y: 0.5, z: 1) }
    /// The middle of the trailing edge, at the front.
    @inlinable public static var trailingFront: UnitPoint3D { UnitPoint3D(x: 1, y: 0.5, z: 1) }
    /// The bottom leading corner of the front.
    @inlinable public static var bottomLeadingFront: UnitPoint3D { UnitPoint3D(x: 0, y: 1, z: 1) }
    /// The middle of the bottom, at the front.
    @inlinable public static var bottomFront: UnitPoint3D { UnitPoint3D(x: 0.5, y: 1, z: 1) }
    /// The bottom trailing corner of the front.
    @inlinable public static var bottomTrailingFront: UnitPoint3D { UnitPoint3D(x: 1, y: 1, z: 1) }
}

extension UnitPoint3D: Animatable {
    /// The fractions, times 128 as those of ``UnitPoint``.
    @inlinable
    public var animatableData: AnimatablePair<CGFloat, AnimatablePair<CGFloat, CGFloat>> {
        get { AnimatablePair(x, AnimatablePair(y, z)).scaled(by: animatableScale) }
        set {
            let point = newValue.scaled(by: 1 / animatableScale)
            self = UnitPoint3D(x: point.first, y: point.second.first, z: point.second.second)
        }
    }
}
