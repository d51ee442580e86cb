import WidgetCore

/// Places the labels of a chart.
enum ChartLabelLayout {
    /// The room of a number, times its own height: closer numbers look crowded.
    private static let roomOfNumber = 1.25

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
            guard labels.isInside else {
                let line = labels.inset + (1 - height) * (room.height - 2 * labels.inset)
                return (child, Point(x: 0, y: line - size.height / 2))
            }
            let top = top(of: size.height, at: (1 - height) * room.height, within: -labels.inset...max(-labels.inset, room.height + labels.inset), taken)
            taken.append(top...top + size.height)
            return (child, Point(x: room.width - size.width, y: top))
        }
    }

    /// The place of a label: above its line, or else below it, or else as near as there is room beside other labels.
    private static func top(of height: Double, at line: Double, within room: ClosedRange<Double>, _ taken: [ClosedRange<Double>]) -> Double {
        func isFree(_ top: Double) -> Bool {
            top >= room.lowerBound - 1e-6 && top + height <= room.upperBound + 1e-6
                && !taken.contains { $0.lowerBound < top + height - 1e-6 && $0.upperBound > top + 1e-6 }
        }
        let beside = taken.flatMap { [$0.lowerBound - height, $0.upperBound] }.sorted { ($0 + height - line).magnitude < ($1 + height - line).magnitude }
        return ([line - height, line] + beside).first(where: isFree) ?? max(room.lowerBound, min(line - height, room.upperBound - height))
    }

    /// A label has one line, of the plot's width at most.
    static func offer(in room: Size) -> ProposedSize { ProposedSize(width: room.width, height: nil) }
}
