extension DisplayList {
    /// A rectangle around everything that the nodes inside a node may draw, in the coordinates outside of it.
    public func bounds(within index: Int) -> Rect {
        var bounds = Rect.zero
        for child in children(of: index) { bounds = bounds.union(extent(of: child)) }
        return bounds
    }

    /// A rectangle around all that a node and the nodes inside it may draw, in the coordinates outside of it.
    public func extent(of index: Int) -> Rect {
        let node = nodes[index]
        let inner = bounds(within: index)
        guard let effect = node.effect else { return contentExtent(of: index).union(inner) }
        return reach(of: inner, through: effect, frame: node.frame)
    }

    /// A rectangle around all that a node itself may draw.
    public func contentExtent(of index: Int) -> Rect {
        let node = nodes[index]
        switch node.content {
        case .shape(let shape): return node.frame.union(shape.bounds.inset(by: -(shape.stroke.map { $0.width * max(1, $0.miterLimit) } ?? 0)))
        // Letters reach a little beyond their lines.
        case .text: return node.frame.inset(by: -node.frame.size.height / 4)
        case .picture, nil: return node.frame
        }
    }

    /// How far something within an effect reaches outside of it.
    func reach(of inner: Rect, through effect: DisplayEffect, frame: Rect) -> Rect {
        if let mapping = effect.mapping { return mapping.bounds(of: inner) }
        return switch effect {
        case .blur(let radius): inner.inset(by: -2 * radius)
        case .shadow(_, let radius, let offset): inner.union(Rect(origin: inner.origin + offset, size: inner.size).inset(by: -2 * radius))
        case .clip: inner.intersection(frame)
        default: inner
        }
    }
}
