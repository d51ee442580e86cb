import Testing
import WidgetCore
import WidgetSurfaces

@Suite("What is round looks round where there is room")
struct RoundTests {
    @Test("A round gauge is a ring with its value inside")
    func ring() throws {
        let bare = try lines(#"{"gauge": 0.42, "style": "circular"}"#, 8, 3)
        #expect(
            bare == [
                "⢠⡶⠛⠛⠛⢶⡄ ",
                "⣿42 % ⣿ ",
                "⠘⠷⣤⣤⣤⠾⠃ ",
            ])
        let large = try lines(#"{"gauge": 1, "style": "circular", "label": "CPU"}"#, 15, 7)
        #expect(
            large == [
                "  ⢀⣤⣶⠾⠿⠿⠿⠷⣶⣤⡀  ",
                " ⣴⡿⠋       ⠙⢿⣦ ",
                "⣼⡟           ⢻⣧",
                "⣿⡇   100 %   ⢸⣿",
                "⢻⣧    CPU    ⣼⡟",
                " ⠻⣷⣄       ⣠⣾⠟ ",
                "  ⠈⠛⠿⢶⣶⣶⣶⡶⠿⠛⠁  ",
            ])
        let labelled = try lines(#"{"gauge": 0, "style": "circular", "label": "Memory"}"#, 9, 4)
        #expect(
            labelled == [
                " ⢠⡶⠛⠛⠛⢶⡄ ",
                " ⣿ 0 % ⣿ ",
                " ⠘⠷⣤⣤⣤⠾⠃ ",
                " Memory  ",
            ])
    }

    @Test("A value that doesn't fit into a ring, and one without room for a ring, is a text")
    func text() throws {
        #expect(try lines(#"{"gauge": 0.5, "value": "120 MB of 240", "style": "circular"}"#, 20, 5)[2].trimmed == "◑ 120 MB of 240")
        #expect(try lines(#"{"gauge": 0.5, "style": "circular"}"#, 8, 2)[0].trimmed == "◑ 50 %")
        #expect(try lines(#"{"gauge": 0.5, "style": "circular"}"#, 8, 3, traits(unicode: false))[1].trimmed == "50 %")
    }

    @Test("A private ring says nothing while the session is locked")
    func privacy() throws {
        func hidden(_ value: Double) throws -> [String] {
            try lockedLines(#"{"gauge": \#(value), "value": "x", "style": "circular", "privacySensitive": true}"#, 8, 3)
        }
        #expect(try !hidden(0.1).joined().contains("x"))
    }

    /// Filled cells as blocks, whatever their colour.
    static func filled(_ view: String, _ columns: Int, _ rows: Int) throws -> [String] {
        TerminalRenderer.view(try archive(view), size: CellSize(columns: columns, rows: rows), traits: traits(.trueColor)).lines.map { line in
            line.reduce(into: "") { $0 += $1.style.background != nil ? "█" : $1.character }
        }
    }

    @Test("A circle is round, in the middle, and a capsule has round ends")
    func shapes() throws {
        let circle = try Self.filled(#"{"shape": "circle", "color": "blue"}"#, 10, 4)
        #expect(
            circle == [
                "  ▄████▄  ",
                " ▟██████▙ ",
                " ▜██████▛ ",
                "  ▀████▀  ",
            ])
        let capsule = try Self.filled(#"{"shape": "capsule", "color": "blue"}"#, 12, 3)
        #expect(
            capsule == [
                "▗▟████████▙▖",
                "████████████",
                "▝▜████████▛▘",
            ])
        let rounded = try Self.filled(#"{"shape": "roundedRectangle", "radius": 16, "color": "blue"}"#, 8, 3)
        #expect(
            rounded == [
                "▟██████▙",
                "████████",
                "▜██████▛",
            ])
        #expect(try Self.filled(#"{"shape": "rectangle", "color": "blue"}"#, 4, 2) == ["████", "████"])
    }

    @Test("Text in front of a circle stays readable")
    func front() throws {
        let view = #"{"zstack": [{"shape": "circle", "color": "blue"}, {"text": "7"}]}"#
        let rendered = TerminalRenderer.view(try archive(view), size: CellSize(columns: 6, rows: 3), traits: traits(.trueColor))
        #expect(rendered.lines[1].contains { $0.character == "7" && $0.style.background == .named(.blue) })
    }
}
