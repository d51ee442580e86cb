import Foundation
import Motion
import WidgetLayout

/// An effect that a view has lost, on the way to one that changes nothing.
struct FadingEffect {
    let id: DisplayID
    /// The nodes that it is around.
    var range: Range<Int>
    private let node: DisplayNode
    let numbers: Animator<NumberVector>

    /// Nil: the effect has none of its kind that changes nothing.
    /// - Parameters:
    ///   - node: as it was.
    ///   - numbers: those that it has had so far, if they moved.
    init?(_ node: DisplayNode, around range: Range<Int>, numbers: Animator<NumberVector>?, _ animation: Animation, at time: TimeInterval) {
        guard let neutral = node.effect?.neutral else { return nil }
        var end = node
        end.effect = neutral
        guard end.isLike(node) else { return nil }
        (id, self.range, self.node) = (node.id, range, end)
        self.numbers = numbers ?? Animator(node.vector, limit: AnimatorLimits.widget)
        self.numbers.set(end.vector, at: time, transaction: Transaction(animation: animation))
    }

    var end: TimeInterval { numbers.end ?? -.infinity }

    /// The node with the effect as it is at a moment.
    func node(at time: TimeInterval) -> DisplayNode { node.with(numbers.frame(at: time).value) }
}
