extension Outline {
    /// The outlines with as many points in each, so that a program which knows points alone can animate from one to the next.
    ///
    /// Lines and closings become curves, and curves without a length are added at the end. Outlines of several parts with different points stay as they are,
    /// as nobody knows which part becomes which.
    public static func alike(_ outlines: [Outline]) -> [Outline] {
        guard let first = outlines.first, !outlines.allSatisfy({ $0.kinds == first.kinds }), outlines.allSatisfy({ $0.parts <= 1 }) else { return outlines }
        let all = outlines.map(\.curves)
        let most = all.map(\.count).max() ?? 0
        // An empty one is a point where the next one begins.
        var start = all.first { !$0.isEmpty }?.first
        return all.map { curves in
            start = curves.first ?? start
            return Outline(curves: curves, from: start?.start ?? .zero, count: most)
        }
    }

    private enum Kind { case move, line, curve, close }

    private var kinds: [Kind] {
        elements.map {
            switch $0 {
            case .move: .move
            case .line: .line
            case .curve: .curve
            case .close: .close
            }
        }
    }

    private var parts: Int { kinds.count { $0 == .move } }

    private struct Curve {
        let start: Point
        let control1: Point
        let control2: Point
        let end: Point
    }

    private var curves: [Curve] {
        var (curves, current, first): ([Curve], Point, Point) = ([], .zero, .zero)
        for element in elements {
            switch element {
            case .move(let point): (current, first) = (point, point)
            case .line(let point):
                curves.append(Curve(start: current, control1: current, control2: point, end: point))
                current = point
            case .curve(let point, let control1, let control2):
                curves.append(Curve(start: current, control1: control1, control2: control2, end: point))
                current = point
            case .close:
                curves.append(Curve(start: current, control1: current, control2: first, end: first))
                current = first
            }
        }
        return curves
    }

    private init(curves: [Curve], from start: Point, count: Int) {
        self.init()
        move(to: start)
        for curve in curves { self.curve(to: curve.end, control1: curve.control1, control2: curve.control2) }
        let end = curves.last?.end ?? start
        for _ in curves.count..<max(count, curves.count) { self.curve(to: end, control1: end, control2: end) }
    }
}
