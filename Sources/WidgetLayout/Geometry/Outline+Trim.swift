extension Outline {
    /// The part of the outline from one fraction of its length to another.
    package func trimmed(from start: Double, to end: Double) -> Outline {
        let (start, end) = (min(1, max(0, start)), min(1, max(0, end)))
        guard start < end else { return Outline() }
        if start == 0, end == 1 { return self }
        let segments = segments
        let length = segments.reduce(0) { $0 + $1.length }
        guard length > 0 else { return Outline() }
        var trimmed = Outline()
        var before = 0.0
        var last: Point?
        for segment in segments {
            defer { before += segment.length }
            let (low, high) = ((start * length - before) / segment.length, (end * length - before) / segment.length)
            guard segment.length > 0, high > 0, low < 1 else { continue }
            let part = segment.part(from: segment.parameter(atLength: max(0, low)), to: segment.parameter(atLength: min(1, high)))
            if last != part.start { trimmed.move(to: part.start) }
            part.isStraight
                ? trimmed.line(to: part.end) : trimmed.curve(to: part.end, control1: part.control1, control2: part.control2)
            last = part.end
        }
        return trimmed
    }

    private var segments: [Segment] {
        var segments: [Segment] = []
        var (current, first) = (Point.zero, Point.zero)
        func add(_ end: Point) {
            if end != current { segments.append(Segment(from: current, to: end)) }
            current = end
        }
        for element in elements {
            switch element {
            case .move(let point): (current, first) = (point, point)
            case .line(let point): add(point)
            case .curve(let point, let control1, let control2):
                segments.append(Segment(from: current, to: point, control1: control1, control2: control2))
                current = point
            case .close: add(first)
            }
        }
        return segments
    }
}

/// A line or a curve of an outline.
private struct Segment {
    let start: Point
    let end: Point
    let control1: Point
    let control2: Point
    let isStraight: Bool
    /// The length up to each of ``steps`` equal steps of the parameter; the last is the whole.
    private let lengths: [Double]

    private static let steps = 32

    var length: Double { lengths.last ?? 0 }

    init(from start: Point, to end: Point) {
        (self.start, self.end, control1, control2, isStraight) = (start, end, start, end, true)
        lengths = [Self.distance(start, end)]
    }

    init(from start: Point, to end: Point, control1: Point, control2: Point) {
        (self.start, self.end, self.control1, self.control2, isStraight) = (start, end, control1, control2, false)
        var (total, last) = (0.0, start)
        var lengths: [Double] = []
        for step in 1...Self.steps {
            let next = Self.point(start, control1, control2, end, at: Double(step) / Double(Self.steps))
            total += Self.distance(last, next)
            lengths.append(total)
            last = next
        }
        self.lengths = lengths
    }

    /// The curve's parameter where a fraction of its length has passed.
    func parameter(atLength fraction: Double) -> Double {
        if isStraight || fraction <= 0 || fraction >= 1 { return fraction }
        let wanted = fraction * length
        let step = lengths.firstIndex { $0 >= wanted } ?? Self.steps - 1
        let before = step == 0 ? 0 : lengths[step - 1]
        return (Double(step) + (wanted - before) / max(1e-12, lengths[step] - before)) / Double(Self.steps)
    }

    func part(from low: Double, to high: Double) -> Segment {
        if isStraight { return Segment(from: Self.mix(start, end, low), to: Self.mix(start, end, high)) }
        if low <= 0, high >= 1 { return self }
        let upper = split(at: high).0
        return high > 0 ? upper.split(at: low / high).1 : upper
    }

    /// De Casteljau's way to cut a curve in two.
    private func split(at t: Double) -> (Segment, Segment) {
        let (a, b, c) = (Self.mix(start, control1, t), Self.mix(control1, control2, t), Self.mix(control2, end, t))
        let (d, e) = (Self.mix(a, b, t), Self.mix(b, c, t))
        let middle = Self.mix(d, e, t)
        return (Segment(from: start, to: middle, control1: a, control2: d), Segment(from: middle, to: end, control1: e, control2: c))
    }

    private static func mix(_ a: Point, _ b: Point, _ t: Double) -> Point { Point(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t) }

    private static func distance(_ a: Point, _ b: Point) -> Double { ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot() }

    private static func point(_ a: Point, _ b: Point, _ c: Point, _ d: Point, at t: Double) -> Point {
        let s = 1 - t
        let (p, q, r, u) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        return Point(x: p * a.x + q * b.x + r * c.x + u * d.x, y: p * a.y + q * b.y + r * c.y + u * d.y)
    }
}
