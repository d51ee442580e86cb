import WidgetCore
import WidgetLayout

extension DisplayNode {
    /// The drawings that a node's content needs: more than one for a text whose words move apart, and for a symbol with layers.
    /// - Parameter frames: the node at each time; nil: it stands still.
    func pieces(_ frames: [DisplayNode]?) -> [(node: DisplayNode, frames: [DisplayNode]?)] {
        var whole = self
        (whole.effect, whole.end) = (nil, 1)
        if let frames, case .shape(let shape) = content, !shape.layers.isEmpty {
            return (0...shape.layers.count).map { number in (whole.layer(number), frames.map { $0.layer(number) }) }
        }
        guard let frames, case .text(let text) = content, text.runs.count > 1 else { return [(whole, frames)] }
        let runs = frames.map { frame -> [PlacedRun] in if case .text(let text) = frame.content { text.runs } else { [] } }
        // They keep step.
        if runs.allSatisfy({ zip($0, text.runs).allSatisfy { $0.paint == $1.paint } }), runs.indices.allSatisfy({ isMovedAsOne(runs[$0], text.runs) }) {
            return [(whole, frames)]
        }
        return text.runs.indices.map { number in
            func piece(_ runs: [PlacedRun]) -> DisplayNode {
                var node = whole
                if runs.indices.contains(number) { node.content = .text(runs[number].alone) }
                return node
            }
            return (piece(text.runs), runs.map(piece))
        }
    }

    /// One layer of a shape by itself; 0 is the lowest.
    private func layer(_ number: Int) -> DisplayNode {
        guard case .shape(var shape) = content else { return self }
        let layers = shape.layers
        shape.layers = []
        var node = self
        node.content = .shape(number == 0 || number > layers.count ? shape : layers[number - 1])
        return node
    }

    private func isMovedAsOne(_ runs: [PlacedRun], _ last: [PlacedRun]) -> Bool {
        guard runs.count == last.count, let first = runs.first, let own = last.first else { return false }
        let shift = first.origin - own.origin
        return zip(runs, last).allSatisfy { run, own in
            let other = run.origin - own.origin
            return (other.x - shift.x).magnitude < 0.01 && (other.y - shift.y).magnitude < 0.01
        }
    }

    /// The properties of the content's drawing over time. The node is the last of the frames.
    func series(of frames: [DisplayNode]) -> [PropertySeries] {
        switch content {
        case .text(let text):
            guard let last = text.runs.first else { return [] }
            let runs = frames.map { node in if case .text(let text) = node.content { text.runs.first ?? last } else { last } }
            let shifts = runs.map { run in Transform.translation(x: run.origin.x - last.origin.x, y: run.origin.y - last.origin.y) }
            return [.transforms(shifts)] + PropertySeries.paints(runs.map(\.paint), "fill", of: "text")
        case .picture: return [.transforms(frames.map { Transform.mapping(frame, to: $0.frame) })]
        case .shape(let shape):
            let shapes = frames.map { node in if case .shape(let shape) = node.content { shape } else { shape } }
            let attribute = shape.stroke == nil ? "fill" : "stroke"
            var series = PropertySeries.paints(shapes.map(\.paint), attribute, of: "path")
            if shape.stroke != nil { series.append(.numbers("strokeWidth", shapes.map { $0.stroke?.width ?? 0 }, of: "path")) }
            let bounds = shapes.map(\.outline.bounds)
            let maps = bounds.map { Transform.mapping(shape.outline.bounds, to: $0) }
            // A drawing that only moves or grows is moved as a whole, with its gradient. A line would become wider with it.
            let size = shape.outline.bounds.size
            let grows = bounds.contains { max(($0.size.width - size.width).magnitude, ($0.size.height - size.height).magnitude) > 0.01 }
            if shape.stroke == nil || !grows, zip(shapes, maps).allSatisfy({ $0.outline.isClose(to: shape.outline.mapped($1)) }) {
                series.append(.transforms(maps))
            } else {
                let outlines = Outline.alike(shapes.map(\.outline))
                series.append(PropertySeries(property: "d", values: outlines.map(\.numbers), target: "path") { "path('\(outlines[$0].svgPath)')" })
            }
            return series
        case nil: return []
        }
    }
}

/// A run with the baseline of its line.
struct PlacedRun {
    let run: DisplayText.Run
    let baseline: Double

    var origin: Point { Point(x: run.x, y: baseline - run.baselineOffset) }
    var paint: Paint { run.paint }
    var alone: DisplayText { DisplayText(lines: [DisplayText.Line(baseline: baseline, runs: [run])]) }
}

extension DisplayText {
    fileprivate var runs: [PlacedRun] { lines.flatMap { line in line.runs.map { PlacedRun(run: $0, baseline: line.baseline) } } }
}

extension Outline {
    /// The coordinates of all points.
    var numbers: [Double] {
        var (outline, numbers) = (self, [Double]())
        outline.forEachPoint { numbers += [$0.x, $0.y] }
        return numbers
    }

    fileprivate func isClose(to other: Outline) -> Bool {
        let (own, others) = (numbers, other.numbers)
        return own.count == others.count && zip(own, others).allSatisfy { ($0 - $1).magnitude < 0.02 }
    }
}
