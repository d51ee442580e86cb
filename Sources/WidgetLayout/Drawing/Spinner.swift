import Glibc
import WidgetCore

/// The wheel of work whose end isn't known: eight spokes that fade round.
struct Spinner: Sendable, Hashable {
    var fill: Fill

    private static let spokes = 8
    /// A spoke's beginning and end, from the middle, and its width: parts of the wheel's diameter, about those of iOS's.
    private static let (from, to, width) = (0.27, 0.44, 0.115)
    /// The opacity of the palest spoke.
    private static let palest = 0.2

    /// The spokes from the strongest, which points up, on. Those to the left of it are the next stronger ones: the wheel turns clockwise.
    func shapes(in room: Rect) -> [DisplayShape] {
        let side = min(room.size.width, room.size.height)
        guard side > 0 else { return [] }
        return (0..<Self.spokes).map { spoke in
            let angle = -Double.pi / 2 - 2 * .pi * Double(spoke) / Double(Self.spokes)
            func point(_ distance: Double) -> Point { Point(x: room.midX + side * distance * cos(angle), y: room.midY + side * distance * sin(angle)) }
            var outline = Outline()
            outline.move(to: point(Self.from))
            outline.line(to: point(Self.to))
            let opacity = 1 - (1 - Self.palest) * Double(spoke) / Double(Self.spokes - 1)
            return DisplayShape(outline, paint: fill.faded(opacity).paint(in: room), stroke: ViewShape.Stroke(width: side * Self.width, cap: .round))
        }
    }
}
