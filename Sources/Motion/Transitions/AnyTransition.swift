public import Foundation

/// A ``Transition`` of any type.
public struct AnyTransition {
    /// The transition.
    public let base: any Transition

    /// A transition of any type, without saying which.
    public init<T: Transition>(_ transition: T) { base = transition }

    /// The properties of the transition, which are known without running it.
    public var properties: TransitionProperties { type(of: base).properties }

    /// The structure of the transition.
    public var structure: TransitionStructure { base.structure }

    /// The effects of the transition in `phase`, from the inside outwards.
    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] { base.layers(phase: phase, in: context) }

    /// The transition for a user who asked for less motion, if `reducesMotion`: one that moves something becomes one of opacity, without its animation.
    public func adjusted(reducesMotion: Bool) -> AnyTransition { reducesMotion && base.hasMotion ? .opacity : self }
}

@available(*, unavailable)
extension AnyTransition: Sendable {}

extension AnyTransition {
    /// The view comes and leaves at once, as it is.
    public static var identity: AnyTransition { AnyTransition(IdentityTransition()) }

    /// The view fades in and out.
    public static var opacity: AnyTransition { AnyTransition(OpacityTransition()) }

    /// The view comes from the leading side and leaves to the trailing one.
    public static var slide: AnyTransition { AnyTransition(SlideTransition()) }

    /// The view comes over an edge of its place and leaves over the same.
    public static func move(edge: Edge) -> AnyTransition { AnyTransition(MoveTransition(edge: edge)) }

    /// The view comes from `edge` while it fades in, and leaves to the opposite edge while it fades out.
    public static func push(from edge: Edge) -> AnyTransition { AnyTransition(PushTransition(edge: edge)) }

    /// The view comes from a place beside its own and leaves to the same.
    public static func offset(_ offset: CGSize) -> AnyTransition { AnyTransition(OffsetTransition(offset)) }

    /// The view comes from a place beside its own and leaves to the same: `x` points towards the trailing side and `y` down.
    public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> AnyTransition { offset(CGSize(width: x, height: y)) }

    /// The view grows from nothing and shrinks to nothing.
    public static var scale: AnyTransition { AnyTransition(ScaleTransition(ScaleTransition.nothing)) }

    /// The view comes and leaves at `scale` times its size, about `anchor`.
    public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition { AnyTransition(ScaleTransition(Double(scale), anchor: anchor)) }

    /// The view is drawn with `active` when it isn't there, and with `identity` when it is.
    public static func modifier(active: TransitionEffects, identity: TransitionEffects) -> AnyTransition {
        AnyTransition(EffectsTransition(active: active, identity: identity))
    }

    /// One transition for a view that comes, another one for when it leaves.
    public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition {
        func asymmetric<I: Transition, R: Transition>(_ insertion: I, _ removal: R) -> AnyTransition {
            AnyTransition(AsymmetricTransition(insertion: insertion, removal: removal))
        }
        return asymmetric(insertion.base, removal.base)
    }

    /// This transition and `other` around it, at the same time.
    public func combined(with other: AnyTransition) -> AnyTransition {
        func combined<F: Transition, S: Transition>(_ first: F, _ second: S) -> AnyTransition { AnyTransition(first.combined(with: second)) }
        return combined(base, other.base)
    }

    /// This transition, animated with `animation`, or not at all where it is `nil`.
    public func animation(_ animation: Animation?) -> AnyTransition {
        func animated<T: Transition>(_ transition: T) -> AnyTransition { AnyTransition(transition.animation(animation)) }
        return animated(base)
    }
}

/// The structure of a ``Transition``: the transition as a value that can be compared, written down and made again.
public indirect enum TransitionStructure: Equatable, Sendable {
    case identity
    case opacity
    case slide
    case move(edge: Edge)
    case push(edge: Edge)
    case offset(CGSize)
    case scale(Double, anchor: UnitPoint)
    case blurReplace(BlurReplaceTransition.Configuration)
    case symbolEffect(SymbolEffectConfiguration, options: SymbolEffectOptions)
    case effects(active: TransitionEffects, identity: TransitionEffects)
    case asymmetric(insertion: TransitionStructure, removal: TransitionStructure)
    case combined(TransitionStructure, TransitionStructure)
    case animation(TransitionStructure, Animation?)
    /// A transition of somebody else's, of which only its parts are known.
    case custom
}

extension AnyTransition {
    /// The transition of this structure, or `nil` where a part of it is somebody else's.
    public init?(_ structure: TransitionStructure) {
        switch structure {
        case .identity: self = .identity
        case .opacity: self = .opacity
        case .slide: self = .slide
        case .move(let edge): self = .move(edge: edge)
        case .push(let edge): self = .push(from: edge)
        case .offset(let offset): self = .offset(offset)
        case .scale(let scale, let anchor): self.init(ScaleTransition(scale, anchor: anchor))
        case .blurReplace(let configuration): self.init(BlurReplaceTransition(configuration: configuration))
        case .symbolEffect(let effect, let options): self.init(SymbolEffectTransition(effect: effect, options: options))
        case .effects(let active, let identity): self = .modifier(active: active, identity: identity)
        case .asymmetric(let insertion, let removal):
            guard let insertion = AnyTransition(insertion), let removal = AnyTransition(removal) else { return nil }
            self = .asymmetric(insertion: insertion, removal: removal)
        case .combined(let first, let second):
            guard let first = AnyTransition(first), let second = AnyTransition(second) else { return nil }
            self = first.combined(with: second)
        case .animation(let base, let animation):
            guard let base = AnyTransition(base) else { return nil }
            self = base.animation(animation)
        case .custom: return nil
        }
    }
}
