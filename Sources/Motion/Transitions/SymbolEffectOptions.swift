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
