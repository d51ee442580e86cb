import WidgetCore

/// A style with resolved colours. Its frame isn't known yet.
enum Fill: Sendable, Hashable {
    case color(ResolvedColor)
    case gradient(ViewGradient.Geometry, [Paint.Stop])
    /// A colour over what is behind, which is blurred.
    case material(ResolvedColor)

    /// Each colour changed; a material becomes that colour alone.
    func map(_ change: (ResolvedColor) -> ResolvedColor) -> Fill {
        switch self {
        case .color(let color), .material(let color): .color(change(color))
        case .gradient(let geometry, let stops): .gradient(geometry, stops.map { Paint.Stop(location: $0.location, color: change($0.color)) })
        }
    }

    func faded(_ factor: Double) -> Fill {
        if case .material(let color) = self { return .material(color.faded(factor)) }
        return map { $0.faded(factor) }
    }

    /// The first colour.
    var color: ResolvedColor {
        switch self {
        case .color(let color), .material(let color): color
        case .gradient(_, let stops): stops.first?.color ?? .clear
        }
    }

    func paint(in room: Rect) -> Paint {
        guard case .gradient(let geometry, let stops) = self else { return .color(color) }
        func place(_ point: ViewPoint) -> Point { room.point(Point(x: point.x, y: point.y)) }
        switch geometry {
        case .linear(let start, let end): return .linear(stops: stops, start: place(start), end: place(end))
        case .radial(let center, let from, let to): return .radial(stops: stops, center: place(center), startRadius: from, endRadius: to)
        case .elliptical(let center, let from, let to):
            let middle = place(center)
            return .elliptical(
                stops: stops, startRadius: from, endRadius: to,
                transform: Transform.scale(x: room.size.width, y: room.size.height).then(.translation(x: middle.x, y: middle.y)))
        case .angular(let center, let from, let to): return .angular(stops: stops, center: place(center), startAngle: from, endAngle: to)
        }
    }
}
