public import Foundation

/// The radii of a rectangle's rounded corners, in points.
@frozen
public struct RectangleCornerRadii: Equatable, Sendable {
    /// Of the top leading corner.
    public var topLeading: CGFloat
    /// Of the bottom leading corner.
    public var bottomLeading: CGFloat
    /// Of the bottom trailing corner.
    public var bottomTrailing: CGFloat
    /// Of the top trailing corner.
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
