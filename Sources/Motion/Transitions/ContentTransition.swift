/// What happens to what a view shows when it shows something else, while the view itself stays.
///
/// It happens only in a change that is animated.
public struct ContentTransition: Equatable, Sendable {
    /// The transitions there are.
    public enum Kind: Equatable, Sendable {
        /// The one that fits the content, where none was chosen.
        case automatic
        /// The new content is there at once.
        case identity
        /// The old content becomes the new one.
        case interpolate
        /// The old content fades out while the new one fades in.
        case opacity
        /// As with opacity, and both are blurred where they are faint.
        case blur
        /// The characters that change roll in and out.
        case numericText(NumericTextDirection)
        /// One symbol becomes another.
        case symbolEffect(SymbolEffectConfiguration, options: SymbolEffectOptions)
    }

    /// Which transition it is.
    public let kind: Kind

    /// A transition of this kind.
    public init(kind: Kind) { self.kind = kind }

    /// The one that fits the content: what an environment holds in which none was chosen.
    public static let automatic = ContentTransition(kind: .automatic)

    /// The new content is there at once, also in a change that is animated.
    public static let identity = ContentTransition(kind: .identity)

    /// The old content becomes the new one where both are of the same kind: the same text in another size, weight or color, the same symbol in another form.
    /// Otherwise as with ``opacity``.
    public static let interpolate = ContentTransition(kind: .interpolate)

    /// The old content fades out while the new one fades in.
    public static let opacity = ContentTransition(kind: .opacity)

    /// The characters of a number that change roll: upwards, or downwards where it counts down.
    public static func numericText(countsDown: Bool = false) -> ContentTransition {
        ContentTransition(kind: .numericText(countsDown ? .down : .up))
    }

    /// The characters of a number that change roll: upwards where `value` is more than it was, and downwards where it is less. One that isn't a number rolls upwards.
    public static func numericText(value: Double) -> ContentTransition {
        ContentTransition(kind: .numericText(value.isNaN ? .up : .value(value)))
    }

    /// One symbol becomes another with the effect for symbols that fits.
    public static var symbolEffect: ContentTransition { ContentTransition(kind: .symbolEffect(.automatic, options: .default)) }

    /// One symbol becomes another with `effect`.
    public static func symbolEffect<T: SymbolEffect & ContentTransitionSymbolEffect>(_ effect: T, options: SymbolEffectOptions = .default) -> ContentTransition
    {
        ContentTransition(kind: .symbolEffect(effect.configuration, options: options))
    }
}

extension EnvironmentValues {
    /// What happens to what a view shows when it shows something else.
    public var contentTransition: ContentTransition {
        get { self[ContentTransitionKey.self] }
        set { self[ContentTransitionKey.self] = newValue }
    }

    /// Whether a view whose content changes is drawn as one picture meanwhile.
    public var contentTransitionAddsDrawingGroup: Bool {
        get { self[DrawingGroupKey.self] }
        set { self[DrawingGroupKey.self] = newValue }
    }
}

private enum ContentTransitionKey: EnvironmentKey { static var defaultValue: ContentTransition { .automatic } }
private enum DrawingGroupKey: EnvironmentKey { static var defaultValue: Bool { false } }
