import Testing
import WidgetCore
import WidgetSurfaces

@Suite("Large text is large where there is room")
struct BigTextTests {
    @Test("Titles have three rows in a small widget", arguments: ["title", "largeTitle"])
    func title(font: String) throws {
        let small = try lines(#"{"text": "95 mg", "font": "\#(font)"}"#, 16, 8).filter { !$0.allSatisfy { $0 == " " } }
        #expect(
            small == [
                "▟▀▙▐▛▀▘ ▗▄▄▄ ▗▄▄",
                "▝▀█▝▀▜▖ ▐▌█▐▌▜▄█",
                "▝▀▘▝▀▀  ▝▘▀▝▘▗▄▛",
            ])
        let time = try lines(#"{"text": "12:45", "font": "\#(font)"}"#, 16, 3)
        #expect(
            time == [
                "▗█ ▝▀▜▖▄▐▌▐▌█▀▀ ",
                " █ ▗▛▀ ▄▝▀▜▌▀▀▙ ",
                "▝▀▘▝▀▀▘   ▝▘▀▀▘ ",
            ])
    }

    @Test("Text that is too wide, too high, of several lines or of unknown letters is one bold row")
    func fallback() throws {
        #expect(try lines(#"{"text": "95 mg", "font": "title"}"#, 15, 3)[1] == "     95 mg     ")
        #expect(try lines(#"{"text": "95 mg", "font": "title"}"#, 16, 2)[0] == "     95 mg      ")
        #expect(try lines(#"{"text": "9\n5", "font": "title"}"#, 16, 4)[1] == "       9        ")
        #expect(try lines(#"{"text": "日本", "font": "title"}"#, 16, 3)[1] == "      日本      ")
        #expect(try lines(#"{"text": "95", "font": "title2"}"#, 16, 3)[1] == "       95       ")
        #expect(try lines(#"{"text": "95", "font": "title"}"#, 16, 3, traits(unicode: false))[1] == "       95       ")
        #expect(try lines(#"{"text": "95", "font": "title"}"#, 2, 1, traits(.sixteen)) == ["\u{1B}[0;1m95\u{1B}[0m"])
    }

    @Test("What stands beside it keeps its room")
    func beside() throws {
        let view = #"{"vstack": ["a", "b", "c", "d", {"text": "95", "font": "title"}]}"#
        #expect(try lines(view, 16, 6).map { $0.trimmed } == ["a", "b", "c", "d", "95", ""])
        #expect(try lines(view, 16, 7).map { $0.trimmed }.prefix(4) == ["a", "b", "c", "d"])
        #expect(try lines(view, 16, 7)[5].contains("▀"))
    }

    @Test("96 points have six rows, where they fit")
    func larger() throws {
        let large = try lines(#"{"text": "1", "font": 96}"#, 10, 6)
        #expect(large == ["    ██    ", "   ███    ", "    ██    ", "    ██    ", "   ████   ", "          "])
        #expect(try lines(#"{"text": "1", "font": 96}"#, 10, 5).filter { !$0.allSatisfy { $0 == " " } }.count == 3)
    }

    @Test("A timer is large as well, and ticks")
    func live() throws {
        let archive = try archive(#"{"timer": {"until": "2026-11-20T08:12:45Z"}, "font": "largeTitle"}"#)
        let rendered = TerminalRenderer.view(archive, size: CellSize(columns: 16, rows: 3), traits: traits())
        #expect(rendered.ansiLines(.none) == (try lines(#"{"text": "12:45", "font": "largeTitle"}"#, 16, 3)))
        #expect(rendered.nextTick == now + .seconds(1))
    }

    @Test("Small text stands on the line of large text beside it")
    func baseline() throws {
        let view = #"{"hstack": [{"text": "95", "font": "title"}, {"text": "mg", "font": "caption"}], "alignment": "firstTextBaseline"}"#
        #expect(try lines(view, 12, 3)[2].hasSuffix("mg "))
    }
}

extension String {
    var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
