extension DisplayList {
    /// A rectangle around everything that the nodes inside a node may draw, in the coordinates outside of it.
    public func bounds(within index: Int) -> Rect {
        var bounds = Rect.zero
        for child in children(of: index) { bounds = bounds.union(extent(of: child)) }
        return bounds
    }

    /// A rectangle around everything that a node and the nodes inside of it may draw.
    public func extent(of index: Int) -> Rect {
        let node = nodes[index]
        var extent = node.frame
        if case .shape(let shape) = node.content {
            extent = extent.union(shape.bounds.inset(by: -(shape.stroke.map { $0.width * max(1, $0.miterLimit) } ?? 0)))
        }
        // Letters reach a little beyond their lines.
        if case .text = node.content { extent = extent.inset(by: -node.frame.size.height / 4) }
        let inner = bounds(within: index)
        if let mapping = node.effect?.mapping { return mapping.bounds(of: inner) }
        switch node.effect {
        case .blur(let radius): return inner.inset(by: -2 * radius)
        case .shadow(_, let radius, let offset):
            let shadow = Rect(origin: inner.origin + offset, size: inner.size).inset(by: -2 * radius)
            return inner.union(shadow)
        case .clip: return inner.intersection(node.frame)
        default: return node.effect == nil ? extent.union(inner) : inner
        }
    }
}
