import WidgetLayout

/// A CSS property of an element at each of several times.
struct PropertySeries {
    /// As JavaScript names it.
    let property: String
    /// The numbers that it is made of.
    let values: [[Double]]
    /// The element within the drawing that has it; empty: the drawing itself.
    let target: String
    /// The property at a time, by its index.
    let css: (Int) -> String

    init(property: String, values: [[Double]], target: String = "", css: @escaping (Int) -> String) {
        (self.property, self.values, self.target, self.css) = (property, values, target, css)
    }

    static func numbers(_ property: String, _ numbers: [Double], of target: String = "") -> PropertySeries {
        PropertySeries(property: property, values: numbers.map { [$0] }, target: target) { NumberText.short(numbers[$0], digits: 4) }
    }

    static func transforms(_ transforms: [Transform]) -> PropertySeries {
        PropertySeries(property: "transform", values: transforms.map { [$0.a, $0.b, $0.c, $0.d, $0.tx, $0.ty] }) { index in
            let t = transforms[index]
            if t == .identity { return neutral["transform"] ?? "" }
            return "matrix(\([t.a, t.b, t.c, t.d, t.tx, t.ty].map { NumberText.short($0, digits: 4) }.joined(separator: ",")))"
        }
    }

    /// A turn in space is a matrix of four by four numbers, at each of the times.
    static func mappings(_ mappings: [Projection]) -> PropertySeries {
        let transforms = mappings.compactMap(\.affine)
        guard transforms.count < mappings.count else { return .transforms(transforms) }
        return PropertySeries(property: "transform", values: mappings.map(\.columns)) { index in
            let (n, m) = (mappings[index].numerator, mappings[index])
            let columns = [n.a, n.b, 0, m.p, n.c, n.d, 0, m.q, 0, 0, 1, 0, n.tx, n.ty, 0, m.r]
            return "matrix3d(\(columns.map { NumberText.short($0, digits: 6) }.joined(separator: ",")))"
        }
    }

    static func blurs(_ radii: [Double]) -> PropertySeries {
        // CSS takes the standard deviation.
        PropertySeries(property: "filter", values: radii.map { [$0] }) { "blur(\(NumberText.short(radii[$0] / 2))px)" }
    }

    /// A fill or a stroke of one colour. Gradients don't change.
    static func paints(_ paints: [Paint], _ attribute: String, of target: String) -> [PropertySeries] {
        let colors = paints.compactMap { if case .color(let color) = $0 { color } else { nil } }
        guard colors.count == paints.count else { return [] }
        return [
            PropertySeries(property: attribute, values: colors.map { [$0.red, $0.green, $0.blue] }, target: target) {
                let color = colors[$0]
                return ResolvedColor(red: color.red, green: color.green, blue: color.blue).css
            },
            .numbers("\(attribute)Opacity", colors.map(\.alpha), of: target),
        ]
    }

    /// Values that need not be said.
    static let neutral = ["opacity": "1", "transform": "matrix(1,0,0,1,0,0)", "filter": "blur(0px)"]

    /// As style sheets name it.
    var cssName: String { Self.cssName(property) }

    /// A property's name in JavaScript, as style sheets name it.
    static func cssName(_ property: String) -> String {
        property.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
    }

    // MARK: Animation

    /// How far an animation may lie from the values, as a part of the whole way: a thousandth of 300 points is a third of a point.
    private static let tolerance = EasingCurve.tolerance

    /// The animation through all values; nil: the property doesn't change.
    func animation(of element: String, at times: [Double]) -> HTMLAnimation? {
        guard let last = values.last, values.count == times.count, let start = values.firstIndex(where: { !Self.areEqual($0, values[0]) }) else { return nil }
        let first = start - 1
        let end = min(values.count - 1, (values.lastIndex { !Self.areEqual($0, last) } ?? 0) + 1)
        let span = times[end] - times[first]
        guard end > first, span > 0 else { return nil }
        let places = (first...end).map { (times[$0] - times[first]) / span }
        func keyframe(_ index: Int, _ offset: Double) -> HTMLAnimation.Keyframe { .init(offset: offset, properties: [property: css(index)]) }
        if let progress = progress(first...end) {
            return HTMLAnimation(
                element: element, target: target, keyframes: [keyframe(first, 0), keyframe(end, 1)], delay: times[first], duration: span,
                easing: EasingCurve(times: places, progress: progress).css)
        }
        let ranges = values[0].indices.map { column in
            let numbers = (first...end).map { values[$0][column] }
            return (numbers.max() ?? 0) - (numbers.min() ?? 0)
        }
        let way = ranges.max() ?? 1
        let points = Self.simplified((first...end).map { [places[$0 - first]] + values[$0].map { $0 / way } })
        return HTMLAnimation(
            element: element, target: target, keyframes: points.map { keyframe(first + $0, places[$0]) }, delay: times[first], duration: span,
            easing: "linear")
    }

    /// They differ by no more than what calculating leaves.
    private static func areEqual(_ some: [Double], _ others: [Double]) -> Bool { zip(some, others).allSatisfy { ($0 - $1).magnitude < 1e-6 } }

    /// How far all numbers have come at each time, from 0 to 1, if they keep step.
    private func progress(_ range: ClosedRange<Int>) -> [Double]? {
        let (start, end) = (values[range.lowerBound], values[range.upperBound])
        let ways = zip(start, end).map { $1 - $0 }
        guard let widest = ways.indices.max(by: { ways[$0].magnitude < ways[$1].magnitude }), ways[widest] != 0 else { return nil }
        let progress = range.map { (values[$0][widest] - start[widest]) / ways[widest] }
        let slack = max(1e-6, ways[widest].magnitude * Self.tolerance)
        for (place, index) in zip(progress, range) {
            for column in ways.indices where (start[column] + ways[column] * place - values[index][column]).magnitude > slack { return nil }
        }
        return progress
    }

    /// The points of a line that a line through fewer points needs to stay within ``tolerance`` of it, by the algorithm of Douglas and Peucker.
    /// - Parameter line: points, each a time and then values.
    private static func simplified(_ line: [[Double]]) -> [Int] {
        var kept: Set<Int> = [0, line.count - 1]
        var open = [(0, line.count - 1)]
        while let (from, to) = open.popLast() {
            guard to - from > 1 else { continue }
            var (farthest, distance) = (from, tolerance)
            for index in (from + 1)..<to {
                let part = (line[index][0] - line[from][0]) / (line[to][0] - line[from][0])
                for column in line[index].indices.dropFirst() {
                    let own = (line[from][column] + (line[to][column] - line[from][column]) * part - line[index][column]).magnitude
                    if own > distance { (farthest, distance) = (index, own) }
                }
            }
            guard farthest > from else { continue }
            kept.insert(farthest)
            open += [(from, farthest), (farthest, to)]
        }
        return kept.sorted()
    }
}

extension ResolvedColor {
    var numbers: [Double] { [red, green, blue, alpha] }

    /// With sRGB's components from 0 to 255.
    var css: String {
        let parts = [red, green, blue].map { NumberText.short($0 * 255, digits: 1) }.joined(separator: ",")
        return alpha < 1 ? "rgba(\(parts),\(NumberText.short(alpha, digits: 4)))" : "rgb(\(parts))"
    }
}
