import Testing
import WidgetCore

@testable import WidgetSurfaces

/// Addresses in what a terminal draws, and in lines of text.
@Suite("Links") struct HyperlinkTests {
    private static let start = "\u{1B}]8;;https://example.org/a\u{1B}\\"
    private static let end = "\u{1B}]8;;\u{1B}\\"

    private func drawn(_ archive: ViewArchive, hyperlinks: Bool = true) -> String {
        let traits = SurfaceTraits(colorDepth: .sixteen, now: now, hasHyperlinks: hyperlinks)
        return TerminalRenderer.view(archive, size: CellSize(columns: 12, rows: 1), traits: traits).ansiLines(.sixteen).joined()
    }

    @Test("A terminal that knows OSC 8 is given a link's address around its text and nothing else, another one none")
    func link() throws {
        let view = try archive(#"{"hstack": ["go", {"link": "https://example.org/a", "view": "there"}, "now"]}"#)
        let text = drawn(view)
        #expect(text.contains("\(Self.start)\u{1B}[0;4mthere\(Self.end)\u{1B}[0m now"), "\(text.debugDescription)")
        #expect(!drawn(view, hyperlinks: false).contains("\u{1B}]"))
    }

    @Test("The whole widget's address is that of all but the buttons that do something else")
    func whole() throws {
        let view = try archive(#"{"widgetURL": "https://example.org/a", "hstack": ["x", {"button": "do", "intent": "Do"}]}"#)
        let text = drawn(view)
        #expect(text.contains("\(Self.start)") && text.contains("x"))
        let beforeButton = try #require(text.firstRange(of: "do").map { text[..<$0.lowerBound] })
        #expect(beforeButton.ranges(of: Self.start).last.map { beforeButton[$0.upperBound...].contains(Self.end) } == true, "\(text.debugDescription)")
        let site = try archive(#"{"button": "site", "open": "https://example.org/a"}"#)
        #expect(drawn(site).contains(Self.start))
    }

    @Test(
        "An address that could do anything to a terminal, or of a scheme that does who knows what, is none",
        arguments: [
            "https://example.org/\u{1B}\\\u{7}", "https://example.org/\u{9C}", "javascript:x", "https://example.org/ü", "file:///etc/passwd",
        ])
    func hostile(url: String) {
        let link = ViewArchive(nodes: [ViewNode(parent: 0, content: .link(url: url)), ViewNode(parent: 0, content: .text("x"))])
        #expect(!drawn(link).contains("\u{1B}]"), "\(drawn(link).debugDescription)")
    }

    @Test("What is hidden leads nowhere: while the session is locked, and what a view hides itself")
    func locked() throws {
        let view = try archive(#"{"link": "https://example.org/a", "view": "secret", "privacySensitive": true}"#)
        #expect(drawn(view).contains(Self.start) && !drawn(view.redacted(.privateViews)).contains("example"))
        #expect(try !drawn(archive(#"{"link": "https://example.org/a", "view": "secret", "redacted": true}"#)).contains("example"))
    }

    @Test("In lines of text a link is an action with its address, and its words stay; the whole widget's comes last")
    func lines() throws {
        let view = try archive(
            #"{"widgetURL": "https://example.org/w", "vstack": ["News", {"link": "https://example.org/a", "view": "Headline"}, {"button": "Add", "intent": "Add"}]}"#
        )
        let lines = LineRenderer.lines(view, traits: traits())
        #expect(lines.lines == ["News", "Headline"])
        #expect(
            lines.actions == [
                .init(id: "headline", title: "Headline", url: "https://example.org/a"), .init(id: "Add", title: "Add"),
                .init(id: "open", title: "Open", url: "https://example.org/w"),
            ])
    }

    @Test("xbar's menu opens an address itself; one that it must not is left to widgetctl, which asks")
    func xbar() {
        let choices: [BarItem.Choice] = [
            .init(title: "Site", intent: .perform(widget: "w", action: "site"), url: "https://example.org/a?b=c|d".replacing("|", with: "%7C")),
            .init(title: "App", intent: .perform(widget: "w", action: "app"), url: "steam://run/1"),
        ]
        let text = BarFormat.xbar.text(BarContent([BarItem(kind: .widget, id: "w", text: "t", choices: choices)]))
        #expect(text.contains("Site | emojize=false symbolize=false ansi=false href=\"https://example.org/a?b=c%7Cd\"\n"), "\(text)")
        #expect(text.contains("App | emojize=false symbolize=false ansi=false bash=\"widgetctl\" param1=\"tap\" param2=\"w\" param3=\"app\""), "\(text)")
    }
}
