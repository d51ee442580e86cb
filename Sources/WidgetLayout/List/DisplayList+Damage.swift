import WidgetCore

extension DisplayList {
    /// A rectangle around all that looks different since another list was drawn; empty: nothing does.
    public func damage(since old: DisplayList) -> Rect {
        if size != old.size || scale != old.scale { return Rect(origin: .zero, size: size).union(Rect(origin: .zero, size: old.size)) }
        var damage = difference(of: nil, and: nil, in: old)
        guard !damage.isEmpty else { return .zero }
        // A material shows what lies below it, from as far as its blur reaches.
        for node in nodes {
            guard case .material = node.effect else { continue }
            let reach = node.frame.inset(by: -2 * DisplayEffect.materialBlur)
            if !reach.intersection(damage).isEmpty { damage = damage.union(node.frame) }
        }
        return damage
    }

    /// The part within two nodes that differs, in the coordinates inside them; nil: within the whole lists.
    private func difference(of new: Int?, and past: Int?, in old: DisplayList) -> Rect {
        var damage = Rect.zero
        var rest = old.children(of: past)
        for child in children(of: new) {
            let id = nodes[child].id
            // Nodes that both have are in the same order in almost all lists. One that was passed over counts as gone.
            var search = rest
            var skipped: [Int] = []
            var match: Int?
            while let candidate = search.next() {
                if old.nodes[candidate].id == id {
                    match = candidate
                    break
                }
                skipped.append(candidate)
            }
            guard let match else {
                damage = damage.union(extent(of: child))
                continue
            }
            rest = search
            for index in skipped { damage = damage.union(old.extent(of: index)) }
            damage = damage.union(difference(between: child, and: match, in: old))
        }
        while let index = rest.next() { damage = damage.union(old.extent(of: index)) }
        return damage
    }

    private func difference(between new: Int, and past: Int, in old: DisplayList) -> Rect {
        let (node, other) = (nodes[new], old.nodes[past])
        guard node.effect == other.effect, node.content == other.content, node.frame == other.frame || node.content == nil && node.effect == nil else {
            return extent(of: new).union(old.extent(of: past))
        }
        let inner = difference(of: new, and: past, in: old)
        guard !inner.isEmpty else { return .zero }
        return node.effect.map { reach(of: inner, through: $0, frame: node.frame) } ?? inner
    }
}
