/// The symbol images of the view appear and disappear with an effect for symbols. What else is in the view comes and leaves at once.
public struct SymbolEffectTransition: Transition, Equatable, Sendable {
    private let effect: SymbolEffectConfiguration
    private let options: SymbolEffectOptions

    public init<T: SymbolEffect & TransitionSymbolEffect>(effect: T, options: SymbolEffectOptions) {
        self.init(effect: effect.configuration, options: options)
    }

    init(effect: SymbolEffectConfiguration, options: SymbolEffectOptions) {
        self.effect = effect
        self.options = options
    }

    public var structure: TransitionStructure { .symbolEffect(effect, options: options) }

    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        [TransitionLayer(.identity, symbol: SymbolTransition(effect: effect, options: options, isVisible: phase.isIdentity))]
    }
}

extension Transition where Self == SymbolEffectTransition {
    /// The symbol images of the view appear and disappear with the effect for symbols that fits.
    public static var symbolEffect: SymbolEffectTransition { SymbolEffectTransition(effect: .automatic, options: .default) }

    /// The symbol images of the view appear and disappear with `effect`.
    public static func symbolEffect<T: SymbolEffect & TransitionSymbolEffect>(_ effect: T, options: SymbolEffectOptions = .default) -> SymbolEffectTransition {
        SymbolEffectTransition(effect: effect, options: options)
    }
}
