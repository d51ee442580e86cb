import WidgetCore
import WidgetLayout

extension DisplayList {
    /// The nodes of a view and of the views in it that lie beside each other; nil: it draws nothing.
    func range(of view: NodeID, in archive: ViewArchive) -> Range<Int>? {
        let ids = archive.family(of: view)
        guard let first = nodes.firstIndex(where: { ids.contains($0.id.node) }) else { return nil }
        var end = nodes[first].end
        while end < nodes.count, ids.contains(nodes[end].id.node) { end = nodes[end].end }
        return first..<end
    }

    /// The nodes of a view that lie within one of its modifiers; nil: there are none.
    /// - Parameter part: the modifier's number. Those with larger ones lie around it.
    func range(of view: NodeID, within part: Int, in archive: ViewArchive) -> Range<Int>? {
        guard var range = range(of: view, in: archive) else { return nil }
        while let first = range.first, nodes[first].id.node == view, nodes[first].id.part > part, nodes[first].id.part < DisplayID.firstControlPart {
            range = (first + 1)..<nodes[first].end
        }
        return range.isEmpty ? nil : range
    }

    /// The node in which each lies; nil: none.
    var parents: [Int?] {
        var parents: [Int?] = []
        var open: [Int] = []
        for (index, node) in nodes.enumerated() {
            while let last = open.last, nodes[last].end <= index { open.removeLast() }
            parents.append(open.last)
            if node.end > index + 1 { open.append(index) }
        }
        return parents
    }
}

extension Collection<DisplayNode> {
    /// The rectangle around all nodes.
    var frame: Rect { dropFirst().reduce(first?.frame ?? .zero) { $0.union($1.frame) } }

    /// Whether all that is drawn are symbols.
    var areSymbols: Bool {
        let contents = compactMap(\.content)
        return !contents.isEmpty && contents.allSatisfy { if case .shape(let shape) = $0 { !shape.symbol.isEmpty } else { false } }
    }
}

extension ViewArchive {
    /// A view and all views in it.
    fileprivate func family(of view: NodeID) -> Set<NodeID> {
        guard let first = nodes.firstIndex(where: { $0.id == view }) else { return [] }
        var ids: Set<NodeID> = [view]
        var members: Set<Int> = [first]
        for (index, node) in nodes.enumerated().dropFirst(first + 1) {
            guard members.contains(node.parent) else { continue }
            members.insert(index)
            if let id = node.id { ids.insert(id) }
        }
        return ids
    }

    /// The content transition of each view: its own, or that of a view around it.
    var contentTransitions: [NodeID: ViewContentTransition] {
        var transitions: [ViewContentTransition?] = []
        var result: [NodeID: ViewContentTransition] = [:]
        for (index, node) in nodes.enumerated() {
            var own = transitions.indices.contains(node.parent) && index > 0 ? transitions[node.parent] : nil
            for case .contentTransition(let transition) in node.modifiers { own = transition }
            transitions.append(own)
            if let id = node.id, let own { result[id] = own }
        }
        return result
    }

    /// The matched geometry of a view, or of the first view in it that has one.
    func matchedKey(of view: NodeID) -> MatchedGeometryKey? {
        let ids = family(of: view)
        for node in nodes where node.id.map(ids.contains) ?? false {
            for case .matchedGeometry(let key) in node.modifiers { return key }
        }
        return nil
    }
}

/// The views of an archive by their matched geometry.
struct MatchedViews {
    private let archive: ViewArchive
    private let list: DisplayList

    init(_ archive: ViewArchive, _ list: DisplayList) { (self.archive, self.list) = (archive, list) }

    /// Where the view of a group lies; nil: there is none.
    func frame(of key: MatchedGeometryKey?) -> Rect? {
        guard let key else { return nil }
        for node in archive.nodes {
            for case .matchedGeometry(let own) in node.modifiers where own.digest == key.digest {
                if let id = node.id, let range = list.range(of: id, in: archive) { return list.nodes[range].frame }
            }
        }
        return nil
    }
}

extension DisplayEffect {
    /// The effect of the same kind that changes nothing; nil: there is none.
    var neutral: DisplayEffect? {
        switch self {
        case .opacity: .opacity(1)
        case .transform: .transform(.identity)
        case .rotation(_, let anchor): .rotation(0, about: anchor)
        case .scale(_, _, let anchor): .scale(x: 1, y: 1, about: anchor)
        case .spatialRotation(let turn): .spatialRotation(turn.turned(to: 0))
        case .projection: .projection(Projection(.identity))
        case .blur: .blur(0)
        case .shadow(let color, _, _):
            .shadow(ResolvedColor(red: color.red, green: color.green, blue: color.blue, alpha: 0), radius: 0, offset: .zero)
        case .color: .color(ColorMatrix([1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]))
        case .clip, .material, .blend, .group, .mask: nil
        }
    }
}
