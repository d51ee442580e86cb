import Testing
import WidgetCore

@testable import WidgetSurfaces

@Suite("Nothing in a provider's text reaches the terminal but characters")
struct SafeTextTests {
    static func shown(_ text: String, columns: Int = 20) -> String {
        let archive = ViewArchive(nodes: [ViewNode(parent: 0, content: .text(text))])
        return TerminalRenderer.view(archive, size: CellSize(columns: columns, rows: 1), traits: traits()).ansiLines(.none)[0].split(separator: " ").joined(
            separator: " ")
    }

    @Test(
        "Controls and escape sequences lose their power",
        arguments: [
            ("a\u{1B}[2Jb", "a\u{FFFD}[2Jb"), ("a\u{7}b", "a\u{FFFD}b"), ("a\u{9B}31mb", "a\u{FFFD}31mb"), ("a\tb", "a b"), ("a\u{202E}b", "ab"),
            ("a\u{200B}b", "ab"),
            ("a\u{FEFF}b", "ab"), ("a\u{7F}b", "a\u{FFFD}b"), ("a\u{0}b", "a\u{FFFD}b"),
        ])
    func controls(text: String, expected: String) {
        #expect(Self.shown(text) == expected)
    }

    @Test("Controls in titles and in symbols' names too")
    func elsewhere() {
        let archive = ViewArchive(nodes: [ViewNode(parent: 0, content: .label(title: "a\u{1B}c", systemImage: "\u{1B}[2J"))])
        let card = WidgetCard(archive: archive, family: .systemSmall, title: "t\u{1B}]0;x\u{7}", status: "s\u{1B}c\nd")
        for line in TerminalRenderer.card(card, traits: traits()).ansiLines(.none) {
            #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }

    @Test("Marks upon marks are cut")
    func zalgo() {
        let text = "a" + String(repeating: "\u{301}", count: 500)
        #expect(Self.shown(text).unicodeScalars.count == 10)
    }

    @Test(
        "Columns of characters",
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("ﾊ", 1), ("Ｆ", 2), ("한", 2), ("😀", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("☕", 2), ("☀", 1), ("☀\u{FE0F}", 2),
            ("\u{200D}", 0),
            ("\u{1B}", 0), ("…", 1), ("─", 1), ("█", 1), ("", 0), ("ab日", 4),
        ])
    func widths(text: String, columns: Int) {
        #expect(CellWidth.columns(of: text) == columns)
    }

    @Test("Every symbol is one character of one or two columns")
    func symbols() {
        for name in ["wifi", "cup.and.saucer.fill", "battery.75percent", "arrow.up", "xmark.circle.fill", "no.such.symbol", "", "...", "circle.fill"] {
            let character = SymbolTable.character(for: name, isUnicode: true)
            #expect(character.count == 1 && (1...2).contains(CellWidth.columns(of: character)), "\(name)")
            #expect((1...2).contains(SymbolTable.character(for: name, isUnicode: false).utf8.count))
        }
        #expect(SymbolTable.character(for: "wifi.circle.fill", isUnicode: true) == "≋")
        #expect(SymbolTable.character(for: "circle.fill", isUnicode: true) == "●")
    }
}
