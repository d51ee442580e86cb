extension Outline {
    /// The outline of closed contours with its edges moved outwards; those of holes, which run the other way, make the hole smaller.
    ///
    /// Each point moves along the middle of the directions before and behind it, also the control points of curves. So the outline keeps its elements.
    /// - Parameter distance: in points; a negative one moves the edges inwards. It must be small beside the outline's parts.
    func grown(by distance: Double) -> Outline {
        guard distance != 0 else { return self }
        var result = Outline()
        for contour in contours {
            var points = contour.flatMap { elements[$0].path }
            // Where a contour ends at its beginning, that point stands twice.
            let isTwice = points.count > 1 && points.first == points.last
            if isTwice { points.removeLast() }
            var moved = Outline.grown(points, by: distance)
            if isTwice, let first = moved.first { moved.append(first) }
            var next = 0
            for index in contour {
                let count = elements[index].path.count
                switch elements[index] {
                case .move: result.move(to: moved[next])
                case .line: result.line(to: moved[next])
                case .curve: result.curve(to: moved[next + 2], control1: moved[next], control2: moved[next + 1])
                case .close: result.close()
                }
                next += count
            }
        }
        return result
    }

    /// The outline with its contours in the other direction, so that a form becomes a hole.
    var reversed: Outline {
        var result = Outline()
        for contour in contours {
            var end = elements[contour.upperBound - 1].path.isEmpty ? contour.upperBound - 2 : contour.upperBound - 1
            guard end >= contour.lowerBound, let last = elements[end].path.last else { continue }
            result.move(to: last)
            while end > contour.lowerBound {
                guard let before = elements[end - 1].path.last else { break }
                if case .curve(_, let control1, let control2) = elements[end] {
                    result.curve(to: before, control1: control2, control2: control1)
                } else {
                    result.line(to: before)
                }
                end -= 1
            }
            result.close()
        }
        return result
    }

    /// The part on one side of a line, with straight pieces for curves.
    /// - Parameter distance: of a point from the line; it is positive on the side that stays.
    func clipped(to distance: (Point) -> Double) -> Outline {
        var result = Outline()
        for contour in contours {
            let corners = self.corners(of: contour)
            var kept: [Point] = []
            for (index, point) in corners.enumerated() {
                let before = corners[index == 0 ? corners.count - 1 : index - 1]
                let (from, to) = (distance(before), distance(point))
                if (from > 0) != (to > 0) {
                    let part = from / (from - to)
                    kept.append(Point(x: before.x + (point.x - before.x) * part, y: before.y + (point.y - before.y) * part))
                }
                if to > 0 { kept.append(point) }
            }
            guard kept.count > 2 else { continue }
            result.move(to: kept[0])
            for point in kept.dropFirst() { result.line(to: point) }
            result.close()
        }
        return result
    }

    /// The elements of each contour.
    private var contours: [Range<Int>] {
        var starts = elements.indices.filter { if case .move = elements[$0] { true } else { false } }
        starts.append(elements.count)
        return zip(starts, starts.dropFirst()).map { $0..<$1 }
    }

    private func corners(of contour: Range<Int>) -> [Point] {
        var corners: [Point] = []
        for element in elements[contour] {
            guard case .curve(let end, let control1, let control2) = element, let start = corners.last else {
                corners += element.path
                continue
            }
            for step in 1...Outline.pieces {
                let (t, s) = (Double(step) / Double(Outline.pieces), 1 - Double(step) / Double(Outline.pieces))
                let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
                corners.append(
                    Point(
                        x: a * start.x + b * control1.x + c * control2.x + d * end.x, y: a * start.y + b * control1.y + c * control2.y + d * end.y))
            }
        }
        return corners
    }

    /// As many straight pieces stand for a curve where an outline is clipped.
    private static let pieces = 8

    private static func grown(_ points: [Point], by distance: Double) -> [Point] {
        guard points.count > 2 else { return points }
        func direction(_ index: Int, _ step: Int) -> Point? {
            var other = index
            for _ in points.indices {
                other = (other + step + points.count) % points.count
                let (x, y) = (points[other].x - points[index].x, points[other].y - points[index].y)
                let length = (x * x + y * y).squareRoot()
                if length > 1e-6 { return Point(x: Double(step) * x / length, y: Double(step) * y / length) }
            }
            return nil
        }
        return points.indices.map { index in
            guard let before = direction(index, -1), let behind = direction(index, 1) else { return points[index] }
            // Left of the direction is outside. A sharp corner moves twice as far as an edge at most.
            let (x, y) = (before.y + behind.y, -before.x - behind.x)
            let factor = distance / max(0.5, 1 + before.x * behind.x + before.y * behind.y)
            return Point(x: points[index].x + x * factor, y: points[index].y + y * factor)
        }
    }
}

extension Outline.Element {
    /// Its points in the order of drawing.
    fileprivate var path: [Point] {
        switch self {
        case .move(let point), .line(let point): [point]
        case .curve(let point, let control1, let control2): [control1, control2, point]
        case .close: []
        }
    }
}
