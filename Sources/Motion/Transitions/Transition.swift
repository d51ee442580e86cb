public import Foundation

/// The change of a view that comes or leaves.
///
/// A transition says how the view is drawn in each ``TransitionPhase``; its drawer animates from one phase to the next. In the identity phase it should
/// change nothing.
public protocol Transition {
    /// The properties of the transition, known without running it: it moves something, unless it says otherwise.
    static var properties: TransitionProperties { get }

    /// Whether this one moves something. Unless it says otherwise, its ``properties`` do.
    var hasMotion: Bool { get }

    /// The effects of the transition in `phase`, from the inside outwards: as many parts in each phase.
    func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer]

    /// The structure of the transition, for writing it down. A transition of your own needs to say nothing.
    var structure: TransitionStructure { get }
}

extension Transition {
    public static var properties: TransitionProperties { TransitionProperties() }
    public var hasMotion: Bool { Self.properties.hasMotion }
    public var structure: TransitionStructure { .custom }
}

/// Where a view is in its life: what a ``Transition`` goes by.
///
/// A view that appears is first shown in `willAppear` and at once moved to `identity`. One that is removed is moved to `didDisappear`, also while it still
/// appears. One that comes back while it disappears is moved to `identity` again.
@frozen
public enum TransitionPhase: Equatable, Hashable, Sendable {
    /// The view is about to appear: this is what its appearance is animated from.
    case willAppear
    /// The view is there.
    case identity
    /// The view is no longer wanted: this is what its disappearance is animated to.
    case didDisappear

    /// Whether the view is there: a transition then changes nothing about it.
    public var isIdentity: Bool { self == .identity }

    /// -1 in `willAppear`, 0 in `identity` and 1 in `didDisappear`: a factor for what goes one way when a view comes, and on the same way when it leaves.
    public var value: Double {
        switch self {
        case .willAppear: -1
        case .identity: 0
        case .didDisappear: 1
        }
    }
}

/// The properties of a ``Transition`` that are known without running it.
public struct TransitionProperties: Equatable, Sendable {
    /// Whether something moves or changes its size. Where a user asked for less motion, such a transition is replaced by one of opacity.
    public var hasMotion: Bool

    /// - Parameter hasMotion: Whether something moves; taken for granted where it isn't said.
    public init(hasMotion: Bool = true) { self.hasMotion = hasMotion }

    /// The properties of two transitions that act together.
    func union(_ other: TransitionProperties) -> TransitionProperties { TransitionProperties(hasMotion: hasMotion || other.hasMotion) }
}

/// The context of a ``Transition``: the view that it changes.
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
