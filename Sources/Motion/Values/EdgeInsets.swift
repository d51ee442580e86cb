public import Foundation

/// Distances from the edges of a rectangle, inwards, in points.
@frozen
public struct EdgeInsets: Equatable, Sendable {
    /// From the top.
    public var top: CGFloat
    /// From the leading edge.
    public var leading: CGFloat
    /// From the bottom.
    public var bottom: CGFloat
    /// From the trailing edge.
    public var trailing: CGFloat

    /// The four distances.
    @inlinable
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    /// No distance at any edge.
    @inlinable
    public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }
}

extension EdgeInsets: Animatable {
    /// The distances in the order of the initializer.
    @inlinable
    public var animatableData: AnimatablePair<CGFloat, AnimatablePair<CGFloat, AnimatablePair<CGFloat, CGFloat>>> {
        get { AnimatablePair(top, AnimatablePair(leading, AnimatablePair(bottom, trailing))) }
        set {
            self = EdgeInsets(
                top: newValue.first, leading: newValue.second.first, bottom: newValue.second.second.first, trailing: newValue.second.second.second)
        }
    }
}

/// Distances from the faces of a box, inwards, in points.
@frozen
public struct EdgeInsets3D: Equatable, Sendable {
    /// From the top.
    public var top: CGFloat
    /// From the leading face.
    public var leading: CGFloat
    /// From the bottom.
    public var bottom: CGFloat
    /// From the trailing face.
    public var trailing: CGFloat
    /// From the front.
    public var front: CGFloat
    /// From the back.
    public var back: CGFloat

    /// The six distances.
    @inlinable
    public init(top: CGFloat = 0, leading: CGFloat = 0, bottom: CGFloat = 0, trailing: CGFloat = 0, front: CGFloat = 0, back: CGFloat = 0) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
        self.front = front
        self.back = back
    }

    /// The same distance at both faces of each axis.
    @inlinable
    public init(horizontal: CGFloat = 0, vertical: CGFloat = 0, depth: CGFloat = 0) {
        self.init(top: vertical, leading: horizontal, bottom: vertical, trailing: horizontal, front: depth, back: depth)
    }

    /// No distance at any face.
    @inlinable
    public init() { self.init(top: 0) }
}

extension EdgeInsets3D: Animatable {
    /// The distances of the four edges as those of ``EdgeInsets``, and those of front and back.
    @inlinable
    public var animatableData: AnimatablePair<EdgeInsets.AnimatableData, AnimatablePair<CGFloat, CGFloat>> {
        get {
            AnimatablePair(
                EdgeInsets(top: top, leading: leading, bottom: bottom, trailing: trailing).animatableData, AnimatablePair(front, back))
        }
        set {
            var edges = EdgeInsets()
            edges.animatableData = newValue.first
            self = EdgeInsets3D(
                top: edges.top, leading: edges.leading, bottom: edges.bottom, trailing: edges.trailing, front: newValue.second.first,
                back: newValue.second.second)
        }
    }
}
