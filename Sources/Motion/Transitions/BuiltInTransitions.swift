public import Foundation

/// The view comes and leaves at once, as it is.
public struct IdentityTransition: Transition, Equatable, Sendable {
    public init() {}

    public static let properties = TransitionProperties(hasMotion: false)
    public var structure: TransitionStructure { .identity }

    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] { [] }
}

extension Transition where Self == IdentityTransition {
    /// The view comes and leaves at once, as it is.
    public static var identity: IdentityTransition { IdentityTransition() }
}

/// The view fades in and out. This is the default, and the transition of all views where a user asked for less motion.
public struct OpacityTransition: Transition, Equatable, Sendable {
    public init() {}

    public static let properties = TransitionProperties(hasMotion: false)
    public var structure: TransitionStructure { .opacity }

    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        [TransitionLayer(TransitionEffects(opacity: phase.isIdentity ? 1 : 0))]
    }
}

extension Transition where Self == OpacityTransition {
    /// The view fades in and out.
    public static var opacity: OpacityTransition { OpacityTransition() }
}

/// The view comes from the leading side and leaves to the trailing one, by its own width.
public struct SlideTransition: Transition, Equatable, Sendable {
    public init() {}

    public var structure: TransitionStructure { .slide }

    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        let way = context.offset(towards: .trailing)
        return [TransitionLayer(TransitionEffects(offset: CGSize(width: way.width * phase.value, height: 0)))]
    }
}

extension Transition where Self == SlideTransition {
    /// The view comes from the leading side and leaves to the trailing one.
    public static var slide: SlideTransition { SlideTransition() }
}

/// The view comes over an edge of its place and leaves over the same, by its own size.
public struct MoveTransition: Transition, Equatable, Sendable {
    /// The edge.
    public var edge: Edge

    public init(edge: Edge) { self.edge = edge }

    public var structure: TransitionStructure { .move(edge: edge) }

    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        [TransitionLayer(TransitionEffects(offset: phase.isIdentity ? .zero : context.offset(towards: edge)))]
    }
}

extension Transition where Self == MoveTransition {
    /// The view comes over an edge of its place and leaves over the same.
    public static func move(edge: Edge) -> MoveTransition { MoveTransition(edge: edge) }
}

/// The view comes from an edge while it fades in, and leaves to the opposite one while it fades out.
public struct PushTransition: Transition, Equatable, Sendable {
    /// The edge that the view comes from.
    public var edge: Edge

    public init(edge: Edge) { self.edge = edge }

    public var structure: TransitionStructure { .push(edge: edge) }

    /// How much of its own size a view travels in a widget, where it would leave the widget otherwise; elsewhere all of it. As the original does.
    private static let widgetTravel = 0.4

    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        let way = context.offset(towards: edge)
        let share = -phase.value * (context.isWidget ? Self.widgetTravel : 1)
        let offset = phase.isIdentity ? .zero : CGSize(width: way.width * share, height: way.height * share)
        return [TransitionLayer(TransitionEffects(opacity: phase.isIdentity ? 1 : 0, offset: offset))]
    }
}

extension Transition where Self == PushTransition {
    /// The view comes from `edge` while it fades in, and leaves to the opposite edge while it fades out.
    public static func push(from edge: Edge) -> PushTransition { PushTransition(edge: edge) }
}

/// The view comes from a place beside its own and leaves to the same.
public struct OffsetTransition: Transition, Equatable, Sendable {
    /// Points towards the trailing side and down.
    public var offset: CGSize

    public init(_ offset: CGSize) { self.offset = offset }

    public var structure: TransitionStructure { .offset(offset) }

    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        [TransitionLayer(TransitionEffects(offset: phase.isIdentity ? .zero : context.drawn(offset)))]
    }
}

extension Transition where Self == OffsetTransition {
    /// The view comes from a place beside its own and leaves to the same.
    public static func offset(_ offset: CGSize) -> OffsetTransition { OffsetTransition(offset) }

    /// The view comes from a place beside its own and leaves to the same: `x` points towards the trailing side and `y` down.
    public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> OffsetTransition { OffsetTransition(CGSize(width: x, height: y)) }
}

/// The view grows to its size and shrinks again, or the other way round.
public struct ScaleTransition: Transition, Equatable, Sendable {
    /// The factor of the view's size when it isn't there.
    public var scale: Double
    /// The point of the view that stays in its place.
    public var anchor: UnitPoint

    public init(_ scale: Double, anchor: UnitPoint = .center) {
        self.scale = scale
        self.anchor = anchor
    }

    /// The factor where none is given: as good as nothing, but not 0, which no point could be mapped back from.
    static let nothing = 1e-5

    public var structure: TransitionStructure { .scale(scale, anchor: anchor) }

    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        let factor = phase.isIdentity ? 1 : scale
        return [TransitionLayer(TransitionEffects(scale: CGSize(width: factor, height: factor), anchor: context.drawn(anchor)))]
    }
}

extension Transition where Self == ScaleTransition {
    /// The view grows from nothing and shrinks to nothing.
    public static var scale: ScaleTransition { ScaleTransition(ScaleTransition.nothing) }

    /// The view comes and leaves at `scale` times its size, about `anchor`.
    public static func scale(_ scale: Double, anchor: UnitPoint = .center) -> ScaleTransition { ScaleTransition(scale, anchor: anchor) }
}
