internal import WidgetCore

// Each `known` gives nil where something is newer than this code: the change is then animated as if nothing had been said.

extension ViewAnimation {
    static func known(_ proto: ProtoAnimation) -> ViewAnimation? {
        let base: Base
        switch proto.base {
        case nil:
            guard proto.unknownFields.data.isEmpty else { return nil }
            base = .automatic
        case .timingCurve(let curve):
            guard let unitCurve = ViewCurve.known(curve.curve) else { return nil }
            base = .timingCurve(unitCurve, duration: curve.duration)
        case .spring(let spring):
            base = .spring(response: spring.response, dampingFraction: spring.dampingFraction, blendDuration: spring.blendDuration)
        case .interpolatingSpring(let spring):
            base = .interpolatingSpring(
                mass: spring.mass, stiffness: spring.stiffness, damping: spring.damping, initialVelocity: spring.initialVelocity)
        case .samples(let samples): base = .samples(samples.covered)
        }
        var modifiers: [Modifier] = []
        for modifier in proto.modifiers {
            switch modifier.modifier {
            case .delay(let delay): modifiers.append(.delay(delay))
            case .speed(let speed): modifiers.append(.speed(speed))
            case .repeat(let cycle):
                modifiers.append(.repeats(count: cycle.count == 0 ? nil : Int(cycle.count), autoreverses: cycle.autoreverses))
            case .logicallyCompleteAfter(let time): modifiers.append(.logicallyComplete(after: time))
            case nil: return nil
            }
        }
        return ViewAnimation(base, modifiers: modifiers)
    }
}

extension ProtoAnimation {
    init(_ animation: ViewAnimation) {
        self.init()
        switch animation.base {
        case .automatic: break
        case .timingCurve(let curve, let duration):
            timingCurve = .with {
                $0.curve = ProtoUnitCurve(curve)
                $0.duration = duration
            }
        case .spring(let response, let damping, let blend):
            spring = .with {
                $0.response = response
                $0.dampingFraction = damping
                $0.blendDuration = blend
            }
        case .interpolatingSpring(let mass, let stiffness, let damping, let velocity):
            interpolatingSpring = .with {
                $0.mass = mass
                $0.stiffness = stiffness
                $0.damping = damping
                $0.initialVelocity = velocity
            }
        case .samples(let covered): samples = .with { $0.covered = covered }
        }
        modifiers = animation.modifiers.map { modifier in
            .with {
                switch modifier {
                case .delay(let delay): $0.delay = delay
                case .speed(let speed): $0.speed = speed
                case .repeats(let count, let autoreverses):
                    $0.repeat.count = UInt32(clamping: count ?? 0)
                    $0.repeat.autoreverses = autoreverses
                case .logicallyComplete(let time): $0.logicallyCompleteAfter = time
                }
            }
        }
    }
}

extension ViewCurve {
    fileprivate static func known(_ proto: ProtoUnitCurve) -> ViewCurve? {
        switch proto.curve {
        case nil: proto.unknownFields.data.isEmpty ? .linear : nil
        case .bezier(let bezier): .bezier(start: ViewPoint(bezier.start), end: ViewPoint(bezier.end))
        case .circular(let curve): Circular(rawValue: curve.rawValue).map(ViewCurve.circular)
        }
    }
}

extension ProtoUnitCurve {
    fileprivate init(_ curve: ViewCurve) {
        self.init()
        switch curve {
        case .linear: break
        case .bezier(let start, let end):
            bezier = .with {
                $0.start = ProtoUnitPoint(start)
                $0.end = ProtoUnitPoint(end)
            }
        case .circular(let curve): circular = Circular(rawValue: curve.rawValue) ?? .unspecified
        }
    }
}

extension ViewPoint {
    fileprivate init(_ proto: ProtoUnitPoint) { self.init(x: proto.x, y: proto.y) }
    fileprivate init(_ proto: ProtoTransition.Size) { self.init(x: proto.width, y: proto.height) }
}

extension ProtoUnitPoint {
    fileprivate init(_ point: ViewPoint) {
        self.init()
        x = point.x
        y = point.y
    }
}

extension ProtoTransition.Size {
    fileprivate init(_ point: ViewPoint) {
        self.init()
        width = point.x
        height = point.y
    }
}

extension ViewTransition {
    static func known(_ proto: ProtoTransition) -> ViewTransition? {
        switch proto.transition {
        case nil: return nil
        case .simple(let simple):
            switch simple {
            case .identity: return .identity
            case .opacity: return .opacity
            case .slide: return .slide
            case .blurReplaceDownUp: return .blurReplaceDownUp
            case .blurReplaceUpUp: return .blurReplaceUpUp
            case .unspecified, .UNRECOGNIZED: return nil
            }
        case .move(let edge): return Edge(rawValue: edge.rawValue).map(ViewTransition.move)
        case .push(let edge): return Edge(rawValue: edge.rawValue).map(ViewTransition.push)
        case .offset(let size): return .offset(ViewPoint(size))
        case .scale(let scale): return .scale(scale.scale, anchor: ViewPoint(scale.anchor))
        case .symbolEffect(let effect): return ViewSymbolEffect.known(effect).map(ViewTransition.symbolEffect)
        case .phases(let phases): return .phases(active: Effects(phases.active), identity: Effects(phases.identity))
        case .asymmetric(let both):
            guard let insertion = known(both.insertion), let removal = known(both.removal) else { return nil }
            return .asymmetric(insertion: insertion, removal: removal)
        case .combined(let both):
            guard let first = known(both.first), let second = known(both.second) else { return nil }
            return .combined(first, second)
        case .animated(let animated):
            guard let transition = known(animated.transition) else { return nil }
            guard animated.hasAnimation else { return .animated(transition, nil) }
            return ViewAnimation.known(animated.animation).map { .animated(transition, $0) } ?? transition
        }
    }
}

extension ProtoTransition {
    init(_ transition: ViewTransition) {
        self.init()
        switch transition {
        case .identity: simple = .identity
        case .opacity: simple = .opacity
        case .slide: simple = .slide
        case .blurReplaceDownUp: simple = .blurReplaceDownUp
        case .blurReplaceUpUp: simple = .blurReplaceUpUp
        case .move(let edge): move = Edge(rawValue: edge.rawValue) ?? .unspecified
        case .push(let edge): push = Edge(rawValue: edge.rawValue) ?? .unspecified
        case .offset(let point): offset = Size(point)
        case .scale(let factor, let anchor):
            scale = .with {
                $0.scale = factor
                $0.anchor = ProtoUnitPoint(anchor)
            }
        case .symbolEffect(let effect): symbolEffect = ProtoSymbolEffect(effect)
        case .phases(let active, let identity):
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
        case .animated(let base, let animation):
            animated = .with {
                $0.transition = ProtoTransition(base)
                if let animation { $0.animation = ProtoAnimation(animation) }
            }
        }
    }
}

extension ViewTransition.Effects {
    fileprivate init(_ proto: ProtoTransition.Effects) {
        self.init(
            opacity: proto.opacity, offset: ViewPoint(proto.offset), scale: ViewPoint(proto.scale), rotation: proto.rotation,
            anchor: ViewPoint(proto.anchor), blurRadius: proto.blurRadius)
    }
}

extension ProtoTransition.Effects {
    fileprivate init(_ effects: ViewTransition.Effects) {
        self.init()
        opacity = effects.opacity
        offset = ProtoTransition.Size(effects.offset)
        scale = ProtoTransition.Size(effects.scale)
        anchor = ProtoUnitPoint(effects.anchor)
        blurRadius = effects.blurRadius
        rotation = effects.rotation
    }
}

extension ViewContentTransition {
    static func known(_ proto: ProtoContentTransition) -> ViewContentTransition? {
        switch proto.transition {
        case nil: return proto.unknownFields.data.isEmpty ? .automatic : nil
        case .numericTextValue(let value): return .numericText(value: value)
        case .symbolEffect(let effect): return ViewSymbolEffect.known(effect).map(ViewContentTransition.symbolEffect)
        case .simple(let simple):
            switch simple {
            case .identity: return .identity
            case .interpolate: return .interpolate
            case .opacity: return .opacity
            case .numericTextUp: return .numericTextUp
            case .numericTextDown: return .numericTextDown
            case .blur: return .blur
            case .unspecified, .UNRECOGNIZED: return nil
            }
        }
    }
}

extension ProtoContentTransition {
    init(_ transition: ViewContentTransition) {
        self.init()
        switch transition {
        case .automatic: break
        case .identity: simple = .identity
        case .interpolate: simple = .interpolate
        case .opacity: simple = .opacity
        case .numericTextUp: simple = .numericTextUp
        case .numericTextDown: simple = .numericTextDown
        case .blur: simple = .blur
        case .numericText(let value): numericTextValue = value
        case .symbolEffect(let effect): symbolEffect = ProtoSymbolEffect(effect)
        }
    }
}

extension ViewSymbolEffect {
    fileprivate static func known(_ proto: ProtoSymbolEffect) -> ViewSymbolEffect? {
        guard let kind = Kind(rawValue: proto.kind.rawValue) else { return nil }
        let repetition: Repetition
        if proto.hasPeriodic {
            repetition = .periodic(
                count: proto.periodic.hasCount ? Int(proto.periodic.count) : nil, delay: proto.periodic.hasDelay ? proto.periodic.delay : nil)
        } else {
            switch proto.repetition {
            case .automatic: repetition = .automatic
            case .never: repetition = .never
            case .forever: repetition = .forever
            case .continuous: repetition = .continuous
            case .UNRECOGNIZED: return nil
            }
        }
        return ViewSymbolEffect(
            kind: kind, style: Style(rawValue: proto.style.rawValue), isByLayer: proto.hasByLayer ? proto.byLayer : nil, repetition: repetition,
            speed: proto.speed == 0 ? 1 : proto.speed)
    }
}

extension ProtoSymbolEffect {
    fileprivate init(_ effect: ViewSymbolEffect) {
        self.init()
        kind = Kind(rawValue: effect.kind.rawValue) ?? .automatic
        style = effect.style.flatMap { Style(rawValue: $0.rawValue) } ?? .unspecified
        if let isByLayer = effect.isByLayer { byLayer = isByLayer }
        if effect.speed != 1 { speed = effect.speed }
        switch effect.repetition {
        case .automatic: break
        case .never: repetition = .never
        case .forever: repetition = .forever
        case .continuous: repetition = .continuous
        case .periodic(let count, let delay):
            periodic = .with {
                if let count { $0.count = UInt32(clamping: count) }
                if let delay { $0.delay = delay }
            }
        }
    }
}
