import Foundation
public import Motion
public import WidgetAPI
public import WidgetCore

extension ProtoTransition {
    /// The transition as on the wire. A transition of a provider's own, of which only its code knows what it does, fades.
    public init(_ structure: TransitionStructure) {
        self.init()
        switch structure {
        case .identity: simple = .identity
        case .opacity, .custom: simple = .opacity
        case .slide: simple = .slide
        case .blurReplace(let configuration): simple = configuration == .upUp ? .blurReplaceUpUp : .blurReplaceDownUp
        case .move(let edge): move = Edge(edge)
        case .push(let edge): push = Edge(edge)
        case .offset(let size): offset = Size(size)
        case .scale(let factor, let anchor):
            scale = .with {
                $0.scale = factor
                $0.anchor = ProtoUnitPoint(anchor)
            }
        case .symbolEffect(let effect, let options): symbolEffect = ProtoSymbolEffect(effect, options: options)
        case .effects(let active, let identity):
            phases = .with {
                $0.active = Effects(active)
                $0.identity = Effects(identity)
            }
        case .asymmetric(let insertion, let removal):
            asymmetric = .with {
                $0.insertion = ProtoTransition(insertion)
                $0.removal = ProtoTransition(removal)
            }
        case .combined(let first, let second):
            combined = .with {
                $0.first = ProtoTransition(first)
                $0.second = ProtoTransition(second)
            }
        case .animation(let base, let animation):
            animated = .with {
                $0.transition = ProtoTransition(base)
                if let animation { $0.animation = ProtoAnimation(animation) }
            }
        }
    }
}

extension TransitionStructure {
    /// - Parameter field: what the error names.
    /// - Throws: INVALID_ARGUMENT for a number that isn't finite, a transition that isn't known, and nesting over the limit.
    public init(_ proto: ProtoTransition, field: String) throws(WidgetError) { try self.init(proto, field: field, depth: 1) }

    private init(_ proto: ProtoTransition, field: String, depth: Int) throws(WidgetError) {
        guard depth <= MotionLimits.transitionDepth else { throw .invalid(field, "transitions are nested at most \(MotionLimits.transitionDepth) deep") }
        switch proto.transition {
        case nil: throw .invalid(field, "no transition, or none that this version knows")
        case .simple(.identity): self = .identity
        case .simple(.opacity): self = .opacity
        case .simple(.slide): self = .slide
        case .simple(.blurReplaceDownUp): self = .blurReplace(.downUp)
        case .simple(.blurReplaceUpUp): self = .blurReplace(.upUp)
        case .simple(let other): throw .invalid("\(field).simple", "\(other.rawValue) is no transition that this version knows")
        case .move(let edge): self = .move(edge: try Edge(edge, field: "\(field).move"))
        case .push(let edge): self = .push(edge: try Edge(edge, field: "\(field).push"))
        case .offset(let size): self = .offset(try CGSize(size, field: "\(field).offset"))
        case .scale(let scale):
            self = .scale(try scale.scale.finite("\(field).scale.scale"), anchor: try UnitPoint(scale.anchor, field: "\(field).scale.anchor"))
        case .symbolEffect(let effect):
            let field = "\(field).symbol_effect"
            self = .symbolEffect(try SymbolEffectConfiguration(effect, field: field), options: try SymbolEffectOptions(effect, field: field))
        case .phases(let phases):
            self = .effects(
                active: try TransitionEffects(phases.active, field: "\(field).phases.active"),
                identity: try TransitionEffects(phases.identity, field: "\(field).phases.identity"))
        case .asymmetric(let both):
            self = .asymmetric(
                insertion: try TransitionStructure(both.insertion, field: "\(field).asymmetric.insertion", depth: depth + 1),
                removal: try TransitionStructure(both.removal, field: "\(field).asymmetric.removal", depth: depth + 1))
        case .combined(let both):
            self = .combined(
                try TransitionStructure(both.first, field: "\(field).combined.first", depth: depth + 1),
                try TransitionStructure(both.second, field: "\(field).combined.second", depth: depth + 1))
        case .animated(let animated):
            self = .animation(
                try TransitionStructure(animated.transition, field: "\(field).animated.transition", depth: depth + 1),
                animated.hasAnimation ? try Animation(animated.animation, field: "\(field).animated.animation") : nil)
        }
    }
}

extension ProtoTransition.Edge {
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
    fileprivate init(_ proto: ProtoTransition.Edge, field: String) throws(WidgetError) {
        switch proto {
        case .top: self = .top
        case .leading: self = .leading
        case .bottom: self = .bottom
        case .trailing: self = .trailing
        case .unspecified, .UNRECOGNIZED: throw .invalid(field, "\(proto.rawValue) is no edge; use top, leading, bottom or trailing")
        }
    }
}

extension ProtoTransition.Size {
    fileprivate init(_ size: CGSize) {
        self.init()
        width = Double(size.width)
        height = Double(size.height)
    }
}

extension CGSize {
    fileprivate init(_ proto: ProtoTransition.Size, field: String) throws(WidgetError) {
        self.init(width: try proto.width.finite("\(field).width"), height: try proto.height.finite("\(field).height"))
    }
}

extension ProtoTransition.Effects {
    fileprivate init(_ effects: TransitionEffects) {
        self.init()
        opacity = effects.opacity
        offset = ProtoTransition.Size(effects.offset)
        scale = ProtoTransition.Size(effects.scale)
        anchor = ProtoUnitPoint(effects.anchor)
        blurRadius = Double(effects.blurRadius)
    }
}

extension TransitionEffects {
    fileprivate init(_ proto: ProtoTransition.Effects, field: String) throws(WidgetError) {
        self.init(
            opacity: try proto.opacity.finite("\(field).opacity"), offset: try CGSize(proto.offset, field: "\(field).offset"),
            scale: try CGSize(proto.scale, field: "\(field).scale"), anchor: try UnitPoint(proto.anchor, field: "\(field).anchor"),
            blurRadius: CGFloat(try proto.blurRadius.finite("\(field).blur_radius")))
    }
}
