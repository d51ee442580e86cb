public import Foundation

/// What a ``Transition`` is made of: a transition as a value that can be compared, written down and made again.
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
