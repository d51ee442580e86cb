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
