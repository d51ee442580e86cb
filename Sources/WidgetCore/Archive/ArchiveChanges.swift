/// The changes from one archive to the next, each with its animation: the rules by which surfaces show an update.
///
/// - A view that is in both archives is matched by its identity. The others come or leave, with their transitions.
/// - The innermost animation rule around a change whose value differs decides how it is animated. Otherwise the animation of the whole change does.
/// - A view that comes or leaves takes the views in it along.
public struct ArchiveChanges: Sendable, Hashable {
    /// One change of a view.
    public struct Change: Sendable, Hashable {
        public enum Kind: Sendable, Hashable {
            case insertion(ViewTransition)
            case removal(ViewTransition)
            case content(ViewContentTransition)
            /// The modifiers at these places of the new archive's node.
            case modifiers([Int])
        }

        public var node: NodeID
        public var kind: Kind
        /// Nil: it jumps.
        public var animation: ViewAnimation?
    }

    /// In the order of the new archive's nodes, and then those of the old one that leave.
    public private(set) var changes: [Change] = []
    /// The animation of each view that is in both archives, where a change of others moves it; nil: it jumps.
    public private(set) var placements: [NodeID: ViewAnimation?] = [:]

    /// The animation of a change for which no rule holds.
    public let animation: ViewAnimation?

    /// - Parameter animation: of a change for which no rule holds. A widget's update has the default animation; nil: it jumps.
    public init(from old: ViewArchive, to new: ViewArchive, animation: ViewAnimation? = ViewAnimation(.automatic)) {
        self.animation = animation
        let (before, after) = (Side(old), Side(new))
        for index in new.nodes.indices {
            guard let id = after.id(index) else { continue }
            guard let match = before.nodes[id] else {
                // A view that comes takes the views in it along.
                if let parent = after.parent(index), after.id(parent).map({ before.nodes[$0] == nil }) ?? false { continue }
                changes.append(
                    Change(
                        node: id, kind: .insertion(after.transition(index)),
                        animation: after.animation(at: index, before: before, modifier: nil, or: animation)))
                continue
            }
            let (node, past) = (new.nodes[index], old.nodes[match])
            placements[id] = .some(after.animation(at: index, before: before, modifier: nil, or: animation))
            if node.content != past.content {
                changes.append(
                    Change(
                        node: id, kind: .content(after.contentTransition(index)),
                        animation: after.animation(at: index, before: before, modifier: nil, or: animation)))
            }
            var byAnimation: [(animation: ViewAnimation?, modifiers: [Int])] = []
            for place in Side.changed(node.modifiers, past.modifiers) {
                let own = after.animation(at: index, before: before, modifier: place, or: animation)
                if let known = byAnimation.firstIndex(where: { $0.animation == own }) {
                    byAnimation[known].modifiers.append(place)
                } else {
                    byAnimation.append((own, [place]))
                }
            }
            changes += byAnimation.map { Change(node: id, kind: .modifiers($0.modifiers), animation: $0.animation) }
        }
        for index in old.nodes.indices {
            guard let id = before.id(index), after.nodes[id] == nil else { continue }
            if let parent = before.parent(index), before.id(parent).map({ after.nodes[$0] == nil }) ?? false { continue }
            changes.append(
                Change(
                    node: id, kind: .removal(before.transition(index)),
                    animation: before.leavingAnimation(at: index, after: after, or: animation)))
        }
    }
}

/// One of the two archives.
private struct Side {
    let archive: ViewArchive
    /// By their identities.
    let nodes: [NodeID: Int]
    /// By the identities of the places where `.id()` stands.
    let places: [NodeID: Int]

    init(_ archive: ViewArchive) {
        self.archive = archive
        var (nodes, places): ([NodeID: Int], [NodeID: Int]) = ([:], [:])
        for (index, node) in archive.nodes.enumerated() {
            if let id = node.id { nodes[id] = index }
            for case .identity(let place) in node.modifiers { places[place] = index }
        }
        self.nodes = nodes
        self.places = places
    }

    func id(_ index: Int) -> NodeID? { archive.nodes[index].id }

    func parent(_ index: Int) -> Int? {
        let parent = archive.nodes[index].parent
        return index > 0 && (0..<index).contains(parent) ? parent : nil
    }

    /// Its own, or a fade.
    func transition(_ index: Int) -> ViewTransition {
        for case .transition(let transition) in archive.nodes[index].modifiers { return transition }
        return .opacity
    }

    /// The view's own, or that of a view around it.
    func contentTransition(_ index: Int) -> ViewContentTransition {
        var next: Int? = index
        while let node = next {
            for case .contentTransition(let transition) in archive.nodes[node].modifiers { return transition }
            next = parent(node)
        }
        return .automatic
    }

    /// The places of the modifiers that differ, without those that only say how things change.
    static func changed(_ new: [ViewModifier], _ old: [ViewModifier]) -> [Int] {
        let (new, old) = (new.enumerated().filter { !$0.element.isOfMotion }, old.filter { !$0.isOfMotion })
        return new.enumerated().compactMap { position, modifier in
            position < old.count && old[position] == modifier.element ? nil : modifier.offset
        }
    }

    /// The animation of a change in a node.
    /// - Parameter modifier: the place of the modifier that changes; nil: the content, or the view as a whole.
    func animation(at index: Int, before: Side, modifier: Int?, or animation: ViewAnimation?) -> ViewAnimation? {
        var node: Int? = index
        var place = modifier
        while let current = node {
            let modifiers = archive.nodes[current].modifiers
            for (position, candidate) in modifiers.enumerated() where position > place ?? -1 {
                guard case .animation(let rule) = candidate else { continue }
                // A rule for its own modifiers holds for none that stands before them, nor for the content.
                if let count = rule.modifiers, !(place.map { $0 >= position - count } ?? false) { continue }
                if before.ruleChanged(rule, at: position, of: current, in: self) { return rule.animation }
            }
            node = parent(current)
            place = nil
        }
        return animation
    }

    /// As ``animation(at:before:modifier:or:)``, for a view that is only in this side.
    func leavingAnimation(at index: Int, after: Side, or animation: ViewAnimation?) -> ViewAnimation? {
        // The rules are those of the new archive, around the place that the view has left.
        for case .identity(let place) in archive.nodes[index].modifiers {
            if let there = after.places[place] { return after.animation(at: there, before: self, modifier: nil, or: animation) }
        }
        var node = parent(index)
        while let current = node {
            if let id = id(current), let there = after.nodes[id] { return after.animation(at: there, before: self, modifier: nil, or: animation) }
            node = parent(current)
        }
        return animation
    }

    /// Whether the value that a rule of the other side watches is another one here. A rule that wasn't here, in a view that was, has changed too.
    func ruleChanged(_ rule: AnimationRule, at position: Int, of node: Int, in other: Side) -> Bool {
        let modifiers = other.archive.nodes[node].modifiers
        var match = other.id(node).flatMap { nodes[$0] }
        // Behind the marker of `.id()` the place counts, and not the view in it.
        for (index, modifier) in modifiers.enumerated() where index < position {
            if case .identity(let place) = modifier { match = places[place] }
        }
        guard let match else { return false }
        let number = modifiers[..<position].count { if case .animation = $0 { true } else { false } }
        let rules = archive.nodes[match].modifiers.compactMap { if case .animation(let rule) = $0 { rule } else { nil } }
        return number >= rules.count || rules[number].digest != rule.digest
    }
}

extension ViewModifier {
    /// The modifier says how things change, and changes nothing by itself.
    fileprivate var isOfMotion: Bool {
        switch self {
        case .animation, .transition, .contentTransition, .identity, .geometryGroup, .drawingGroup, .animator: true
        default: false
        }
    }
}
