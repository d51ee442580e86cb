public import Foundation

/// What a ``Transition`` may know of the view that it changes.
public struct TransitionContext: Equatable, Sendable {
    /// The view's size in points; neither part is negative or anything but finite.
    public let size: CGSize
    /// From which side the view's content is read: where leading and trailing are.
    public let layoutDirection: LayoutDirection
    /// Whether the view is in a widget or a Live Activity, where some transitions move less.
    public let isWidget: Bool

    /// - Parameter size: The view's size in points. A part that is negative or isn't finite counts as 0.
    public init(size: CGSize, layoutDirection: LayoutDirection = .leftToRight, isWidget: Bool = false) {
        func length(_ value: CGFloat) -> CGFloat { value.isFinite ? max(0, value) : 0 }
        self.size = CGSize(width: length(size.width), height: length(size.height))
        self.layoutDirection = layoutDirection
        self.isWidget = isWidget
    }

    /// The way out of the view's place over `edge`: once the view's own size.
    func offset(towards edge: Edge) -> CGSize {
        switch edge {
        case .top: CGSize(width: 0, height: -size.height)
        case .bottom: CGSize(width: 0, height: size.height)
        case .leading: CGSize(width: -size.width * horizontal, height: 0)
        case .trailing: CGSize(width: size.width * horizontal, height: 0)
        }
    }

    /// `offset` as it is drawn: what is written for a layout from left to right is mirrored in the other one.
    func drawn(_ offset: CGSize) -> CGSize { CGSize(width: offset.width * horizontal, height: offset.height) }

    /// `anchor` as it is drawn, mirrored in a layout from right to left.
    func drawn(_ anchor: UnitPoint) -> UnitPoint { layoutDirection == .leftToRight ? anchor : UnitPoint(x: 1 - anchor.x, y: anchor.y) }

    private var horizontal: CGFloat { layoutDirection == .leftToRight ? 1 : -1 }
}
