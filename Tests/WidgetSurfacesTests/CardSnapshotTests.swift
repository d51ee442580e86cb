import Testing
import WidgetCore
import WidgetSurfaces

@Suite("Cards look as a user expects")
struct CardSnapshotTests {
    static let system = #"""
        {"vstack": [
          {"hstack": [{"label": "CPU", "symbol": "cpu"}, {"spacer": true}, "42 %"]}, {"progress": 0.42},
          {"gauge": 6.2, "max": 16, "label": "Memory", "value": "6.2 GiB"}, {"gauge": 0.1, "label": "Disk"}, {"divider": true},
          {"hstack": [{"label": "Wi-Fi", "symbol": "wifi"}, {"spacer": true}, {"text": "↓ 1.2 MB/s", "color": "secondary"}]}
        ], "alignment": "leading"}
        """#

    @Test("A small card with a button")
    func small() throws {
        let view = #"""
            {"vstack": [
              {"text": "Total Caffeine", "font": "caption"}, {"text": "95 mg", "font": "title", "bold": true},
              {"live": {"date": "2026-11-20T06:00:00Z", "style": "relative"}}, {"button": "Log espresso", "intent": "LogDrink"}
            ], "alignment": "leading"}
            """#
        #expect(
            try card(view, .systemSmall, title: "Caffeine") == """
                ╭─ Caffeine ───────╮
                │ Total Caffeine   │
                │ ▟▀▙▐▛▀▘ ▗▄▄▄ ▗▄▄ │
                │ ▝▀█▝▀▜▖ ▐▌█▐▌▜▄█ │
                │ ▝▀▘▝▀▀  ▝▘▀▝▘▗▄▛ │
                │ 2 hr             │
                │ [ Log espresso ] │
                │                  │
                │                  │
                ╰──────────────────╯
                """)
    }

    @Test("A medium card with bars")
    func medium() throws {
        #expect(
            try card(Self.system, .systemMedium, title: "System") == """
                ╭─ System ───────────────────────────────╮
                │ ▣ CPU                             42 % │
                │ ████████████████░░░░░░░░░░░░░░░░░░░░░░ │
                │ Memory                         6.2 GiB │
                │ ██████████████▊░░░░░░░░░░░░░░░░░░░░░░░ │
                │ Disk                                   │
                │ ███▊░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ │
                │ ────────────────────────────────────── │
                │ ≋ Wi-Fi                     ↓ 1.2 MB/s │
                ╰────────────────────────────────────────╯
                """)
    }

    @Test("The same card on a terminal that knows ASCII alone")
    func ascii() throws {
        let text = try card(Self.system, .systemMedium, title: "System", traits(unicode: false))
        #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
        #expect(
            text.split(separator: "\n").dropFirst(3).prefix(2) == ["| Memory                         6.2 GiB |", "| ###############----------------------- |"])
    }

    @Test("A circle, a rectangle and a line")
    func accessories() throws {
        #expect(
            try card(#"{"gauge": 0.42, "label": "CPU", "style": "circular"}"#, .accessoryCircular, title: "CPU") == """
                ╭─ CPU ─╮
                │⢠⡶⠛⠛⠛⢶⡄│
                │⣿42 % ⣿│
                │⠘⠷⣤⣤⣤⠾⠃│
                ╰───────╯
                """)
        let event = #"""
            {"vstack": ["Standup", {"hstack": [{"timer": {"until": "2026-11-20T08:12:30Z"}}, "left"]},
              {"progress": {"since": "2026-11-20T07:30:00Z", "until": "2026-11-20T08:30:00Z"}}], "alignment": "leading"}
            """#
        #expect(
            try card(event, .accessoryRectangular, title: "Next") == """
                ╭─ Next ───────────╮
                │ Standup          │
                │ 12:30 left       │
                │ ████████░░░░░░░░ │
                ╰──────────────────╯
                """)
        #expect(try card(#"{"label": "95 mg", "symbol": "cup.and.saucer"}"#, .accessoryInline, title: "-") == "          ☕ 95 mg           ")
    }

    @Test("A title that the view begins with is said once; the frame of what is selected is heavy, and marked where there is ASCII alone")
    func title() throws {
        let view = #"{"vstack": ["Work", "9:00 Stand-up, x"], "alignment": "leading"}"#
        #expect(try card(view, .accessoryRectangular, title: "work").hasPrefix("╭──────────────────╮\n│ Work  "))
        #expect(try card(view, .accessoryRectangular, title: "Agenda").hasPrefix("╭─ Agenda ─────────╮\n│ Work  "))
        #expect(
            try card(#"{"text": "Work", "redacted": true}"#, .accessoryRectangular, title: "Work").hasPrefix("╭─ Work ───"), "who sees a bar needs the name")
        func selected(_ title: String, _ traits: SurfaceTraits) throws -> String {
            let card = WidgetCard(archive: try archive(view), family: .accessoryRectangular, title: title, isSelected: true)
            return TerminalRenderer.card(card, traits: traits).ansiLines(.none)[0]
        }
        #expect(try selected("Agenda", traits()) == "┏━ ▸ Agenda ━━━━━━━┓")
        #expect(try selected("Work", traits()) == "┏━ ▸ ━━━━━━━━━━━━━━┓")
        #expect(try selected("Agenda", traits(unicode: false)) == "+- > Agenda -------+")
    }

    @Test("A small frame's title has the frame's whole width")
    func narrowTitle() throws {
        #expect(try card(#""42 %""#, .accessoryCircular, title: "System").hasPrefix("╭System─╮"))
        #expect(try card(#""42 %""#, .accessoryCircular, title: "Processor").hasPrefix("╭Proces…╮"))
        #expect(try card(#""42 %""#, .accessoryCircular, title: "CPU").hasPrefix("╭─ CPU ─╮"))
    }

    @Test("A grid in columns")
    func grid() throws {
        let view =
            #"{"grid": [["Mon", "12 °C", {"image": "sun.max"}], ["Tuesday", "9 °C", {"image": "cloud.rain"}], ["Wed", "−3 °C"]], "alignment": "trailing"}"#
        #expect(try lines(view, 16, 3) == ["    Mon 12 °C ☀ ", "Tuesday  9 °C ☂ ", "    Wed −3 °C   "])
    }

    @Test("Without a timeline the placeholder is shown, and what went wrong in the lower edge")
    func placeholder() {
        let card = WidgetCard(archive: nil, family: .accessoryRectangular, title: "Sky", status: "no such program")
        #expect(
            TerminalRenderer.card(card, traits: traits()).ansiLines(.none) == [
                "╭─ Sky ────────────╮", "│ No timeline yet  │", "│                  │", "│                  │", "╰─ no such progr… ─╯",
            ])
    }

    @Test("An archive of a newer format isn't drawn")
    func newer() {
        let archive = ViewArchive(format: 3, minimumReader: 3, nodes: [ViewNode(parent: 0, content: .text("secret"))])
        let text = TerminalRenderer.card(WidgetCard(archive: archive, family: .systemMedium), traits: traits()).ansiLines(.none).joined()
        #expect(text.contains("Needs a newer widgetctl"))
        #expect(!text.contains("secret"))
    }

    @Test("Every family's card has its proportions", arguments: WidgetFamily.allCases)
    func proportions(family: WidgetFamily) throws {
        let rendered = TerminalRenderer.card(WidgetCard(archive: try archive(#""x""#), family: family, title: "T"), traits: traits())
        #expect(rendered.size == family.cells)
        #expect(rendered.lines.count == family.cells.rows)
        #expect(rendered.lines.allSatisfy { $0.count == family.cells.columns })
    }
}
