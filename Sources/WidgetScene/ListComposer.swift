import Foundation
import WidgetLayout

/// Builds a list in preorder: groups are opened and closed around their nodes.
struct ListComposer {
    private(set) var list: DisplayList
    /// The outermost nodes that are on their way out.
    private(set) var departed: Set<Int> = []
    private var open: [Int] = []

    /// A list with the size and the next tick of another one.
    init(like list: DisplayList) {
        self.list = list
        self.list.nodes.removeAll(keepingCapacity: true)
    }

    mutating func open(_ node: DisplayNode) {
        open.append(list.nodes.count)
        list.nodes.append(node)
    }

    mutating func close() { if let index = open.popLast() { list.nodes[index].end = list.nodes.count } }

    /// The next node is on its way out.
    mutating func departs() { departed.insert(list.nodes.count) }

    /// Adds a node without nodes in it.
    mutating func add(_ node: DisplayNode, within effects: [DisplayEffect] = []) {
        open(effects, around: node)
        open(node)
        for _ in 0...effects.count { close() }
    }

    /// Opens a group for each effect, from the outside inwards.
    mutating func open(_ effects: [DisplayEffect], around node: DisplayNode) {
        for (number, effect) in effects.enumerated() {
            open(DisplayNode(id: DisplayID(node: node.id.node, part: -1 - number), frame: node.frame, effect: effect))
        }
    }

    /// Adds nodes whose ends count from the first of them.
    mutating func add(_ nodes: [DisplayNode]) {
        let shift = list.nodes.count
        for var node in nodes {
            node.end += shift
            list.nodes.append(node)
        }
    }
}

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
