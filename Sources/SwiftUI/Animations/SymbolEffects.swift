import Motion

// Effects that run on a symbol while it is shown. A widget's symbols are still between entries. So an effect plays when an entry brings another value, and one
// that goes on for as long as something is true does nothing. The numbers are of this project's own.

/// An effect that goes on for as long as something is true.
nonisolated public protocol IndefiniteSymbolEffect {}

/// An effect that runs once when a value changes.
nonisolated public protocol DiscreteSymbolEffect: Sendable {
    /// How the symbol is drawn at a part of the effect, from 0 to 1. At both ends it is as it is.
    func _effects(at part: Double) -> TransitionEffects
    /// Seconds.
    var _duration: Double { get }
}

extension DiscreteSymbolEffect {
    /// 0, 1 and 0 again.
    fileprivate func wave(_ part: Double) -> Double { sin(.pi * part) }
    /// So many swings to and fro, which become smaller.
    fileprivate func swings(_ count: Double, _ part: Double) -> Double { sin(2 * .pi * count * part) * (1 - part) }
}

extension View {
    nonisolated public func symbolEffect<T: IndefiniteSymbolEffect>(_ effect: T, options: SymbolEffectOptions = .default, isActive: Bool = true) -> some View {
        self
    }
    nonisolated public func symbolEffect<T: DiscreteSymbolEffect, U: Equatable>(_ effect: T, options: SymbolEffectOptions = .default, value: U) -> some View {
        let times = if case .periodic(let count?, _) = options.repetition { max(1, count) } else { 1 }
        let duration = effect._duration / max(0.1, options.speedMultiplier)
        return keyframeAnimator(initialValue: 0.0, trigger: value) { content, turns in
            let effects = effect._effects(at: turns - turns.rounded(.down))
            content.scaleEffect(effects.scale, anchor: effects.anchor).rotationEffect(effects.rotation).offset(effects.offset).opacity(effects.opacity)
        } keyframes: { _ in
            MoveKeyframe(0)
            LinearKeyframe(Double(times), duration: duration * Double(times))
        }
    }
    nonisolated public func symbolEffectsRemoved(_ isEnabled: Bool = true) -> some View { self }
}

nonisolated public struct BounceSymbolEffect: IndefiniteSymbolEffect, DiscreteSymbolEffect, Hashable, Sendable {
    private var isDown = false
    fileprivate init() {}
    public var up: BounceSymbolEffect { with(self) { $0.isDown = false } }
    public var down: BounceSymbolEffect { with(self) { $0.isDown = true } }
    public var byLayer: BounceSymbolEffect { self }
    public var wholeSymbol: BounceSymbolEffect { self }
    public var _duration: Double { 0.7 }
    public func _effects(at part: Double) -> TransitionEffects {
        let size = 1 + 0.25 * swings(1, part) * (isDown ? -1 : 1)
        return TransitionEffects(scale: CGSize(width: size, height: size))
    }
}

extension IndefiniteSymbolEffect where Self == BounceSymbolEffect {
    public static var bounce: BounceSymbolEffect { BounceSymbolEffect() }
}

extension DiscreteSymbolEffect where Self == BounceSymbolEffect {
    public static var bounce: BounceSymbolEffect { BounceSymbolEffect() }
}

nonisolated public struct PulseSymbolEffect: IndefiniteSymbolEffect, DiscreteSymbolEffect, Hashable, Sendable {
    fileprivate init() {}
    public var byLayer: PulseSymbolEffect { self }
    public var wholeSymbol: PulseSymbolEffect { self }
    public var _duration: Double { 1 }
    public func _effects(at part: Double) -> TransitionEffects { TransitionEffects(opacity: 1 - 0.7 * wave(part)) }
}

extension IndefiniteSymbolEffect where Self == PulseSymbolEffect {
    public static var pulse: PulseSymbolEffect { PulseSymbolEffect() }
}

extension DiscreteSymbolEffect where Self == PulseSymbolEffect {
    public static var pulse: PulseSymbolEffect { PulseSymbolEffect() }
}

nonisolated public struct VariableColorSymbolEffect: IndefiniteSymbolEffect, DiscreteSymbolEffect, Hashable, Sendable {
    fileprivate init() {}
    public var iterative: VariableColorSymbolEffect { self }
    public var cumulative: VariableColorSymbolEffect { self }
    public var reversing: VariableColorSymbolEffect { self }
    public var nonReversing: VariableColorSymbolEffect { self }
    public var hideInactiveLayers: VariableColorSymbolEffect { self }
    public var dimInactiveLayers: VariableColorSymbolEffect { self }
    public var _duration: Double { 1 }
    /// The layers of a symbol are drawn as one, so that all of it dims.
    public func _effects(at part: Double) -> TransitionEffects { TransitionEffects(opacity: 1 - 0.7 * wave(part)) }
}

extension IndefiniteSymbolEffect where Self == VariableColorSymbolEffect {
    public static var variableColor: VariableColorSymbolEffect { VariableColorSymbolEffect() }
}

extension DiscreteSymbolEffect where Self == VariableColorSymbolEffect {
    public static var variableColor: VariableColorSymbolEffect { VariableColorSymbolEffect() }
}

nonisolated public struct ScaleSymbolEffect: IndefiniteSymbolEffect, Hashable, Sendable {
    fileprivate init() {}
    public var up: ScaleSymbolEffect { self }
    public var down: ScaleSymbolEffect { self }
    public var byLayer: ScaleSymbolEffect { self }
    public var wholeSymbol: ScaleSymbolEffect { self }
}

extension IndefiniteSymbolEffect where Self == ScaleSymbolEffect {
    public static var scale: ScaleSymbolEffect { ScaleSymbolEffect() }
}

nonisolated public struct RotateSymbolEffect: IndefiniteSymbolEffect, DiscreteSymbolEffect, Hashable, Sendable {
    private var isReversed = false
    fileprivate init() {}
    public var clockwise: RotateSymbolEffect { with(self) { $0.isReversed = false } }
    public var counterClockwise: RotateSymbolEffect { with(self) { $0.isReversed = true } }
    public var byLayer: RotateSymbolEffect { self }
    public var wholeSymbol: RotateSymbolEffect { self }
    public var _duration: Double { 1 }
    public func _effects(at part: Double) -> TransitionEffects {
        TransitionEffects(rotation: .radians(UnitCurve.easeInOut.value(at: part) * 2 * .pi * (isReversed ? -1 : 1)))
    }
}

extension IndefiniteSymbolEffect where Self == RotateSymbolEffect {
    public static var rotate: RotateSymbolEffect { RotateSymbolEffect() }
}

extension DiscreteSymbolEffect where Self == RotateSymbolEffect {
    public static var rotate: RotateSymbolEffect { RotateSymbolEffect() }
}

nonisolated public struct BreatheSymbolEffect: IndefiniteSymbolEffect, DiscreteSymbolEffect, Hashable, Sendable {
    private var fades = false
    fileprivate init() {}
    public var plain: BreatheSymbolEffect { with(self) { $0.fades = false } }
    public var pulse: BreatheSymbolEffect { with(self) { $0.fades = true } }
    public var byLayer: BreatheSymbolEffect { self }
    public var wholeSymbol: BreatheSymbolEffect { self }
    public var _duration: Double { 1.4 }
    public func _effects(at part: Double) -> TransitionEffects {
        let size = 1 + 0.12 * wave(part)
        return TransitionEffects(opacity: fades ? 1 - 0.4 * wave(part) : 1, scale: CGSize(width: size, height: size))
    }
}

extension IndefiniteSymbolEffect where Self == BreatheSymbolEffect {
    public static var breathe: BreatheSymbolEffect { BreatheSymbolEffect() }
}

extension DiscreteSymbolEffect where Self == BreatheSymbolEffect {
    public static var breathe: BreatheSymbolEffect { BreatheSymbolEffect() }
}

nonisolated public struct WiggleSymbolEffect: IndefiniteSymbolEffect, DiscreteSymbolEffect, Hashable, Sendable {
    /// Points; zero: it turns.
    private var way = CGSize.zero
    private var angle = Angle.degrees(12)
    fileprivate init() {}
    private static let reach: CGFloat = 3
    public var up: WiggleSymbolEffect { with(self) { $0.way = CGSize(width: 0, height: -Self.reach) } }
    public var down: WiggleSymbolEffect { with(self) { $0.way = CGSize(width: 0, height: Self.reach) } }
    public var left: WiggleSymbolEffect { with(self) { $0.way = CGSize(width: -Self.reach, height: 0) } }
    public var right: WiggleSymbolEffect { with(self) { $0.way = CGSize(width: Self.reach, height: 0) } }
    public var forward: WiggleSymbolEffect { right }
    public var backward: WiggleSymbolEffect { left }
    public var clockwise: WiggleSymbolEffect { with(self) { $0.way = .zero } }
    public var counterClockwise: WiggleSymbolEffect { with(self) { ($0.way, $0.angle) = (.zero, -$0.angle) } }
    public var byLayer: WiggleSymbolEffect { self }
    public var wholeSymbol: WiggleSymbolEffect { self }
    public func custom(angle: Angle) -> WiggleSymbolEffect {
        with(self) { $0.way = CGSize(width: Self.reach * cos(angle.radians), height: Self.reach * sin(angle.radians)) }
    }
    public var _duration: Double { 0.8 }
    public func _effects(at part: Double) -> TransitionEffects {
        let swing = swings(2, part)
        if way == .zero { return TransitionEffects(rotation: angle * swing) }
        return TransitionEffects(offset: CGSize(width: way.width * swing, height: way.height * swing))
    }
}

extension IndefiniteSymbolEffect where Self == WiggleSymbolEffect {
    public static var wiggle: WiggleSymbolEffect { WiggleSymbolEffect() }
}

extension DiscreteSymbolEffect where Self == WiggleSymbolEffect {
    public static var wiggle: WiggleSymbolEffect { WiggleSymbolEffect() }
}
