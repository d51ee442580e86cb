import Testing
import WidgetCore

@testable import CommandRendering

@Suite("What is printed")
struct OutputTests {
    @Test("Columns align where names are wide, combined or empty")
    func alignment() {
        var table = Table("NAME", "KIND")
        table.add(.init("日本"), .init("a"))
        table.add(.init("e\u{301}t"), .init("b"))
        table.add(.init(""), .init("c"))
        #expect(table.text(.plain) == "NAME  KIND\n日本  a\ne\u{301}t    b\n-     c\n")
    }

    @Test("The last column is cut to the terminal, never within a wide character")
    func cut() {
        var table = Table("A", "B")
        table.add("x", .init("日本語"))
        #expect(table.text(.plain, maximumWidth: 7) == "A  B\nx  日…\n")
        #expect(table.text(.plain, maximumWidth: 9) == "A  B\nx  日本語\n")
    }

    @Test(
        "Nothing that a provider says reaches the terminal's controls",
        arguments: [
            ("\u{1B}[2Jgone", "\u{FFFD}[2Jgone"), ("two\nlines\tand", "two lines and"), ("\u{9B}31mred", "\u{FFFD}31mred"), ("bell\u{7}", "bell\u{FFFD}"),
            ("\u{202E}txt.exe", "\u{FFFD}txt.exe"), ("fine é 日本", "fine é 日本"), ("\u{7F}", "\u{FFFD}"),
        ])
    func controls(text: String, shown: String) {
        #expect(PlainText.line(text) == shown)
    }

    @Test("A field can't fill the screen")
    func longText() {
        #expect(PlainText.line(String(repeating: "a", count: 100_000)).count == RenderingLimits.fieldCharacters)
    }

    @Test("Colour only where it is asked for")
    func style() {
        #expect(Style.plain(.red, "x") == "x")
        #expect(Style(isColored: true)(.red, "x") == "\u{1B}[31mx\u{1B}[0m")
    }

    @Test(
        "Colour as the environment says",
        arguments: [
            (true, ["TERM": "xterm"], "sixteen"), (true, ["TERM": "xterm-256color"], "palette"),
            (true, ["TERM": "xterm", "COLORTERM": "truecolor"], "trueColor"),
            (true, ["TERM": "xterm-256color", "NO_COLOR": "1"], "none"), (true, ["TERM": "xterm-256color", "NO_COLOR": ""], "palette"),
            (true, ["TERM": "dumb"], "none"),
            (true, [:], "none"), (false, ["TERM": "xterm-256color", "COLORTERM": "truecolor"], "none"),
        ])
    func color(isTerminal: Bool, environment: [String: String], expected: String) {
        #expect("\(TerminalTraits.color(isTerminal: isTerminal) { environment[$0] })" == expected)
    }

    @Test(
        "Characters beyond ASCII unless a locale rules them out",
        arguments: [
            ([:], true), (["LANG": "C"], false), (["LANG": "de_DE.UTF-8"], true), (["LANG": "C", "LC_ALL": "C.utf8"], true),
            (["LC_ALL": "POSIX", "LANG": "C.UTF-8"], false),
        ])
    func unicode(environment: [String: String], expected: Bool) {
        #expect(TerminalTraits.isUnicode { environment[$0] } == expected)
    }

    @Test(
        "Bytes in the largest unit",
        arguments: [(0, "0 B"), (1_023, "1023 B"), (1_024, "1.0 KiB"), (1_536, "1.5 KiB"), (20 << 20, "20 MiB"), (UInt64.max, "15 EiB")] as [(UInt64, String)])
    func bytes(count: UInt64, text: String) {
        #expect(ByteCount.text(count) == text)
    }

    @Test("Ids are cut where they differ, at 8 characters or later, and never end with a hyphen")
    func shortIDs() {
        #expect(ShortIDs([firstID])(firstID) == "01979a3c")
        #expect(ShortIDs([firstID, secondID])(secondID) == secondID)
        #expect(ShortIDs(["01979a3c-1", "01979a3c-2"])("01979a3c-1") == "01979a3c-1")
        #expect(ShortIDs(["01979a3c-", "01979a3c1"])("01979a3c-x") == "01979a3c-x")
    }
}
