import Foundation
import Motion
import MotionArchive
import WidgetCore
import WidgetLayout

/// The motion of a view that comes or leaves.
final class ViewMotion {
    /// A part of the transition, from the inside outwards.
    private struct Part {
        let start: TransitionEffects
        let end: TransitionEffects
        let timeline: TransitionTimeline
        /// 0 to 1.
        let progress: Animator<Double>
    }

    private let parts: [Part]
    /// The rectangle around the view.
    let frame: Rect
    private let match: Match?

    /// Where the view is seen instead, because another one has the same matched geometry.
    struct Match {
        let start: Rect
        let end: Rect
    }
    private let matchProgress = Animator(0.0, limit: AnimatorLimits.widget)

    /// - Parameters:
    ///   - comes: false: the view leaves.
    ///   - isSymbol: the view draws symbols alone.
    ///   - animation: nil: it is there, or gone, at once.
    init(
        _ transition: ViewTransition, _ options: WidgetScene.Options, comes: Bool, isSymbol: Bool, frame: Rect, animation: Animation?, match: Match?,
        at time: TimeInterval
    ) {
        let transition = (AnyTransition(TransitionStructure(transition)) ?? .opacity).adjusted(reducesMotion: options.reducesMotion)
        self.frame = frame
        self.match = options.reducesMotion ? nil : match
        let context = TransitionContext(
            size: CGSize(width: frame.size.width, height: frame.size.height),
            layoutDirection: options.isRightToLeft ? .rightToLeft : .leftToRight, isWidget: true)
        let away = transition.layers(phase: comes ? .willAppear : .didDisappear, in: context)
        let here = transition.layers(phase: .identity, in: context)
        let transaction = Transaction(animation: animation)
        parts = zip(away, here).map { away, here in
            let progress = Animator(0.0, limit: AnimatorLimits.widget)
            var transaction = away.transaction(transaction)
            var (out, seen) = (away.effects, here.effects)
            if let symbol = away.symbol {
                // Other content comes and leaves at once.
                transaction.animation = isSymbol ? transaction.animation?.speed(symbol.options.speedMultiplier) : nil
                (out, seen) = (symbol.effects, .identity)
            }
            progress.set(1, at: time, transaction: transaction)
            return Part(start: comes ? out : seen, end: comes ? seen : out, timeline: away.timeline, progress: progress)
        }
        matchProgress.set(1, at: time, transaction: transaction)
    }

    /// Goes the way back, from where the view is.
    func turn(_ animation: Animation?, at time: TimeInterval) {
        for progress in parts.map(\.progress) + [matchProgress] { progress.set(1 - progress.value, at: time, transaction: Transaction(animation: animation)) }
    }

    /// When it is over.
    var end: TimeInterval { max(parts.compactMap(\.progress.end).max() ?? -.infinity, match == nil ? -.infinity : matchProgress.end ?? -.infinity) }

    /// When something moves next; nil: never again.
    func nextChange(after time: TimeInterval) -> TimeInterval? {
        (parts.map(\.progress) + (match == nil ? [] : [matchProgress])).compactMap { $0.nextChange(after: time) }.min()
    }

    /// The effects around the view, from the outside inwards.
    func effects(at moment: SceneTime) -> [DisplayEffect] {
        var effects: [DisplayEffect] = []
        if let match {
            let part = matchProgress.frame(at: moment.time).value
            let place = match.start.interpolated(towards: match.end, by: part)
            if frame.size.width > 0, frame.size.height > 0 {
                effects.append(
                    .transform(
                        Transform.translation(x: -frame.midX, y: -frame.midY)
                            .then(.scale(x: max(0, place.size.width / frame.size.width), y: max(0, place.size.height / frame.size.height)))
                            .then(.translation(x: place.midX, y: place.midY))))
            }
        }
        for part in parts.reversed() {
            let progress = part.timeline.progress(part.progress.frame(at: moment.time).value)
            let turns = part.start.rotation != .zero || part.end.rotation != .zero
            effects += part.start.interpolated(towards: part.end, by: progress).clamped
                .displayEffects(in: frame, all: moment.hasAllEffects, turns: turns)
        }
        return effects
    }
}

extension TransitionEffects {
    func interpolated(towards other: TransitionEffects, by part: Double) -> TransitionEffects {
        var effects = self
        effects.animatableData.interpolate(towards: other.animatableData, amount: part)
        return effects
    }

    /// As effects of a list, from the outside inwards: opacity, move, turn, size, blur.
    /// - Parameters:
    ///   - all: also those that change nothing.
    ///   - turns: the view turns at some moment.
    func displayEffects(in frame: Rect, all: Bool, turns: Bool = false) -> [DisplayEffect] {
        var effects: [DisplayEffect] = []
        if all || opacity < 1 { effects.append(.opacity(opacity)) }
        if all || offset != .zero { effects.append(.transform(.translation(x: offset.width, y: offset.height))) }
        let anchor = Point(x: frame.minX + anchor.x * frame.size.width, y: frame.minY + anchor.y * frame.size.height)
        if turns, all || rotation != .zero { effects.append(.rotation(rotation.radians, about: anchor)) }
        if all || scale != CGSize(width: 1, height: 1) {
            effects.append(.scale(x: scale.width, y: scale.height, about: anchor))
        }
        if all || blurRadius > 0 { effects.append(.blur(blurRadius)) }
        return effects
    }
}

extension Rect {
    func interpolated(towards other: Rect, by part: Double) -> Rect {
        func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
        return Rect(
            x: mix(minX, other.minX), y: mix(minY, other.minY), width: mix(size.width, other.size.width), height: mix(size.height, other.size.height))
    }
}
