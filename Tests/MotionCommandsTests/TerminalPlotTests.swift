import Testing

@testable import MotionCommands
@testable import WidgetCommands

@Suite("A plot in a terminal")
struct TerminalPlotTests {
    private func lines(_ plot: MotionPlot, _ columns: Int, _ rows: Int, isUnicode: Bool = true, isColored: Bool = false) -> [String] {
        TerminalPlot(plot: plot, columns: columns, rows: rows, isUnicode: isUnicode, isColored: isColored).lines
    }

    @Test("A straight line is one, in Braille dots")
    func braille() throws {
        #expect(
            lines(try plot("linear(duration: 1)", duration: 1), 24, 16) == [
                "linear(duration: 1)",
                "1.0 ┤┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈⣠⠞",
                "    │               ⣠⠞⠁╎",
                "    │             ⣠⠞⠁  ╎",
                "    │           ⣠⠞⠁    ╎",
                "    │         ⢀⠔⠁      ╎",
                "0.5 ┤       ⢀⠔⠁        ╎",
                "    │     ⢀⡴⠋          ╎",
                "    │   ⢀⡴⠋            ╎",
                "    │ ⢀⡴⠋              ╎",
                "  0 ┤⡴⠋                ╎",
                "    └┬────────┬────────┬",
                "     0       0.5   1.0 s",
                "duration 1 s",
                "settles at 0.99 s",
                "complete at 1 s",
                "ends at 1 s",
                "┊ complete  ╎ end",
            ])
    }

    @Test("Without characters beyond ASCII it is drawn with asterisks")
    func ascii() throws {
        let drawn = lines(try plot("linear(duration: 1)", duration: 1), 24, 16, isUnicode: false)
        #expect(
            drawn == [
                "linear(duration: 1)",
                "1.0 +. . . . . . . . .**",
                "    |               ***|",
                "    |             ***  |",
                "    |           ***    |",
                "    |         ***      |",
                "0.5 +       ***        |",
                "    |     ***          |",
                "    |   ***            |",
                "    | ***              |",
                "  0 +**                |",
                "    ++--------+--------+",
                "     0       0.5   1.0 s",
                "duration 1 s",
                "settles at 0.99 s",
                "complete at 1 s",
                "ends at 1 s",
                ": complete  | end",
            ])
        #expect(drawn.joined().utf8.count == drawn.joined().count)
    }

    @Test("No line is wider than the terminal", arguments: [1, 10, 20, 36, 74, 80, 200])
    func width(columns: Int) throws {
        let many = try plot(
            ".snappy", "linear.delay(0.5).speed(2).repeatCount(3, autoreverses: false)", "bouncy.repeatForever()", ".spring(duration: 3, bounce: 0.7)")
        for isUnicode in [true, false] {
            for line in lines(many, columns, 24, isUnicode: isUnicode) where columns >= 10 { #expect(DisplayColumns.of(line) <= columns, "\(line)") }
        }
    }

    @Test("One curve takes the rows that the terminal has", arguments: [20, 24, 40])
    func height(rows: Int) throws {
        #expect(lines(try plot(".snappy"), 80, rows).count == rows)
    }

    @Test("Where there is colour several curves share the axes, each with its own; else each has a panel")
    func several() throws {
        let both = try plot(".snappy", ".bouncy")
        let shared = lines(both, 80, 24, isColored: true)
        #expect(shared.count { $0.contains("┬") } == 1)
        #expect(shared.contains { $0.contains("\u{1B}[36m● .snappy") })
        #expect(shared.contains { $0.contains("\u{1B}[33m● .bouncy") })
        let apart = lines(both, 80, 24)
        #expect(!apart.joined().contains("\u{1B}"))
        #expect(apart[0].hasPrefix(".snappy") && apart[0].hasSuffix(".bouncy"))
        let seven = try plot(".snappy", ".bouncy", ".smooth", ".linear", ".easeIn", ".easeOut", ".easeInOut")
        #expect(lines(seven, 80, 24, isColored: true).count { $0.contains("┬") } == 4)
    }

    @Test("A line over a cell's eight dots is each of them")
    func dots() {
        var canvas = DotCanvas(columns: 1, rows: 1, isUnicode: true)
        #expect(canvas.cell(column: 0, row: 0) == nil)
        canvas.line(from: (0, 0), to: (0, 3), curve: 0)
        #expect(canvas.cell(column: 0, row: 0)?.character == "⡇")
        canvas.line(from: (1, 3), to: (1, 0), curve: 1)
        #expect(canvas.cell(column: 0, row: 0)?.character == "⣿")
        #expect(canvas.cell(column: 0, row: 0)?.curve == 1)
        canvas.set(2, 0, curve: 2)
        canvas.set(0, -1, curve: 2)
        #expect(canvas.cell(column: 0, row: 0)?.curve == 1)
    }
}

/// The columns of a line without colours: each character of a plot takes one.
private enum DisplayColumns {
    static func of(_ line: String) -> Int { line.unicodeScalars.count }
}
