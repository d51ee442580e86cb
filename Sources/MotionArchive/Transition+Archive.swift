import Foundation
public import Motion
public import WidgetCore

extension ViewTransition {
    /// The transition as an archive says it. One of a provider's own, of which only its code knows what it does, fades.
    public init(_ structure: TransitionStructure) {
        switch structure {
        case .identity: self = .identity
        case .opacity, .custom: self = .opacity
        case .slide: self = .slide
        case .blurReplace(let configuration): self = configuration == .upUp ? .blurReplaceUpUp : .blurReplaceDownUp
        case .move(let edge): self = .move(Edge(edge))
        case .push(let edge): self = .push(Edge(edge))
        case .offset(let size): self = .offset(ViewPoint(x: size.width, y: size.height))
        case .scale(let factor, let anchor): self = .scale(factor, anchor: ViewPoint(anchor))
        case .symbolEffect(let effect, let options): self = .symbolEffect(ViewSymbolEffect(effect, options))
        case .effects(let active, let identity): self = .phases(active: Effects(active), identity: Effects(identity))
        case .asymmetric(let insertion, let removal): self = .asymmetric(insertion: ViewTransition(insertion), removal: ViewTransition(removal))
        case .combined(let first, let second): self = .combined(ViewTransition(first), ViewTransition(second))
        case .animation(let base, let animation): self = .animated(ViewTransition(base), animation.map { ViewAnimation($0) })
        }
    }
}

extension TransitionStructure {
    /// The transition of an archive that has been checked.
    public init(_ archived: ViewTransition) {
        switch archived {
        case .identity: self = .identity
        case .opacity: self = .opacity
        case .slide: self = .slide
        case .blurReplaceDownUp: self = .blurReplace(.downUp)
        case .blurReplaceUpUp: self = .blurReplace(.upUp)
        case .move(let edge): self = .move(edge: Edge(edge))
        case .push(let edge): self = .push(edge: Edge(edge))
        case .offset(let point): self = .offset(CGSize(width: point.x, height: point.y))
        case .scale(let factor, let anchor): self = .scale(factor, anchor: UnitPoint(anchor))
        case .symbolEffect(let effect): self = .symbolEffect(SymbolEffectConfiguration(effect), options: SymbolEffectOptions(effect))
        case .phases(let active, let identity): self = .effects(active: TransitionEffects(active), identity: TransitionEffects(identity))
        case .asymmetric(let insertion, let removal):
            self = .asymmetric(insertion: TransitionStructure(insertion), removal: TransitionStructure(removal))
        case .combined(let first, let second): self = .combined(TransitionStructure(first), TransitionStructure(second))
        case .animated(let base, let animation): self = .animation(TransitionStructure(base), animation.map { Animation($0) })
        }
    }
}

extension ViewTransition.Edge {
    fileprivate init(_ edge: Edge) {
        self =
            switch edge {
            case .top: .top
            case .leading: .leading
            case .bottom: .bottom
            case .trailing: .trailing
            }
    }
}

extension Edge {
    fileprivate init(_ edge: ViewTransition.Edge) {
        self =
            switch edge {
            case .top: .top
            case .leading: .leading
            case .bottom: .bottom
            case .trailing: .trailing
            }
    }
}

extension ViewTransition.Effects {
    fileprivate init(_ effects: TransitionEffects) {
        self.init(
            opacity: effects.opacity, offset: ViewPoint(x: effects.offset.width, y: effects.offset.height),
            scale: ViewPoint(x: effects.scale.width, y: effects.scale.height), rotation: effects.rotation.radians, anchor: ViewPoint(effects.anchor),
            blurRadius: effects.blurRadius)
    }
}

extension TransitionEffects {
    fileprivate init(_ effects: ViewTransition.Effects) {
        self.init(
            opacity: effects.opacity, offset: CGSize(width: effects.offset.x, height: effects.offset.y),
            scale: CGSize(width: effects.scale.x, height: effects.scale.y), rotation: .radians(effects.rotation), anchor: UnitPoint(effects.anchor),
            blurRadius: effects.blurRadius)
    }
}

extension ViewContentTransition {
    public init(_ transition: ContentTransition) {
        switch transition.kind {
        case .automatic: self = .automatic
        case .identity: self = .identity
        case .interpolate: self = .interpolate
        case .opacity: self = .opacity
        case .blur: self = .blur
        case .numericText(.up): self = .numericTextUp
        case .numericText(.down): self = .numericTextDown
        case .numericText(.value(let value)): self = .numericText(value: value)
        case .symbolEffect(let effect, let options): self = .symbolEffect(ViewSymbolEffect(effect, options))
        }
    }
}

extension ContentTransition {
    /// The content transition of an archive that has been checked.
    public init(_ archived: ViewContentTransition) {
        switch archived {
        case .automatic: self = .automatic
        case .identity: self = .identity
        case .interpolate: self = .interpolate
        case .opacity: self = .opacity
        case .blur: self.init(kind: .blur)
        case .numericTextUp: self = .numericText()
        case .numericTextDown: self = .numericText(countsDown: true)
        case .numericText(let value): self = .numericText(value: value)
        case .symbolEffect(let effect): self.init(kind: .symbolEffect(SymbolEffectConfiguration(effect), options: SymbolEffectOptions(effect)))
        }
    }
}

extension ViewSymbolEffect {
    fileprivate init(_ effect: SymbolEffectConfiguration, _ options: SymbolEffectOptions) {
        let kind: Kind =
            switch effect.kind {
            case .automatic: .automatic
            case .appear: .appear
            case .disappear: .disappear
            case .replace: .replace
            case .magicReplace: .magicReplace
            }
        let style: Style? =
            switch effect.style {
            case nil: nil
            case .up: .up
            case .down: .down
            case .downUp: .downUp
            case .upUp: .upUp
            case .offUp: .offUp
            }
        let repetition: Repetition =
            switch options.repetition {
            case .automatic: .automatic
            case .never: .never
            case .forever: .forever
            case .continuous: .continuous
            case .periodic(let count, let delay): .periodic(count: count, delay: delay)
            }
        self.init(kind: kind, style: style, isByLayer: effect.isByLayer, repetition: repetition, speed: options.speedMultiplier)
    }
}

extension SymbolEffectConfiguration {
    fileprivate init(_ effect: ViewSymbolEffect) {
        let kind: Kind =
            switch effect.kind {
            case .automatic: .automatic
            case .appear: .appear
            case .disappear: .disappear
            case .replace: .replace
            case .magicReplace: .magicReplace
            }
        let style: Style? =
            switch effect.style {
            case nil: nil
            case .up: .up
            case .down: .down
            case .downUp: .downUp
            case .upUp: .upUp
            case .offUp: .offUp
            }
        self.init(kind: kind, style: style, isByLayer: effect.isByLayer)
    }
}

extension SymbolEffectOptions {
    fileprivate init(_ effect: ViewSymbolEffect) {
        let repetition: Repetition =
            switch effect.repetition {
            case .automatic: .automatic
            case .never: .never
            case .forever: .forever
            case .continuous: .continuous
            case .periodic(let count, let delay): .periodic(count: count, delay: delay)
            }
        self.init(repetition: repetition, speedMultiplier: effect.speed)
    }
}
