import WidgetCore
import WidgetLayout

/// A list, the archive that it was made of, and the identities of its nodes.
struct SceneList {
    let archive: ViewArchive
    let list: DisplayList
    let keys: [NodeKey]

    init(_ archive: ViewArchive, _ list: DisplayList) {
        (self.archive, self.list) = (archive, list)
        var counts: [DisplayID: Int] = [:]
        keys = list.nodes.map { node in
            defer { counts[node.id, default: 0] += 1 }
            return NodeKey(id: node.id, number: counts[node.id] ?? 0)
        }
    }

    /// The nodes of a view; nil: it draws nothing.
    func range(of view: NodeID) -> Range<Int>? { list.range(of: view, in: archive) }
}

/// A node's identity within a list. Parts of controls may share an id.
struct NodeKey: Hashable {
    let id: DisplayID
    let number: Int
}
