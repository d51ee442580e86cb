/// An animation for symbol images.
public protocol SymbolEffect: Hashable, Sendable {
    /// The configuration of the effect.
    var configuration: SymbolEffectConfiguration { get }
}

/// A ``SymbolEffect`` with which a symbol appears or disappears.
public protocol TransitionSymbolEffect {}

/// A ``SymbolEffect`` with which one symbol becomes another.
public protocol ContentTransitionSymbolEffect {}

/// The configuration of a ``SymbolEffect``.
public struct SymbolEffectConfiguration: Hashable, Sendable {
    /// The effects there are.
    public enum Kind: String, CaseIterable, Sendable {
        /// The one that fits where it is used.
        case automatic
        case appear, disappear
        case replace, magicReplace
    }

    /// How the symbol's size changes.
    public enum Style: String, CaseIterable, Sendable {
        /// It grows or shrinks when it appears or disappears.
        case up, down
        /// The old symbol shrinks, grows, or is gone at once, and the new one grows.
        case downUp, upUp, offUp
    }

    /// The effect.
    public let kind: Kind
    /// How the size changes; `nil` leaves it to who draws it.
    public let style: Style?
    /// Whether the symbol's layers are animated one after the other (`true`) or as a whole; `nil` leaves it to who draws it.
    public let isByLayer: Bool?

    public init(kind: Kind, style: Style? = nil, isByLayer: Bool? = nil) {
        self.kind = kind
        self.style = style
        self.isByLayer = isByLayer
    }

    static let automatic = SymbolEffectConfiguration(kind: .automatic)

    /// The factor of the size of a symbol that isn't there yet, or no longer: our own choice, Apple's reference gives no numbers.
    static let small = 0.5
    /// The factor of one that has grown out of sight, or shrinks into it.
    static let large = 1.5

    func with(style: Style) -> SymbolEffectConfiguration { SymbolEffectConfiguration(kind: kind, style: style, isByLayer: isByLayer) }
    func with(isByLayer: Bool) -> SymbolEffectConfiguration { SymbolEffectConfiguration(kind: kind, style: style, isByLayer: isByLayer) }
}

/// How an effect for symbols plays.
public struct SymbolEffectOptions: Equatable, Hashable, Sendable {
    /// How often the effect plays.
    public enum Repetition: Equatable, Hashable, Sendable {
        /// As often as the effect does by itself.
        case automatic
        /// Once.
        case never
        /// Without end, as the effect sees fit.
        case forever
        /// Without end and without a pause.
        case continuous
        /// Again and again with a pause: so many times in all (`nil`: without end), so many seconds apart (`nil`: as the effect sees fit).
        case periodic(count: Int?, delay: Double?)
    }

    /// How an effect that plays more than once does so.
    public struct RepeatBehavior: Sendable {
        let repetition: Repetition

        /// Without a pause.
        public static var continuous: RepeatBehavior { RepeatBehavior(repetition: .continuous) }
        /// With a pause in between, without end.
        public static var periodic: RepeatBehavior { .periodic() }
        /// With a pause in between.
        /// - Parameters:
        ///   - count: How often in all, at least once; `nil` is without end.
        ///   - delay: The pause in seconds, not negative; `nil` is as the effect sees fit.
        public static func periodic(_ count: Int? = nil, delay: Double? = nil) -> RepeatBehavior {
            RepeatBehavior(repetition: .periodic(count: count.map { max(1, $0) }, delay: delay.flatMap { $0.isFinite ? max(0, $0) : nil }))
        }
    }

    /// How often the effect plays.
    public let repetition: Repetition
    /// How many times as fast as by itself the effect plays, more than 0.
    public let speedMultiplier: Double

    /// - Parameter speedMultiplier: One that isn't over 0 or isn't finite counts as 1.
    public init(repetition: Repetition = .automatic, speedMultiplier: Double = 1) {
        self.repetition = repetition
        self.speedMultiplier = speedMultiplier > 0 && speedMultiplier.isFinite ? speedMultiplier : 1
    }

    /// As the effect does by itself.
    public static var `default`: SymbolEffectOptions { SymbolEffectOptions() }

    /// Without end.
    public static var repeating: SymbolEffectOptions { `default`.repeating }
    /// These options, without end.
    public var repeating: SymbolEffectOptions { with(.forever) }

    /// Once.
    public static var nonRepeating: SymbolEffectOptions { `default`.nonRepeating }
    /// These options, once.
    public var nonRepeating: SymbolEffectOptions { with(.never) }

    /// `count` times, at least once; `nil` is without end.
    public static func `repeat`(_ count: Int?) -> SymbolEffectOptions { `default`.repeat(count) }
    /// These options, `count` times, at least once; `nil` is without end.
    public func `repeat`(_ count: Int?) -> SymbolEffectOptions { `repeat`(.periodic(count)) }

    /// More than once, in the way of `behavior`.
    public static func `repeat`(_ behavior: RepeatBehavior) -> SymbolEffectOptions { `default`.repeat(behavior) }
    /// These options, more than once, in the way of `behavior`.
    public func `repeat`(_ behavior: RepeatBehavior) -> SymbolEffectOptions { with(behavior.repetition) }

    /// `speed` times as fast. One that isn't over 0 or isn't finite counts as 1.
    public static func speed(_ speed: Double) -> SymbolEffectOptions { `default`.speed(speed) }
    /// These options, `speed` times as fast as the effect by itself. One that isn't over 0 or isn't finite counts as 1.
    public func speed(_ speed: Double) -> SymbolEffectOptions { SymbolEffectOptions(repetition: repetition, speedMultiplier: speed) }

    private func with(_ repetition: Repetition) -> SymbolEffectOptions {
        SymbolEffectOptions(repetition: repetition, speedMultiplier: speedMultiplier)
    }
}
