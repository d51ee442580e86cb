package import WidgetCore

extension Rect {
    /// The rectangle with the properties of another one that a matched geometry shares: the place of its anchor, its size, or both.
    package func matched(to other: Rect, by key: MatchedGeometryKey) -> Rect {
        let size = key.matchesSize ? other.size : size
        let source = key.matchesPosition ? other : self
        let anchor = Point(x: source.minX + source.size.width * key.anchor.x, y: source.minY + source.size.height * key.anchor.y)
        return Rect(x: anchor.x - key.anchor.x * size.width, y: anchor.y - key.anchor.y * size.height, width: size.width, height: size.height)
    }
}
