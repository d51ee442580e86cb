import Foundation

/// The transition from one content of a view to another, while the view itself stays.
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

    /// The characters of a number that change roll: upwards where `value` is more than it was, and downwards where it is less. A value that isn't a number
    /// rolls upwards.
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
    /// The transition from one content of a view to another, while the view itself stays.
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

/// The kind of a view's content, as far as it matters for a ``ContentTransition``.
public enum TransitionContent: Equatable, Sendable {
    case text
    case image
    case symbol
    /// Anything else.
    case other
}

/// How the old and the new content of a view are drawn at a moment of a change.
public struct ContentTransitionFrame: Equatable, Sendable {
    /// The old content, or `nil` where it isn't drawn.
    public let old: TransitionEffects?
    /// The new content.
    public let new: TransitionEffects
    /// How far the new content is still drawn like the old one: 0 as the old one, 1 as itself. A spring may go beyond both.
    public let interpolation: Double
}

extension ContentTransition {
    /// The transition for `content`: the one that fits where none was chosen, and opacity in the place of one that is for something else.
    ///
    /// Text in a widget or a Live Activity gets a blur, everything else opacity.
    public func resolved(for content: TransitionContent, isWidget: Bool) -> ContentTransition {
        switch kind {
        case .automatic: content == .text && isWidget ? ContentTransition(kind: .blur) : .opacity
        case .numericText where content != .text: .opacity
        case .symbolEffect where content != .symbol: .opacity
        default: self
        }
    }

    /// How both contents are drawn where the change is at `progress`, 0 at its start and 1 at its end. All results are finite: a progress that isn't a number
    /// is the end.
    ///
    /// Rolling characters have a ``NumericTextPlan`` instead; for them this is what is drawn by who can't do that. A symbol is replaced as a whole: with
    /// `downUp`, or without a style, the old one has gone before the new one is half there.
    /// - Parameter contentsMatch: Whether who draws can draw what is between both contents.
    public func frame(at progress: Double, contentsMatch: Bool = false) -> ContentTransitionFrame {
        let progress = progress.isFinite ? progress : 1
        switch kind {
        case .identity:
            return ContentTransitionFrame(old: nil, new: .identity, interpolation: 1)
        case .interpolate where contentsMatch:
            return ContentTransitionFrame(old: nil, new: .identity, interpolation: progress)
        case .blur:
            return crossFade(progress, blurRadius: BlurReplaceTransition.radius)
        case .symbolEffect(let effect, _):
            return replacement(progress, effect.style)
        default:
            return crossFade(progress, blurRadius: 0)
        }
    }

    /// One symbol that goes while another one comes.
    private func replacement(_ progress: Double, _ style: SymbolEffectConfiguration.Style?) -> ContentTransitionFrame {
        /// The parts of the way on which each of both is seen; they overlap, so that there is no moment without a symbol.
        let (going, coming) = (TransitionTimeline(begin: 0, duration: 0.6), TransitionTimeline(begin: 0.4, duration: 0.6))
        func effects(_ part: Double, _ size: Double) -> TransitionEffects {
            let factor = size + (1 - size) * part
            return TransitionEffects(opacity: min(1, max(0, part)), scale: CGSize(width: factor, height: factor))
        }
        let part = going.progress(progress)
        let old = style == .offUp || progress >= 1 ? nil : effects(1 - part, style == .upUp ? SymbolEffectConfiguration.large : SymbolEffectConfiguration.small)
        let new = style == .offUp ? progress : coming.progress(progress)
        return ContentTransitionFrame(old: old, new: effects(new, SymbolEffectConfiguration.small), interpolation: 1)
    }

    private func crossFade(_ progress: Double, blurRadius: Double) -> ContentTransitionFrame {
        let shown = min(1, max(0, progress))
        func effects(_ opacity: Double) -> TransitionEffects { TransitionEffects(opacity: opacity, blurRadius: blurRadius * (1 - opacity)) }
        return ContentTransitionFrame(old: shown < 1 ? effects(1 - shown) : nil, new: effects(shown), interpolation: 1)
    }
}
