/// The effect that fits where it is used: appearing, disappearing or replacing.
public struct AutomaticSymbolEffect: SymbolEffect, TransitionSymbolEffect, ContentTransitionSymbolEffect {
    public var configuration: SymbolEffectConfiguration { .automatic }
}

/// A symbol appears.
public struct AppearSymbolEffect: SymbolEffect, TransitionSymbolEffect {
    public private(set) var configuration = SymbolEffectConfiguration(kind: .appear)

    /// The symbol grows.
    public var up: AppearSymbolEffect { AppearSymbolEffect(configuration: configuration.with(style: .up)) }
    /// The symbol shrinks.
    public var down: AppearSymbolEffect { AppearSymbolEffect(configuration: configuration.with(style: .down)) }
    /// The symbol's layers appear one after the other.
    public var byLayer: AppearSymbolEffect { AppearSymbolEffect(configuration: configuration.with(isByLayer: true)) }
    /// The symbol appears as a whole.
    public var wholeSymbol: AppearSymbolEffect { AppearSymbolEffect(configuration: configuration.with(isByLayer: false)) }
}

/// A symbol disappears.
public struct DisappearSymbolEffect: SymbolEffect, TransitionSymbolEffect {
    public private(set) var configuration = SymbolEffectConfiguration(kind: .disappear)

    /// The symbol grows.
    public var up: DisappearSymbolEffect { DisappearSymbolEffect(configuration: configuration.with(style: .up)) }
    /// The symbol shrinks.
    public var down: DisappearSymbolEffect { DisappearSymbolEffect(configuration: configuration.with(style: .down)) }
    /// The symbol's layers disappear one after the other.
    public var byLayer: DisappearSymbolEffect { DisappearSymbolEffect(configuration: configuration.with(isByLayer: true)) }
    /// The symbol disappears as a whole.
    public var wholeSymbol: DisappearSymbolEffect { DisappearSymbolEffect(configuration: configuration.with(isByLayer: false)) }
}

/// One symbol takes the place of another.
public struct ReplaceSymbolEffect: SymbolEffect, ContentTransitionSymbolEffect {
    public private(set) var configuration = SymbolEffectConfiguration(kind: .replace)

    /// The old symbol shrinks, the new one grows.
    public var downUp: ReplaceSymbolEffect { ReplaceSymbolEffect(configuration: configuration.with(style: .downUp)) }
    /// The old symbol grows, and the new one, too.
    public var upUp: ReplaceSymbolEffect { ReplaceSymbolEffect(configuration: configuration.with(style: .upUp)) }
    /// The old symbol is gone at once, the new one grows.
    public var offUp: ReplaceSymbolEffect { ReplaceSymbolEffect(configuration: configuration.with(style: .offUp)) }
    /// The symbol's layers are replaced one after the other.
    public var byLayer: ReplaceSymbolEffect { ReplaceSymbolEffect(configuration: configuration.with(isByLayer: true)) }
    /// The symbol is replaced as a whole.
    public var wholeSymbol: ReplaceSymbolEffect { ReplaceSymbolEffect(configuration: configuration.with(isByLayer: false)) }

    /// The common parts of both symbols stay; `fallback` is for symbols without any.
    public func magic(fallback: ReplaceSymbolEffect) -> MagicReplace { MagicReplace(fallback: fallback) }

    /// One symbol becomes another; what they have in common stays.
    public struct MagicReplace: SymbolEffect, ContentTransitionSymbolEffect {
        let fallback: ReplaceSymbolEffect

        public var configuration: SymbolEffectConfiguration {
            SymbolEffectConfiguration(kind: .magicReplace, style: fallback.configuration.style, isByLayer: fallback.configuration.isByLayer)
        }
    }
}

extension SymbolEffect where Self == AutomaticSymbolEffect {
    /// The effect that fits where it is used.
    public static var automatic: AutomaticSymbolEffect { AutomaticSymbolEffect() }
}

extension SymbolEffect where Self == AppearSymbolEffect {
    /// A symbol appears.
    public static var appear: AppearSymbolEffect { AppearSymbolEffect() }
}

extension SymbolEffect where Self == DisappearSymbolEffect {
    /// A symbol disappears.
    public static var disappear: DisappearSymbolEffect { DisappearSymbolEffect() }
}

extension SymbolEffect where Self == ReplaceSymbolEffect {
    /// One symbol takes the place of another.
    public static var replace: ReplaceSymbolEffect { ReplaceSymbolEffect() }
}

/// The symbol images of the view appear and disappear with an effect for symbols. Other content comes and leaves at once.
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
