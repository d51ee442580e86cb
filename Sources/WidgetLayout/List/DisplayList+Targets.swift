import WidgetCore

extension DisplayList {
    /// An action, and where it is seen.
    public struct Target: Sendable, Hashable {
        /// As ``DisplayNode/action`` has it.
        public var action: String
        /// In points of the list.
        public var frame: Rect
        /// The node that carries it.
        public var node: Int
    }

    /// All that can be tapped and is seen, in the order of drawing. Transforms and turns move it, clips and masks cut it.
    public var targets: [Target] {
        var targets: [Target] = []
        collect(within: nil, Projection(.identity), nil, into: &targets)
        return targets
    }

    private func collect(within parent: Int?, _ mapping: Projection, _ clip: Rect?, into targets: inout [Target]) {
        for child in children(of: parent) {
            let node = nodes[child]
            if let action = node.action {
                let frame = mapping.bounds(of: node.frame)
                let seen = clip.map { frame.intersection($0) } ?? frame
                if !seen.isEmpty { targets.append(Target(action: action, frame: seen, node: child)) }
            }
            guard node.end > child + 1 else { continue }
            var (inner, cut) = (mapping, clip)
            switch node.effect {
            case .clip:
                let bounds = mapping.bounds(of: node.frame)
                cut = clip?.intersection(bounds) ?? bounds
            case .opacity(let opacity) where opacity <= 0: continue
            default: if let own = node.effect?.mapping { inner = own.then(mapping) }
            }
            collect(within: child, inner, cut, into: &targets)
        }
    }

    /// The target at a point: the one in front.
    /// - Parameter isFinger: a target that is smaller than ``fingertip`` counts as that large, where no other one is.
    public func target(at point: Point, isFinger: Bool = false) -> Target? {
        let targets = targets
        if let hit = targets.last(where: { $0.frame.contains(point) }) { return hit }
        guard isFinger else { return nil }
        return targets.last { target in
            let width = max(target.frame.size.width, Self.fingertip)
            let height = max(target.frame.size.height, Self.fingertip)
            return Rect(x: target.frame.midX - width / 2, y: target.frame.midY - height / 2, width: width, height: height).contains(point)
        }
    }

    /// Points that a target should have for a finger, as Apple's Human Interface Guidelines say.
    public static let fingertip = 44.0

    /// The list with the nodes of a target as a finger presses them: fainter.
    public func pressing(_ node: Int) -> DisplayList {
        guard nodes.indices.contains(node) else { return self }
        var list = self
        let end = nodes[node].end
        for index in nodes.indices {
            if index < node { if nodes[index].end > node { list.nodes[index].end += 1 } } else { list.nodes[index].end += 1 }
        }
        var group = DisplayNode(id: DisplayID(node: .surface, part: DisplayPart.Surface.pressed), frame: nodes[node].frame, effect: .opacity(0.5))
        group.end = end + 1
        list.nodes.insert(group, at: node)
        return list
    }

    /// The list with a ring around a rectangle: where the keyboard is.
    public func focusing(_ frame: Rect, color: ResolvedColor) -> DisplayList {
        var list = self
        let outline = Outline.continuousRectangle(frame.inset(by: -2), radius: 8)
        var ring = DisplayNode(id: DisplayID(node: .surface, part: DisplayPart.Surface.focus), frame: frame.inset(by: -4))
        ring.content = .shape(DisplayShape(outline, paint: .color(color), stroke: ViewShape.Stroke(width: 2)))
        ring.end = nodes.count + 1
        list.nodes.append(ring)
        return list
    }
}

extension Rect {
    public func contains(_ point: Point) -> Bool { point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY }
}
