import Testing
import WidgetCore
import WidgetSurfaces

@Suite("Charts show how values went")
struct ChartTests {
    @Test("A line runs through its values, with its bounds beside it")
    func line() throws {
        let line = try lines(#"{"chart": [0, 10, 5, 5, 20], "max": 20}"#, 18, 4)
        #expect(
            line == [
                "             ⢠⠊ 20",
                "            ⡰⠁    ",
                "  ⡠⠊⠉⠒⠢⢄⣀⣀⣀⡜      ",
                "⡠⠊               0",
            ])
    }

    @Test("An area is filled from 0, a gap is left empty, and a mark lies across")
    func area() throws {
        let view = #"{"chart": [12, 31, 30, null, 64, 58, 71], "style": "area", "min": 0, "max": 100, "marks": [{"at": 80, "label": "limit"}]}"#
        let area = try lines(view, 22, 5)
        #expect(
            area == [
                "                   100",
                "⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉▂▁⠉⠉▁▄ limit",
                "          ███▇██      ",
                " ▁▄▄▄▄    ██████      ",
                "▅█████    ██████     0",
            ])
    }

    @Test("Bars stand apart where there is room, and below 0 hang from it")
    func bars() throws {
        let apart = try lines(#"{"chart": [1, 2, 4, 3], "style": "bar"}"#, 12, 4)
        #expect(
            apart == [
                "      ██    ",
                "      ██ ██ ",
                "   ██ ██ ██ ",
                "██ ██ ██ ██ ",
            ])
        let below = try lines(#"{"chart": [2, -2], "style": "bar"}"#, 6, 4)
        #expect(
            below == [
                "██    ",
                "██    ",
                "   ██ ",
                "   ██ ",
            ])
        let paired = try lines(#"{"chart": [{"values": [1, 2]}, {"values": [2, 1]}], "style": "bar"}"#, 12, 2)
        #expect(
            paired == [
                "  ██  ██    ",
                "████  ████  ",
            ])
    }

    @Test("Stacked bars lie on each other, and those below 0 under each other")
    func stacked() throws {
        let bars = try lines(
            #"{"chart": [{"values": [1, 2, -1]}, {"values": [2, 2, -1]}, {"values": [1, 0, 1]}], "style": "bar", "stacked": true, "min": -4, "max": 4}"#, 6, 8)
        #expect(bars.filter { $0.contains("█") }.count == 6)
        #expect(bars.map { $0.prefix(1) } == ["█", "█", "█", "█", " ", " ", " ", " "])
    }

    @Test("Series have a legend where there is room")
    func legend() throws {
        let named = try lines(#"{"chart": [{"values": [1, 2, 3], "label": "in"}, {"values": [3, 2, 1], "label": "out"}]}"#, 18, 5)
        #expect(
            named == [
                "⠉⠒⠤⣀         ⣀⠤⠊ 3",
                "    ⠉⠒⠤⣀ ⣀⠤⠒⠉     ",
                "     ⣀⠤⠒⠉⠑⠢⢄⡀     ",
                "⣀⡠⠔⠊⠉       ⠈⠑⠢⢄ 1",
                "■ in  ■ out       ",
            ])
    }

    @Test("A sparkline takes one row and all columns")
    func sparkline() throws {
        let rising = try lines(#"{"chart": [0, 1, 2, 3, 4, 5, 6, 7], "style": "sparkline"}"#, 8, 3)
        #expect(
            rising == [
                "        ",
                "▁▂▃▄▅▆▇█",
                "        ",
            ])
        let tight = try lines(#"{"vstack": ["CPU", {"chart": [1, 5, 1], "min": 0, "max": 10}]}"#, 6, 2)
        #expect(
            tight == [
                " CPU  ",
                "▂▃▄▅▃▂",
            ])
    }

    @Test("Where x says so values stand unevenly")
    func places() throws {
        let uneven = try lines(#"{"chart": [0, 7, 0], "x": [0, 1, 10], "style": "sparkline"}"#, 11, 1)
        #expect(
            uneven == [
                "▁█▇▆▆▅▄▃▃▂▁"
            ])
    }

    @Test("On a terminal that knows ASCII alone a chart is ASCII")
    func ascii() throws {
        let line = try lines(#"{"chart": [0, 10, 5, 5, 20], "max": 20, "marks": [15]}"#, 18, 4, traits(unicode: false))
        #expect(
            line == [
                "              * 20",
                "-------------*-   ",
                "    *********     ",
                "****             0",
            ])
        let area = try lines(#"{"chart": [0, 10, 5, 5, 20], "style": "area"}"#, 10, 3, traits(unicode: false))
        #expect(
            area == [
                "         #",
                "  #.    ##",
                " #########",
            ])
        let blocks = try lines(#"{"chart": [0, 1, 2, 3, 4, 5, 6, 7], "style": "sparkline"}"#, 8, 1, traits(unicode: false))
        #expect(
            blocks == [
                "_.:-=+*#"
            ])
    }

    @Test("What is private looks the same whatever it is while the session is locked")
    func privacy() throws {
        func hidden(_ values: String) throws -> [String] { try lockedLines(#"{"chart": \#(values), "privacySensitive": true}"#, 20, 4) }
        #expect(try hidden("[1, 2, 3]") == hidden("[900]"))
        #expect(try hidden("[1, 2, 3]")[0] == String(repeating: "░", count: 20))
        let archive = try archive(#"{"chart": [1, 2, 3], "privacySensitive": true}"#)
        #expect(LineRenderer.lines(archive.redacted(.privateViews), traits: traits()).lines == ["████████████"])
    }

    @Test("In a line of text a chart is blocks, a series each")
    func inLine() throws {
        let archive = try archive(#"{"vstack": ["CPU", {"chart": [{"values": [0, 50, 100], "label": "a"}, {"values": [100, null, 0]}], "min": 0}]}"#)
        #expect(LineRenderer.lines(archive, traits: traits()).lines == ["CPU", "a ▁▅█", "█ ▁"])
    }

    @Test(
        "Axes say three digits and a unit",
        arguments: [(0.0, "0"), (1, "1"), (1.5, "1.5"), (0.254, "0.25"), (99.96, "100"), (1_234, "1.23k"), (999_600, "1M"), (-12.34, "-12.3")])
    func numbers(value: Double, text: String) throws {
        let chart = ViewTree.chart([value - 1, value], in: (value - 1)...value)
        let rendered = TerminalRenderer.view(try chart.archive(), size: CellSize(columns: 20, rows: 3), traits: traits())
        #expect(rendered.ansiLines(.none)[0].hasSuffix(" " + text))
    }
}
