import Foundation
import Motion
import WidgetLayout

/// The motions of one node.
struct NodeMotion {
    /// Of its numbers, from what they were to what they are.
    var numbers: Animator<NumberVector>?
    /// Of what it draws, when that becomes another thing.
    var content: ContentMotion?
    /// Keyframes, which its numbers follow beside all else.
    var course: KeyframeCourse?

    func nextChange(after time: TimeInterval) -> TimeInterval? {
        [numbers?.nextChange(after: time), content?.nextChange(after: time), course?.nextChange(after: time)].compactMap(\.self).min()
    }

    /// When each motion is over.
    var ends: [TimeInterval] { [numbers?.end, content?.end, course?.end].compactMap(\.self) }

    /// The node as it is seen at a moment.
    func shown(_ node: DisplayNode, at time: TimeInterval) -> DisplayNode {
        let frame = numbers?.frame(at: time)
        let own = frame.flatMap { $0.isAnimating ? $0.value : nil }
        guard let course, time < course.end else { return own.map(node.with) ?? node }
        return node.with((own ?? node.vector) + course.offset(at: time))
    }
}

/// The way of a node's numbers along keyframes, each a frame of ``SceneMotion/rate`` after the one before.
struct KeyframeCourse {
    private let start: TimeInterval
    private let offsets: [NumberVector]

    /// - Parameter keyframes: the node at each; nil is given where they have no numbers in common, or nothing moves.
    init?(_ keyframes: [DisplayNode], from start: TimeInterval) {
        guard let last = keyframes.last, keyframes.allSatisfy({ $0.isLike(last) }) else { return nil }
        let (vectors, end) = (keyframes.map(\.vector), last.vector)
        guard vectors.contains(where: { $0 != end }) else { return nil }
        self.start = start
        offsets = vectors.map { $0 - end }
    }

    var end: TimeInterval { start + Double(offsets.count - 1) / SceneMotion.rate }

    /// What the numbers have more than at the end of the keyframes.
    func offset(at time: TimeInterval) -> NumberVector {
        let place = min(max(0, (time - start) * SceneMotion.rate), Double(offsets.count - 1))
        let (index, part) = (Int(place), place - place.rounded(.down))
        guard part > 0 else { return offsets[index] }
        return offsets[index] + (offsets[index + 1] - offsets[index]).scaled(by: part)
    }

    func nextChange(after time: TimeInterval) -> TimeInterval? { time < end ? max(time, start) : nil }
}
