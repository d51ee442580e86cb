import Foundation

/// A moment of a scene.
struct SceneTime {
    let time: TimeInterval
    /// The moment whose nodes are in the list.
    let nodes: TimeInterval
    /// Effects that change nothing at the moment are in the list, too.
    let hasAllEffects: Bool

    init(_ time: TimeInterval) { (self.time, nodes, hasAllEffects) = (time, time, false) }

    /// A moment in a list that has the same nodes at all moments: those that are seen from `start` on.
    init(_ time: TimeInterval, since start: TimeInterval) { (self.time, nodes, hasAllEffects) = (time, start, true) }
}
