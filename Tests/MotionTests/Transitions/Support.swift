import Foundation
import Motion

/// A view of 100 by 50 points, read from left to right, in a window.
let window = TransitionContext(size: CGSize(width: 100, height: 50))
/// The same view in a widget.
let widget = TransitionContext(size: CGSize(width: 100, height: 50), isWidget: true)
/// The same view where it is read from right to left.
let mirrored = TransitionContext(size: CGSize(width: 100, height: 50), layoutDirection: .rightToLeft)

let phases: [TransitionPhase] = [.willAppear, .identity, .didDisappear]

extension Transition {
    /// The effects of the transition's parts in each phase.
    func table(in context: TransitionContext = window) -> [[TransitionEffects]] {
        phases.map { layers(phase: $0, in: context).map(\.effects) }
    }
}

func moved(_ x: CGFloat, _ y: CGFloat, opacity: Double = 1) -> TransitionEffects {
    TransitionEffects(opacity: opacity, offset: CGSize(width: x, height: y))
}

func scaled(_ factor: CGFloat, anchor: UnitPoint = .center, opacity: Double = 1, blur: CGFloat = 0) -> TransitionEffects {
    TransitionEffects(opacity: opacity, scale: CGSize(width: factor, height: factor), anchor: anchor, blurRadius: blur)
}

let faded = TransitionEffects(opacity: 0)
