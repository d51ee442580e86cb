import WidgetCore

/// A text's characters with their widths, before lines are broken. It is made once for each text and kept.
final class MeasuredText: Sendable {
    /// Characters in one font.
    struct Run: Sendable, Hashable {
        var text: String
        var font: DisplayFont
        /// Added behind each character, in points, besides what the font has built in.
        var tracking = 0.0
        var baselineOffset = 0.0
        /// A symbol in the place of the text.
        var symbol: String?
        /// Index into the paints and lines of the text's view.
        var style = 0

        init(_ text: String, font: DisplayFont) {
            self.text = Self.withoutTooManyMarks(text)
            self.font = font
        }

        /// Marks on one letter that are drawn: as many as Unicode's Stream-Safe Text Format (UAX #15) has. More would be drawn far outside of the text.
        private static let mostMarks = 30

        private static func withoutTooManyMarks(_ text: String) -> String {
            // A mark has two bytes at least.
            guard text.utf8.count > 2 * mostMarks else { return text }
            var (scalars, marks) = (String.UnicodeScalarView(), 0)
            for scalar in text.unicodeScalars {
                marks = scalar.isMark ? marks + 1 : 0
                if marks <= mostMarks { scalars.append(scalar) }
            }
            return String(scalars)
        }
    }

    let runs: [Run]
    let characters: [Character]
    let classes: [LineBreaker.Class]
    /// Where each character begins, in points from the first; one more for the end.
    let offsets: [Double]
    /// The first character of each run; one more for the end.
    let runStarts: [Int]
    let boxes: [LineBox]
    /// The width of `…` in each run.
    let ellipses: [Double]
    /// The size of a text that is one line of one font; nil: it is more.
    let line: Size?

    static let ellipsis = "…"

    init(_ runs: [Run], measurer: any TextMeasurer) {
        self.runs = runs
        boxes = runs.map { LineBox($0.font) }
        var (characters, offsets, starts, ellipses): ([Character], [Double], [Int], [Double]) = ([], [0], [], [])
        var position = 0.0
        for run in runs {
            starts.append(characters.count)
            let extra = run.tracking + run.font.builtInTracking
            if let name = run.symbol {
                characters.append("\u{FFFC}")
                position += SymbolBox.size(of: SymbolOutline.named(name, weight: run.font.weight), fontSize: run.font.size).width
                offsets.append(position)
            } else {
                characters += run.text
                for advance in measurer.advances(of: run.text, in: run.font) {
                    position += advance + extra
                    offsets.append(position)
                }
            }
            ellipses.append((measurer.advances(of: Self.ellipsis, in: run.font).first ?? run.font.size) + extra)
        }
        starts.append(characters.count)
        // A measurer that miscounts must not make lines of characters that aren't there.
        while offsets.count <= characters.count { offsets.append(position) }
        self.characters = characters
        self.offsets = offsets
        self.ellipses = ellipses
        runStarts = starts
        classes = LineBreaker.classes(of: String(characters))
        let last = characters.count - (classes.last?.contains(.space) == true ? 1 : 0)
        let isLine =
            runs.count == 1 && runs[0].baselineOffset == 0 && !classes.contains { $0.contains(.newline) }
            && !(last > 0 && classes[last - 1].contains(.space))
        line = isLine ? Size(width: offsets[last], height: boxes[0].ascent + boxes[0].descent) : nil
    }

    /// The run of a character.
    func run(at character: Int) -> Int {
        guard runs.count > 1 else { return 0 }
        return max(0, (runStarts.firstIndex { $0 > character } ?? runs.count) - 1)
    }

    /// The width of characters without the white space at their end.
    func width(_ range: Range<Int>) -> Double {
        var end = range.upperBound
        while end > range.lowerBound, classes[end - 1].contains(.space) { end -= 1 }
        return offsets[end] - offsets[range.lowerBound]
    }

    /// The characters of each line in a width. In an infinite width, lines end only at line breaks.
    func lines(in width: Double) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var (start, lastBreak, index) = (0, 0, 0)
        // Room for rounding errors alone.
        let limit = width + 1e-6
        while index < characters.count {
            let kind = classes[index]
            if kind.contains(.newline) {
                lines.append(start..<index)
                index += 1
                (start, lastBreak) = (index, index)
                continue
            }
            if !kind.contains(.space), offsets[index + 1] - offsets[start] > limit {
                let end = lastBreak > start ? lastBreak : max(index, start + 1)
                lines.append(start..<end)
                (start, lastBreak, index) = (end, end, end)
                continue
            }
            index += 1
            if kind.contains(.breaksAfter) { lastBreak = index }
        }
        lines.append(start..<characters.count)
        return lines
    }

    /// The end of the paragraph in which a character lies.
    func paragraphEnd(from character: Int) -> Int {
        var end = character
        while end < characters.count, !classes[end].contains(.newline) { end += 1 }
        return end
    }
}

extension Unicode.Scalar {
    /// It is drawn onto the letter before it.
    fileprivate var isMark: Bool {
        // Below are the letters of Latin alone, and most texts have no others.
        guard value >= 0x300 else { return false }
        return [.nonspacingMark, .spacingMark, .enclosingMark].contains(properties.generalCategory)
    }
}
