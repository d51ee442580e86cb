public import Motion
public import WidgetCore

extension ViewAnimation {
    /// The animation as an archive says it, in no environment.
    public init(_ animation: Animation) { self.init(animation, in: EnvironmentValues()) }

    /// The animation as an archive says it. A provider's own algorithm becomes samples of its first 2 s, and so does an animation with more modifiers than
    /// ``Limits/motionModifiers``.
    /// - Parameter environment: of the view, for an algorithm that reads it.
    public init(_ animation: Animation, in environment: EnvironmentValues) {
        var modifiers: [Modifier] = []
        var base = animation
        while let (inner, modifier) = base.unwrapped {
            modifiers.insert(modifier, at: 0)
            base = inner
        }
        if modifiers.count > Limits.motionModifiers {
            modifiers = []
            base = Animation(SampledAnimation(animation, in: environment))
        }
        self.init(Base(base, in: environment), modifiers: modifiers)
    }
}

extension ViewAnimation.Base {
    fileprivate init(_ animation: Animation, in environment: EnvironmentValues) {
        switch animation.base {
        case is DefaultAnimation: self = .automatic
        case let curve as TimingCurveAnimation: self = .timingCurve(ViewCurve(curve.curve), duration: curve.duration)
        case let spring as SpringAnimation:
            self = .spring(response: spring.response, dampingFraction: spring.dampingFraction, blendDuration: spring.blendDuration)
        case let spring as InterpolatingSpringAnimation:
            self = .interpolatingSpring(
                mass: spring.mass, stiffness: spring.stiffness, damping: spring.damping, initialVelocity: spring.initialVelocity)
        case let sampled as SampledAnimation: self = .samples(sampled.samples)
        default: self = .samples(SampledAnimation(animation, in: environment).samples)
        }
    }
}

extension Animation {
    /// The animation that the outermost modifier changes, and that modifier; `nil` where there is none.
    fileprivate var unwrapped: (Animation, ViewAnimation.Modifier)? {
        switch base {
        case let delay as DelayAnimation: (delay.base, .delay(delay.delay))
        case let speed as SpeedAnimation: (speed.base, .speed(speed.speed))
        case let completion as LogicalCompletionAnimation: (completion.base, .logicallyComplete(after: completion.duration))
        case let cycle as RepeatAnimation: (cycle.base, .repeats(count: cycle.repeatCount, autoreverses: cycle.autoreverses))
        default: nil
        }
    }

    /// The animation of an archive that has been checked.
    public init(_ archived: ViewAnimation) {
        var animation: Animation =
            switch archived.base {
            case .automatic: .default
            case .timingCurve(let curve, let duration): .timingCurve(UnitCurve(curve), duration: duration)
            case .spring(let response, let damping, let blend): .spring(response: response, dampingFraction: damping, blendDuration: blend)
            case .interpolatingSpring(let mass, let stiffness, let damping, let velocity):
                .interpolatingSpring(mass: mass, stiffness: stiffness, damping: damping, initialVelocity: velocity)
            case .samples(let samples): Animation(SampledAnimation(samples: samples))
            }
        for modifier in archived.modifiers {
            animation =
                switch modifier {
                case .delay(let delay): animation.delay(delay)
                case .speed(let speed): animation.speed(speed)
                case .repeats(nil, let autoreverses): animation.repeatForever(autoreverses: autoreverses)
                case .repeats(let count?, let autoreverses): animation.repeatCount(count, autoreverses: autoreverses)
                case .logicallyComplete(let duration): animation.logicallyComplete(after: duration)
                }
        }
        self = animation
    }
}

extension ViewCurve {
    fileprivate init(_ curve: UnitCurve) {
        switch curve.function {
        case .linear: self = .linear
        case .circularEaseIn: self = .circular(.easeIn)
        case .circularEaseOut: self = .circular(.easeOut)
        case .circularEaseInOut: self = .circular(.easeInOut)
        case .bezier(let start, let end): self = .bezier(start: ViewPoint(start), end: ViewPoint(end))
        }
    }
}

extension UnitCurve {
    fileprivate init(_ curve: ViewCurve) {
        switch curve {
        case .linear: self = .linear
        case .circular(.easeIn): self = .circularEaseIn
        case .circular(.easeOut): self = .circularEaseOut
        case .circular(.easeInOut): self = .circularEaseInOut
        case .bezier(let start, let end): self = .bezier(startControlPoint: UnitPoint(start), endControlPoint: UnitPoint(end))
        }
    }
}

extension ViewPoint {
    public init(_ point: UnitPoint) { self.init(x: Double(point.x), y: Double(point.y)) }
}

extension UnitPoint {
    public init(_ point: ViewPoint) { self.init(x: point.x, y: point.y) }
}
