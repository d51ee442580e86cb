/// The colours that fill an outline or a text, in the points of the display list.
public enum Paint: Sendable, Hashable {
    public struct Stop: Sendable, Hashable {
        /// 0, the start, to 1, the end.
        public var location: Double
        public var color: ResolvedColor

        public init(location: Double, color: ResolvedColor) {
            self.location = location
            self.color = color
        }
    }

    case color(ResolvedColor)
    case linear(stops: [Stop], start: Point, end: Point)
    case radial(stops: [Stop], center: Point, startRadius: Double, endRadius: Double)
    /// A circular gradient around the origin, which the transform stretches. The radii are those before the stretch.
    case elliptical(stops: [Stop], startRadius: Double, endRadius: Double, transform: Transform)
    /// Angles in radians; 0 points right, and they grow clockwise.
    case angular(stops: [Stop], center: Point, startAngle: Double, endAngle: Double)

    /// Nothing of it is to be seen.
    public var isClear: Bool {
        switch self {
        case .color(let color): color.alpha <= 0
        case .linear(let stops, _, _), .radial(let stops, _, _, _), .elliptical(let stops, _, _, _), .angular(let stops, _, _, _):
            stops.allSatisfy { $0.color.alpha <= 0 }
        }
    }

    /// The colour of an angular gradient at an angle, in radians.
    public static func color(of stops: [Stop], atAngle angle: Double, from: Double, to: Double) -> ResolvedColor {
        let span = to - from
        guard span.magnitude > 1e-9, let first = stops.first, let last = stops.last else { return stops.last?.color ?? .clear }
        var turn = (angle - from).truncatingRemainder(dividingBy: 2 * .pi)
        if turn < 0 { turn += 2 * .pi }
        let place = turn / span
        if place <= first.location { return first.color }
        guard place < last.location, let upper = stops.firstIndex(where: { $0.location >= place }), upper > 0 else { return last.color }
        let (a, b) = (stops[upper - 1], stops[upper])
        return a.color.mixed(with: b.color, by: b.location > a.location ? (place - a.location) / (b.location - a.location) : 1)
    }

    /// Each colour changed.
    func map(_ change: (ResolvedColor) -> ResolvedColor) -> Paint {
        func changed(_ stops: [Stop]) -> [Stop] { stops.map { Stop(location: $0.location, color: change($0.color)) } }
        return switch self {
        case .color(let color): .color(change(color))
        case .linear(let stops, let start, let end): .linear(stops: changed(stops), start: start, end: end)
        case .radial(let stops, let center, let from, let to): .radial(stops: changed(stops), center: center, startRadius: from, endRadius: to)
        case .elliptical(let stops, let from, let to, let transform):
            .elliptical(stops: changed(stops), startRadius: from, endRadius: to, transform: transform)
        case .angular(let stops, let center, let from, let to): .angular(stops: changed(stops), center: center, startAngle: from, endAngle: to)
        }
    }
}
