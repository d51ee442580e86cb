import WidgetCore

/// How a view's text is broken into lines.
struct TextRules: Sendable, Hashable {
    /// Nil: as many as fit.
    var lineLimit: Int?
    /// The view is as high as this many lines at least.
    var reservedLines = 0
    /// The least factor of the font's size with which the text may be made to fit.
    var minimumScale = 1.0
    var truncation = ViewTruncation.tail
    var alignment = ViewAlignment.leading
    /// Between lines, in points.
    var lineSpacing = 0.0
}

/// A text, broken into lines.
struct TextLayout: Sendable {
    struct Line: Sendable {
        /// Characters that follow each other, or an ellipsis in the font of a run.
        enum Piece: Sendable {
            case characters(Range<Int>)
            case ellipsis(run: Int)
        }

        var pieces: [Piece]
        var width: Double
        /// From the text's top edge, in points.
        var baseline: Double
    }

    var size: Size
    var lines: [Line]
    /// By which the font's size was multiplied.
    var scale: Double
    var isTruncated: Bool

    var firstBaseline: Double { lines.first?.baseline ?? 0 }
    var lastBaseline: Double { lines.last?.baseline ?? 0 }

    /// - Parameter proposal: nil: as wide as the longest line, as high as all lines.
    init(_ block: MeasuredText, in proposal: ProposedSize, rules: TextRules, grid: PixelGrid) {
        self.init(block, in: proposal, rules: rules, grid: grid, scale: 1)
        guard isTruncated, rules.minimumScale < 1 else { return }
        // The largest factor that fits, to half a percent: less than a pixel of a headline.
        var (low, high) = (max(0.01, rules.minimumScale), 1.0)
        self.init(block, in: proposal, rules: rules, grid: grid, scale: low)
        guard !isTruncated else { return }
        while high - low > 0.005 {
            let middle = (low + high) / 2
            let attempt = TextLayout(block, in: proposal, rules: rules, grid: grid, scale: middle)
            if attempt.isTruncated { high = middle } else { (low, self) = (middle, attempt) }
        }
    }

    private init(_ block: MeasuredText, in proposal: ProposedSize, rules: TextRules, grid: PixelGrid, scale: Double) {
        self.scale = scale
        let width = proposal.width ?? .infinity
        let ranges = block.lines(in: width / scale)
        let box = Self.box(of: 0..<block.characters.count, in: block)
        let lineHeight = grid.ceil((box.ascent + box.descent) * scale)
        var limit = rules.lineLimit ?? .max
        if let height = proposal.height, height.isFinite {
            let fitting = (height + rules.lineSpacing + 1e-6) / (lineHeight + rules.lineSpacing)
            limit = max(1, min(limit, fitting < 1e6 ? Int(fitting) : .max))
        }
        var lines: [Line] = []
        isTruncated = ranges.count > limit
        var top = 0.0
        for (number, range) in ranges.prefix(limit).enumerated() {
            let lineBox = block.runs.count == 1 ? box : Self.box(of: range, in: block)
            let height = block.runs.count == 1 ? lineHeight : grid.ceil((lineBox.ascent + lineBox.descent) * scale)
            if number > 0 { top += rules.lineSpacing }
            let baseline = grid.round(top + lineBox.ascent * scale)
            var line = Line(pieces: [.characters(range)], width: block.width(range) * scale, baseline: baseline)
            if isTruncated, number == limit - 1 {
                line = Self.truncated(range.lowerBound, of: block, to: width / scale, at: rules.truncation)
                (line.width, line.baseline) = (line.width * scale, baseline)
            }
            lines.append(line)
            top += height
        }
        let reserved = Double(rules.reservedLines) * lineHeight + Double(max(0, rules.reservedLines - 1)) * rules.lineSpacing
        let widest = grid.ceil(lines.lazy.map(\.width).max() ?? 0)
        // A single line may be wider than the proposal if it is one wide character. All other texts stay within it.
        size = Size(width: lines.count == 1 && !isTruncated ? widest : min(widest, max(width, 0)), height: max(top, reserved))
        self.lines = lines
    }

    /// The box of a line of these characters.
    private static func box(of range: Range<Int>, in block: MeasuredText) -> LineBox {
        let first = block.run(at: range.lowerBound)
        var box = block.boxes.isEmpty ? LineBox(DisplayFont(size: 17)) : block.boxes[first]
        var run = first
        while run < block.runs.count, block.runStarts[run] < max(range.upperBound, range.lowerBound + 1) {
            box.include(block.boxes[run], raisedBy: block.runs[run].baselineOffset)
            run += 1
        }
        return box
    }

    /// The last line that there is room for: its text up to the end of the paragraph, less what doesn't fit.
    private static func truncated(_ start: Int, of block: MeasuredText, to width: Double, at place: ViewTruncation) -> Line {
        let end = block.paragraphEnd(from: start)
        let run = block.run(at: start)
        let ellipsis = block.ellipses.isEmpty ? 0 : block.ellipses[run]
        let room = max(0, width - ellipsis)
        // The characters from `start` that take at most `length`, and those before `end`.
        func head(_ length: Double) -> Int {
            var last = start
            while last < end, block.offsets[last + 1] - block.offsets[start] <= length + 1e-6 { last += 1 }
            while last > start, block.classes[last - 1].contains(.space) { last -= 1 }
            return last
        }
        func tail(_ length: Double) -> Int {
            var first = end
            while first > start, block.offsets[end] - block.offsets[first - 1] <= length + 1e-6 { first -= 1 }
            while first < end, block.classes[first].contains(.space) { first += 1 }
            return first
        }
        func length(_ range: Range<Int>) -> Double { block.offsets[range.upperBound] - block.offsets[range.lowerBound] }
        switch place {
        case .tail:
            let kept = start..<head(room)
            return Line(
                pieces: [.characters(kept), .ellipsis(run: block.run(at: max(start, kept.upperBound - 1)))], width: length(kept) + ellipsis, baseline: 0)
        case .head:
            let kept = tail(room)..<end
            return Line(pieces: [.ellipsis(run: run), .characters(kept)], width: length(kept) + ellipsis, baseline: 0)
        case .middle:
            let front = start..<head(room / 2)
            let back = max(front.upperBound, tail(room - length(front)))..<end
            return Line(
                pieces: [.characters(front), .ellipsis(run: run), .characters(back)], width: length(front) + ellipsis + length(back), baseline: 0)
        }
    }
}
