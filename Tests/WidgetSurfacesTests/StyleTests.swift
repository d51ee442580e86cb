import Testing
import WidgetCore
import WidgetSurfaces

@Suite("Colours and attributes as the terminal has them")
struct StyleTests {
    static func line(_ view: String, _ depth: SurfaceTraits.ColorDepth, columns: Int = 1) throws -> String { try lines(view, columns, 1, traits(depth))[0] }

    @Test("One colour at every depth")
    func depths() throws {
        let view = ##"{"text": "x", "color": "#ff3b30"}"##
        #expect(try Self.line(view, .trueColor) == "\u{1B}[0;38;2;255;59;48mx\u{1B}[0m")
        #expect(try Self.line(view, .palette) == "\u{1B}[0;38;5;203mx\u{1B}[0m")
        #expect(try Self.line(view, .sixteen) == "\u{1B}[0;91mx\u{1B}[0m")
        #expect(try Self.line(view, .none) == "x")
        #expect(try Self.line(#"{"text": "x", "color": "red", "background": "black"}"#, .sixteen) == "\u{1B}[0;91;40mx\u{1B}[0m")
    }

    @Test("Bold, italic, underlined, secondary and faint")
    func attributes() throws {
        #expect(try Self.line(#"{"text": "x", "bold": true, "italic": true}"#, .sixteen) == "\u{1B}[0;1;3mx\u{1B}[0m")
        #expect(try Self.line(#"{"text": "x", "font": "title"}"#, .sixteen) == "\u{1B}[0;1mx\u{1B}[0m")
        #expect(try Self.line(#"{"vstack": [{"text": "x", "weight": "regular"}], "bold": true}"#, .sixteen) == "x")
        #expect(try Self.line(#"{"text": "x", "color": "secondary"}"#, .trueColor) == "\u{1B}[0;2mx\u{1B}[0m")
        #expect(try Self.line(#"{"text": "x", "opacity": 0.5}"#, .sixteen) == "\u{1B}[0;2mx\u{1B}[0m")
        #expect(try Self.line(#"{"link": "https://a.b", "view": "x"}"#, .sixteen) == "\u{1B}[0;4mx\u{1B}[0m")
    }

    @Test("What is transparent keeps its place and isn't drawn")
    func transparent() throws {
        #expect(try Self.line(#"{"hstack": [{"text": "a", "color": "clear"}, "b"], "spacing": 0}"#, .none, columns: 2) == " b")
        #expect(try Self.line(#"{"hstack": [{"text": "a", "opacity": 0}, "b"], "spacing": 0}"#, .none, columns: 2) == " b")
    }

    @Test("Text without a colour of its own is readable on a container background")
    func contrast() throws {
        #expect(try Self.line(#"{"text": "x", "containerBackground": "black"}"#, .trueColor, columns: 3).contains("38;2;255;255;255;48;2;0;0;0"))
        #expect(try Self.line(#"{"text": "x", "containerBackground": "yellow"}"#, .trueColor, columns: 3).contains("38;2;0;0;0;48;2;255;204;0"))
    }

    @Test("Redacted text is a bar, in its colours' place")
    func redacted() throws {
        #expect(try Self.line(#"{"text": "ab 日", "redacted": true}"#, .none, columns: 5) == "██ ██")
        #expect(try lines(#"{"text": "ab", "redacted": true}"#, 2, 1, traits(unicode: false)) == ["##"])
    }

    @Test("What is private is hidden while the session is locked, gauges too, and shown when it isn't")
    func privacy() throws {
        let text = #"{"text": "4711", "privacySensitive": true}"#
        #expect(try lockedLines(text, 4, 1) == ["████"])
        #expect(try lines(text, 4, 1) == ["4711"])
        func gauge(_ value: Double, _ label: String) throws -> [String] {
            try lockedLines(#"{"vstack": [{"gauge": \#(value), "label": "\#(label)"}], "privacySensitive": true}"#, 8, 2)
        }
        #expect(try gauge(0.25, "Debt") == gauge(0.75, "Gain") && !gauge(0.25, "Debt").joined().contains("Debt"))
        #expect(try lockedLines(#"{"vstack": ["open"]}"#, 4, 1) == ["open"])
    }

    @Test("What is invalidatable is dim until the new entry")
    func invalidated() throws {
        let view = #"{"hstack": [{"text": "a", "invalidatable": true}, "b"], "spacing": 0}"#
        #expect(try lines(view, 2, 1, traits(.sixteen), isInvalidated: true) == ["\u{1B}[0;2ma\u{1B}[0mb"])
        #expect(try lines(view, 2, 1, traits(.sixteen)) == ["ab"])
    }
}
