import WidgetCore

extension DisplayList {
    /// One list of several, each with its top left corner at a point.
    /// - Parameter background: behind them all; nil: nothing.
    public static func composed(_ parts: [(list: DisplayList, origin: Point)], size: Size, scale: Double, background: Paint? = nil) -> DisplayList {
        var all = DisplayList(size: size, scale: scale)
        func id(_ part: Int) -> DisplayID { DisplayID(node: .surface, part: part) }
        let room = Rect(origin: .zero, size: size)
        if let background {
            var node = DisplayNode(id: id(DisplayPart.Composition.ground), frame: room, content: .shape(DisplayShape(.rectangle(room), paint: background)))
            node.end = 1
            all.nodes.append(node)
        }
        for (number, part) in parts.enumerated() {
            let first = all.nodes.count + 1
            var group = DisplayNode(
                id: id(DisplayPart.Composition.list(number)), frame: Rect(origin: part.origin, size: part.list.size),
                effect: .transform(.translation(x: part.origin.x, y: part.origin.y)))
            group.end = first + part.list.nodes.count
            all.nodes.append(group)
            for var node in part.list.nodes {
                node.end += first
                all.nodes.append(node)
            }
            if let tick = part.list.nextTick { all.nextTick = min(all.nextTick ?? tick, tick) }
        }
        return all
    }

    /// The list seen a factor larger.
    public func scaled(by factor: Double) -> DisplayList {
        var list = self
        list.size = Size(width: size.width * factor, height: size.height * factor)
        list.nodes = nodes.map { node in
            var node = node
            node.end += 1
            return node
        }
        var group = DisplayNode(
            id: DisplayID(node: .surface, part: DisplayPart.Composition.scaled), frame: Rect(origin: .zero, size: list.size),
            effect: .transform(.scale(x: factor, y: factor)))
        group.end = nodes.count + 1
        list.nodes.insert(group, at: 0)
        return list
    }
}
