/// What a view shows, as far as it matters for a ``ContentTransition``.
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
    /// What fits is a blur for text in a widget or a Live Activity, and opacity otherwise.
    public func resolved(for content: TransitionContent, isWidget: Bool) -> ContentTransition {
        switch kind {
        case .automatic: content == .text && isWidget ? ContentTransition(kind: .blur) : .opacity
        case .numericText where content != .text: .opacity
        case .symbolEffect where content != .symbol: .opacity
        default: self
        }
    }

    /// How both contents are drawn where the change is at `progress`, 0 at its start and 1 at its end. Nothing but finite numbers come out: what isn't a number is the end.
    ///
    /// Rolling characters have a ``NumericTextPlan`` instead, and symbols are drawn by their effect; for both this is what is drawn by who can't do that.
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
        default:
            return crossFade(progress, blurRadius: 0)
        }
    }

    private func crossFade(_ progress: Double, blurRadius: Double) -> ContentTransitionFrame {
        let shown = min(1, max(0, progress))
        func effects(_ opacity: Double) -> TransitionEffects { TransitionEffects(opacity: opacity, blurRadius: blurRadius * (1 - opacity)) }
        return ContentTransitionFrame(old: shown < 1 ? effects(1 - shown) : nil, new: effects(shown), interpolation: 1)
    }
}
