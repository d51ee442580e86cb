import WidgetLayout

/// A rectangle of whole pixels.
struct PixelRect: Hashable {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int

    init(left: Int, top: Int, right: Int, bottom: Int) { (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom) }

    /// All pixels that a rectangle touches.
    /// - Parameter scale: pixels per point.
    init(_ rect: Rect, scale: Double) {
        // A pixel more on each side: what is drawn smoothly reaches over the edge.
        left = Int((rect.minX * scale).rounded(.down)) - 1
        top = Int((rect.minY * scale).rounded(.down)) - 1
        right = Int((rect.maxX * scale).rounded(.up)) + 1
        bottom = Int((rect.maxY * scale).rounded(.up)) + 1
    }

    var isEmpty: Bool { right <= left || bottom <= top }
    var area: Int { isEmpty ? 0 : (right - left) * (bottom - top) }

    func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelRect(left: min(left, other.left), top: min(top, other.top), right: max(right, other.right), bottom: max(bottom, other.bottom))
    }

    func intersection(_ other: PixelRect) -> PixelRect {
        PixelRect(left: max(left, other.left), top: max(top, other.top), right: min(right, other.right), bottom: min(bottom, other.bottom))
    }

    /// In points.
    func rect(scale: Double) -> Rect {
        Rect(x: Double(left) / scale, y: Double(top) / scale, width: Double(right - left) / scale, height: Double(bottom - top) / scale)
    }
}

/// Parts of a picture that are to be drawn anew.
struct PixelRegion: Hashable {
    /// They don't overlap.
    private(set) var rects: [PixelRect] = []

    /// Beyond this many, drawing one more rectangle costs more than the pixels between two of them.
    private static let mostRects = 8

    init() {}

    init(_ rect: Rect, scale: Double) { add(PixelRect(rect, scale: scale)) }

    var isEmpty: Bool { rects.isEmpty }

    mutating func add(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        var all = rect
        // Overlapping ones become one, which may overlap another.
        while let index = rects.firstIndex(where: { !$0.intersection(all).isEmpty }) { all = all.union(rects.remove(at: index)) }
        rects.append(all)
        if rects.count > Self.mostRects { mergeNearest() }
    }

    mutating func add(_ other: PixelRegion) { for rect in other.rects { add(rect) } }

    /// Joins the two whose union has the fewest pixels that are in neither.
    private mutating func mergeNearest() {
        var best: (first: Int, second: Int, waste: Int)?
        for first in rects.indices {
            for second in rects.indices where second > first {
                let waste = rects[first].union(rects[second]).area - rects[first].area - rects[second].area
                if waste < best?.waste ?? .max { best = (first, second, waste) }
            }
        }
        guard let best else { return }
        let union = rects[best.first].union(rects[best.second])
        rects.remove(at: best.second)
        rects.remove(at: best.first)
        add(union)
    }
}
