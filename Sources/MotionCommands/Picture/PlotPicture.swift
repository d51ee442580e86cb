/// Draws a plot as a picture: a panel for each curve, side by side on the same axes, with its name above and its figures below.
struct PlotPicture {
    let plot: MotionPlot
    let size: PlotSize
    private let grid: PlotGrid

    init(_ plot: MotionPlot, size: PlotSize) {
        self.plot = plot
        self.size = size
        grid = PlotGrid(curves: plot.curves.count, size: size)
    }

    /// How large letters and lines are: 2 in a panel of the usual size.
    var scale: Int {
        let usual = PlotLimits.usualPanel
        return min(max(Int(2 * min(grid.panel.width / Double(usual.width), grid.panel.height / Double(usual.height))), 1), 4)
    }

    /// The description of the picture, for users who can't see it.
    var title: String { plot.curves.map(\.label).joined(separator: ", ") }

    func draw(on canvas: inout some PlotCanvas) {
        let (letter, line) = (canvas.letterWidth, canvas.lineHeight)
        let letters = max(1, Int((grid.panel.width - line) / letter))
        // Where there is no room for all text, the curve comes first; and all curves are equally high.
        let room = max(0, Int((grid.panel.height * 0.45 - 3 * line) / line))
        let texts = plot.figures.map { Array(Self.wrapped($0.sentences, letters: letters).prefix(room)) }
        let figureLines = texts.map(\.count).max() ?? 0
        let legendLines = plot.marks.isEmpty || figureLines == room ? 0 : 1
        for index in plot.curves.indices {
            let legend = legendLines > 0 ? Self.legend(plot.marks(of: plot.curves[index]).map(\.mark), letters: letters) : []
            drawPanel(index, letters: letters, figures: texts[index], legend, lines: figureLines + legendLines, on: &canvas)
        }
    }

    private func drawPanel(
        _ index: Int, letters: Int, figures: [String], _ legend: [(mark: MotionPlot.Mark, letters: Int)], lines: Int, on canvas: inout some PlotCanvas
    ) {
        let rect = grid.rect(index)
        let (letter, line) = (canvas.letterWidth, canvas.lineHeight)
        let space = line / 2
        let values = PlotScale(shownValues, ticks: max(2, Int(rect.height / (3 * line))))
        let margin = Double(values.ticks.map { values.label($0).count }.max() ?? 0) * letter
        let top = rect.y + line + 2 * space
        let bottom = rect.bottom - Double(lines) * line - line - 2 * space
        let inner = PlotRect(x: rect.x + margin + 2 * space, y: top, width: rect.width - margin - 4 * space, height: bottom - top)
        guard inner.width > 1, inner.height > 1 else { return }

        canvas.text(Self.cut(plot.curves[index].label, letters), at: PlotPoint(x: rect.x + space, y: rect.y + line), .start, .curve(index))
        drawValueAxis(values, inner, on: &canvas)
        drawTimeAxis(PlotScale(0...plot.duration, ticks: max(2, Int(inner.width / (7 * letter)))), inner, on: &canvas)
        for (mark, time) in plot.marks(of: plot.curves[index]) {
            let x = inner.x + inner.width * time / plot.duration
            canvas.line(from: PlotPoint(x: x, y: inner.y), to: PlotPoint(x: x, y: inner.bottom), .mark, Self.dash(mark))
        }
        canvas.curve(points(of: index, values, inner), number: index)

        var y = inner.bottom + 2 * line + space
        for figure in figures {
            canvas.text(figure, at: PlotPoint(x: rect.x + space, y: y), .start, .text)
            y += line
        }
        drawLegend(legend, at: PlotPoint(x: rect.x + space, y: y), on: &canvas)
    }

    /// The values with some room above and below.
    private var shownValues: ClosedRange<Double> {
        let space = (plot.values.upperBound - plot.values.lowerBound) * 0.05
        return (plot.values.lowerBound - space)...(plot.values.upperBound + space)
    }

    /// Two points for each pixel.
    private func points(of index: Int, _ values: PlotScale, _ inner: PlotRect) -> [PlotPoint] {
        plot.curves[index].points(max(2, Int(inner.width * 2)), until: plot.duration).map { point in
            PlotPoint(x: inner.x + inner.width * point.x / plot.duration, y: inner.bottom - inner.height * values.place(point.y))
        }
    }

    // MARK: Axes

    private func drawValueAxis(_ values: PlotScale, _ inner: PlotRect, on canvas: inout some PlotCanvas) {
        for tick in values.ticks {
            let y = inner.bottom - inner.height * values.place(tick)
            canvas.line(from: PlotPoint(x: inner.x, y: y), to: PlotPoint(x: inner.right, y: y), .grid, .solid)
            canvas.text(
                values.label(tick), at: PlotPoint(x: inner.x - canvas.letterWidth / 2, y: y + canvas.lineHeight * 0.3), .end, .text)
        }
        // From where the value comes, and where it goes.
        for value in [0.0, 1] {
            let y = inner.bottom - inner.height * values.place(value)
            canvas.line(from: PlotPoint(x: inner.x, y: y), to: PlotPoint(x: inner.right, y: y), .axis, value == 0 ? .solid : .dashed)
        }
        canvas.line(from: PlotPoint(x: inner.x, y: inner.y), to: PlotPoint(x: inner.x, y: inner.bottom), .axis, .solid)
    }

    private func drawTimeAxis(_ times: PlotScale, _ inner: PlotRect, on canvas: inout some PlotCanvas) {
        for tick in times.ticks {
            let x = inner.x + inner.width * times.place(tick)
            if tick > 0 { canvas.line(from: PlotPoint(x: x, y: inner.y), to: PlotPoint(x: x, y: inner.bottom), .grid, .solid) }
            let isLast = tick == times.ticks.last
            let label = times.label(tick) + (isLast ? " s" : "")
            // One that would reach beyond the panel ends with it.
            let reaches = x + Double(label.count) / 2 * canvas.letterWidth > inner.right + canvas.lineHeight
            canvas.text(
                label, at: PlotPoint(x: reaches ? inner.right + canvas.lineHeight / 2 : x, y: inner.bottom + canvas.lineHeight), reaches ? .end : .middle, .text
            )
        }
    }

    // MARK: Text

    private static func dash(_ mark: MotionPlot.Mark) -> PlotDash {
        switch mark {
        case .complete: .dashed
        case .end: .dotted
        case .cut: .mixed
        }
    }

    /// The marks that are named within so many letters, each with the letters that its name takes.
    private static func legend(_ marks: [MotionPlot.Mark], letters: Int) -> [(mark: MotionPlot.Mark, letters: Int)] {
        var free = letters
        return MotionPlot.Mark.allCases.filter(marks.contains).compactMap { mark in
            let taken = mark.name.count + Self.sampleLetters + 2
            guard taken - 2 <= free else { return nil }
            free -= taken
            return (mark, taken)
        }
    }

    /// Letters that the sample of a line in the legend takes, with a space.
    private static let sampleLetters = 4

    private func drawLegend(_ legend: [(mark: MotionPlot.Mark, letters: Int)], at place: PlotPoint, on canvas: inout some PlotCanvas) {
        var x = place.x
        for (mark, letters) in legend {
            let y = place.y - canvas.lineHeight * 0.3
            let sample = Double(Self.sampleLetters - 1) * canvas.letterWidth
            canvas.line(from: PlotPoint(x: x, y: y), to: PlotPoint(x: x + sample, y: y), .mark, Self.dash(mark))
            canvas.text(mark.name, at: PlotPoint(x: x + sample + canvas.letterWidth, y: place.y), .start, .text)
            x += Double(letters) * canvas.letterWidth
        }
    }

    /// The sentences in lines of so many letters.
    private static func wrapped(_ sentences: [String], letters: Int) -> [String] {
        var lines: [String] = []
        for sentence in sentences {
            if let last = lines.last, last.count + 2 + sentence.count <= letters {
                lines[lines.count - 1] = last + ", " + sentence
            } else {
                lines.append(cut(sentence, letters))
            }
        }
        return lines
    }

    private static func cut(_ text: String, _ letters: Int) -> String {
        text.count > letters ? text.prefix(max(0, letters - 2)) + ".." : text
    }
}
