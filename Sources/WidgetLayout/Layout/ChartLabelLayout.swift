import WidgetCore

/// Labels of a chart, each at the height of its value.
struct ChartLabels: Sendable {
    /// The place of each child: 0 at the plot's lower end, 1 at its upper end.
    let heights: [Double]
    /// Points between the box's upper edge and the plot's; below as many.
    let inset: Double
    /// The children stand above their lines, within the plot, at its trailing edge. Otherwise they are centred on the lines, at the leading edge.
    let isInside: Bool
}

/// Places the labels of a chart.
enum ChartLabelLayout {
    /// The room of a number, times its own height: closer numbers look crowded.
    private static let roomOfNumber = 1.5

    static func size(of item: Int, _ labels: ChartLabels, in proposal: ProposedSize, _ engine: inout LayoutEngine) -> Size {
        if labels.isInside { return proposal.replacing(unspecifiedBy: Size(width: 10, height: 10)) }
        var size = Size.zero
        for child in engine.tree.children(of: item) {
            let own = engine.size(of: child, in: .unspecified)
            size = Size(width: max(size.width, own.width), height: max(size.height, own.height))
        }
        let sorted = labels.heights.sorted()
        let least = zip(sorted, sorted.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.min() ?? 1
        size.height = proposal.height ?? 2 * labels.inset + roomOfNumber * size.height / least
        return size
    }

    /// The upper left corner of each child.
    static func origins(of item: Int, _ labels: ChartLabels, in room: Size, _ engine: inout LayoutEngine) -> [(item: Int, origin: Point)] {
        var taken: [ClosedRange<Double>] = []
        return zip(Array(engine.tree.children(of: item)), labels.heights).map { child, height in
            let size = engine.size(of: child, in: offer(in: room))
            let line = labels.inset + (1 - height) * (room.height - 2 * labels.inset)
            guard labels.isInside else { return (child, Point(x: 0, y: line - size.height / 2)) }
            // Above the line, or else below it, or else as near as it fits.
            let tops = [line - size.height, line, min(max(0, line - size.height), max(0, room.height - size.height))]
            func isFree(_ top: Double) -> Bool {
                top >= 0 && top + size.height <= room.height + 1e-6
                    && !taken.contains { $0.lowerBound < top + size.height - 1e-6 && $0.upperBound > top + 1e-6 }
            }
            let top = tops.first(where: isFree) ?? tops[2]
            taken.append(top...top + size.height)
            return (child, Point(x: room.width - size.width, y: top))
        }
    }

    /// A label has one line, of the plot's width at most.
    static func offer(in room: Size) -> ProposedSize { ProposedSize(width: room.width, height: nil) }
}
