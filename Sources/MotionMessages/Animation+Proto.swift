public import Motion
public import WidgetAPI
public import WidgetCore

/// The limits of messages about motion.
public enum MotionLimits {
    /// Modifiers of an animation: more than anybody writes, and each costs every frame.
    public static let modifiers = 16
    /// How deep transitions may be nested.
    public static let transitionDepth = 8
    /// Keyframes of a track, and the components of each.
    public static let keyframes = 256
    public static let components = 16
}

extension ProtoAnimation {
    /// The animation as on the wire. A provider's own algorithm becomes samples of its first 2 s, and so does an animation with more modifiers than the
    /// limit.
    public init(_ animation: Animation) {
        self.init()
        var base = animation
        while let (inner, modifier) = base.unwrapped {
            modifiers.insert(modifier, at: 0)
            base = inner
        }
        if modifiers.count > MotionLimits.modifiers {
            modifiers = []
            base = Animation(SampledAnimation(animation))
        }
        switch base.base {
        case is DefaultAnimation: break
        case let curve as TimingCurveAnimation:
            timingCurve = .with {
                $0.curve = ProtoUnitCurve(curve.curve)
                $0.duration = curve.duration
            }
        case let spring as SpringAnimation:
            self.spring = .with {
                $0.response = spring.response
                $0.dampingFraction = spring.dampingFraction
                $0.blendDuration = spring.blendDuration
            }
        case let spring as InterpolatingSpringAnimation:
            interpolatingSpring = .with {
                $0.mass = spring.mass
                $0.stiffness = spring.stiffness
                $0.damping = spring.damping
                $0.initialVelocity = spring.initialVelocity
            }
        case let sampled as SampledAnimation: samples = .with { $0.covered = sampled.samples }
        default: samples = .with { $0.covered = SampledAnimation(base).samples }
        }
    }
}

extension Animation {
    /// The animation that the outermost modifier changes, and that modifier as on the wire; `nil` where there is none.
    fileprivate var unwrapped: (Animation, ProtoAnimation.Modifier)? {
        switch base {
        case let delay as DelayAnimation: (delay.base, .with { $0.delay = delay.delay })
        case let speed as SpeedAnimation: (speed.base, .with { $0.speed = speed.speed })
        case let completion as LogicalCompletionAnimation: (completion.base, .with { $0.logicallyCompleteAfter = completion.duration })
        case let cycle as RepeatAnimation:
            (
                cycle.base,
                .with {
                    $0.repeat.count = UInt32(cycle.repeatCount ?? 0)
                    $0.repeat.autoreverses = cycle.autoreverses
                }
            )
        default: nil
        }
    }

    /// - Parameter field: what the error names.
    /// - Throws: INVALID_ARGUMENT for a number that isn't finite, too many samples or modifiers, and a base or a modifier that isn't known.
    public init(_ proto: ProtoAnimation, field: String) throws(WidgetError) {
        var animation: Animation
        switch proto.base {
        case nil:
            guard !proto.isNewer else {
                throw .invalid(field, "no animation that this version knows; use timing_curve, spring, interpolating_spring or samples")
            }
            animation = .default
        case .timingCurve(let curve):
            animation = .timingCurve(
                try UnitCurve(curve.curve, field: "\(field).timing_curve.curve"), duration: try curve.duration.finite("\(field).timing_curve.duration"))
        case .spring(let spring):
            animation = .spring(
                response: try spring.response.finite("\(field).spring.response"),
                dampingFraction: try spring.dampingFraction.finite("\(field).spring.damping_fraction"),
                blendDuration: try spring.blendDuration.finite("\(field).spring.blend_duration"))
        case .interpolatingSpring(let spring):
            let field = "\(field).interpolating_spring"
            animation = .interpolatingSpring(
                mass: try spring.mass.finite("\(field).mass"), stiffness: try spring.stiffness.finite("\(field).stiffness"),
                damping: try spring.damping.finite("\(field).damping"), initialVelocity: try spring.initialVelocity.finite("\(field).initial_velocity"))
        case .samples(let samples):
            guard samples.covered.count <= SampledAnimation.limit else {
                throw .invalid("\(field).samples", "at most \(SampledAnimation.limit) samples, those of 2 s, not \(samples.covered.count)")
            }
            for (index, sample) in samples.covered.enumerated() { _ = try sample.finite("\(field).samples[\(index)]") }
            animation = Animation(SampledAnimation(samples: samples.covered))
        }
        guard proto.modifiers.count <= MotionLimits.modifiers else {
            throw .invalid("\(field).modifiers", "at most \(MotionLimits.modifiers) modifiers, not \(proto.modifiers.count)")
        }
        for (index, modifier) in proto.modifiers.enumerated() {
            let field = "\(field).modifiers[\(index)]"
            switch modifier.modifier {
            case .delay(let delay): animation = animation.delay(try delay.finite("\(field).delay"))
            case .speed(let speed): animation = animation.speed(try speed.finite("\(field).speed"))
            case .logicallyCompleteAfter(let duration): animation = animation.logicallyComplete(after: try duration.finite("\(field).logically_complete_after"))
            case .repeat(let cycle):
                animation =
                    cycle.count == 0
                    ? animation.repeatForever(autoreverses: cycle.autoreverses)
                    : animation.repeatCount(Int(cycle.count), autoreverses: cycle.autoreverses)
            case nil: throw .invalid(field, "no modifier, or none that this version knows; use delay, speed, repeat or logically_complete_after")
            }
        }
        self = animation
    }
}

extension Double {
    /// This number, if it is one.
    func finite(_ field: String) throws(WidgetError) -> Double {
        guard isFinite else { throw .invalid(field, "a number must be finite, not \(self)") }
        return self
    }
}
