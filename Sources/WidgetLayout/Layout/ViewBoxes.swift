public import WidgetCore

/// The boxes of one view for surfaces of certain traits, before they are laid out.
public struct ViewBoxes: Sendable {
    private let tree: LayoutTree
    private let grid: PixelGrid

    init(tree: LayoutTree, grid: PixelGrid) { (self.tree, self.grid) = (tree, grid) }

    /// The size that the view takes.
    /// - Parameters:
    ///   - width: what it is offered; nil: its ideal width, infinite: its largest.
    ///   - height: as `width`.
    public func size(width: Double?, height: Double?) -> Size {
        var engine = LayoutEngine(tree, grid: grid)
        return engine.size(of: 0, in: ProposedSize(width: width, height: height))
    }

    /// Where views lie in a room, with the whole in its middle.
    /// - Parameter modifiers: the views that are wanted, each with so many of its modifiers; nil: all views, with all their modifiers.
    public func frames(in room: Size, modifiers: [NodeID: Int]? = nil) -> [NodeID: Rect] {
        let frames = LayoutEngine.frames(of: tree, in: room, grid: grid)
        let whole = frames.frames.first.flatMap { $0 } ?? .zero
        let origin = Point(x: (room.width - whole.size.width) / 2, y: (room.height - whole.size.height) / 2)
        var result: [NodeID: Rect] = [:]
        // The outermost box of a view comes first. Not every modifier has one.
        for (item, frame) in zip(tree.items, frames.frames) where result[item.source.node] == nil {
            if let modifiers, !(modifiers[item.source.node].map { item.source.part <= $0 } ?? false) { continue }
            if let frame { result[item.source.node] = Rect(origin: frame.origin + origin, size: frame.size) }
        }
        return result
    }

    /// Lays all boxes out in a room.
    /// - Returns: the size that the view takes of it.
    public func layOut(in room: Size) -> Size { LayoutEngine.frames(of: tree, in: room, grid: grid).frames.first.flatMap { $0?.size } ?? .zero }
}
