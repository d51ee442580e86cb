import Testing
import WidgetCore
import WidgetSurfaces

@Suite("Views take the room that they need, and what is left is shared")
struct LayoutTests {
    @Test("Spacers push to the edges and share evenly")
    func spacers() throws {
        #expect(try lines(#"{"hstack": ["a", {"spacer": true}, "b"]}"#, 10, 1) == ["a        b"])
        #expect(try lines(#"{"hstack": [{"spacer": true}, "b"]}"#, 10, 1) == ["         b"])
        #expect(try lines(#"{"vstack": ["a", {"spacer": true}, "b"]}"#, 3, 4) == [" a ", "   ", "   ", " b "])
        #expect(try lines(#"{"hstack": ["a", {"spacer": true}, "b", {"spacer": true}, "c"], "spacing": 0}"#, 11, 1) == ["a    b    c"])
    }

    @Test("Stacks align their children")
    func alignment() throws {
        #expect(try lines(#"{"vstack": ["long one", "b"], "alignment": "trailing"}"#, 8, 2) == ["long one", "       b"])
        #expect(try lines(#"{"vstack": ["long one", "b"]}"#, 8, 2) == ["long one", "   b    "])
        #expect(try lines(#"{"hstack": [{"vstack": ["1", "2", "3"]}, "x"], "alignment": "bottom"}"#, 3, 3) == ["1  ", "2  ", "3 x"])
    }

    @Test("Spacing is in points: 8 a column, 16 a row")
    func spacing() throws {
        #expect(try lines(#"{"hstack": ["a", "b"], "spacing": 24}"#, 5, 1) == ["a   b"])
        #expect(try lines(#"{"vstack": ["a", "b"], "spacing": 16}"#, 1, 3) == ["a", " ", "b"])
        #expect(try lines(#"{"vstack": ["a", "b"], "spacing": 8}"#, 1, 3) == ["a", "b", " "])
    }

    @Test("Spacing goes before views do")
    func tight() throws {
        #expect(try lines(#"{"vstack": ["a", "b", "c"], "spacing": 16}"#, 1, 3) == ["a", "b", "c"])
        #expect(try lines(#"{"hstack": ["aa", "bb"], "spacing": 80}"#, 6, 1) == ["aa  bb"])
    }

    @Test("Too many rows: the first stay")
    func overflow() throws {
        #expect(try lines(#"{"vstack": ["1", "2", "3", "4", "5"]}"#, 1, 3) == ["1", "2", "3"])
        #expect(try lines(#"{"hstack": ["Wednesday", "Thursday"]}"#, 11, 1) == ["Wedn… Thur…"])
        #expect(try lines(#"{"hstack": ["Wednesday", "12"]}"#, 9, 1) == ["Wedne… 12"])
    }

    @Test("Rows that a figure in large letters can't use go to what was cut")
    func rowsLeft() throws {
        let view = #"{"vstack": ["a", {"text": "9", "font": "largeTitle"}, "b", {"vstack": ["1", "2", "3", "4"], "spacing": 0}], "spacing": 0}"#
        let drawn = try lines(view, 8, 7).map { $0.replacing(" ", with: "") }
        #expect(drawn == ["a", "9", "b", "1", "2", "3", "4"])
    }

    @Test("Spaces at the ends of texts side by side are kept, and cost no letters")
    func spacesBetweenTexts() throws {
        #expect(try lines(#"{"hstack": [{"text": "ansi "}, {"text": "red"}], "spacing": 0}"#, 12, 1) == ["  ansi red  "])
        #expect(try lines(#"{"hstack": [{"text": "a"}, {"text": " x "}, {"text": "b"}], "spacing": 0}"#, 6, 1) == ["a x b "])
        #expect(try lines(#"{"text": "four "}"#, 4, 1) == ["four"], "a space that doesn't fit is left out, and no letter")
    }

    @Test("Text wraps at words, obeys its line limit and ends with an ellipsis where it is cut")
    func text() throws {
        #expect(try lines(#""the quick brown fox""#, 10, 3) == ["the quick ", "brown fox ", "          "].map { $0 })
        #expect(try lines(#"{"text": "the quick brown fox", "lineLimit": 1}"#, 10, 1) == ["the quick…"])
        #expect(try lines(#""oh incomprehensibilities oh""#, 8, 3) == ["oh      ", "incompr…", "oh      "], "no word is broken")
        #expect(try lines(#"{"text": "a\n\nb"}"#, 1, 3) == ["a", " ", "b"])
        #expect(try lines(#"{"text": "one three", "multilineTextAlignment": "trailing"}"#, 5, 2) == ["  one", "three"])
        #expect(try lines(#""日本語の文""#, 5, 3) == ["日本 ", "語の ", "文   "])
    }

    @Test("A frame holds its view at its alignment; padding keeps a distance")
    func frames() throws {
        #expect(try lines(#"{"hstack": [{"text": "a", "frame": {"width": 40, "alignment": "trailing"}}, "b"], "spacing": 0}"#, 6, 1) == ["    ab"])
        #expect(try lines(#"{"hstack": [{"text": "a", "frame": {"maxWidth": "infinity"}}, "b"], "spacing": 0}"#, 6, 1) == ["  a  b"])
        #expect(try lines(#"{"hstack": [{"text": "a", "padding": {"horizontal": 8, "vertical": 16}}, "b"], "spacing": 0}"#, 4, 3) == ["    ", " a b", "    "])
        #expect(try lines(#"{"text": "a", "padding": 400}"#, 3, 1) == [" a "], "A padding that would leave no room isn't there")
        #expect(try lines(#"{"text": "a", "frame": {"width": 24}, "offset": {"x": 8}}"#, 3, 1) == ["  a"])
    }

    @Test("What grows fills the frame that it is given")
    func filledFrames() throws {
        #expect(try lines(#"{"hstack": [{"progress": 1, "frame": {"width": 24}}, "b"], "spacing": 0}"#, 6, 1) == [" ███b "])
        #expect(try lines(#"{"hstack": [{"shape": "capsule", "frame": {"width": 8, "height": 32}}, {"vstack": ["a", "b"]}]}"#, 3, 2) == ["┃ a", "┃ b"])
        #expect(try lines(#"{"shape": "circle", "frame": {"width": 8, "height": 8}}"#, 3, 1) == [" ● "])
    }

    @Test("Views lie over each other, the last in front")
    func depth() throws {
        #expect(try lines(#"{"zstack": ["aaaa", "bb"], "alignment": "leading"}"#, 4, 1) == ["bbaa"])
        #expect(try lines(#"{"zstack": ["日本", {"text": "x", "frame": {"width": 8}}], "alignment": "leading"}"#, 4, 1) == ["x 本"])
        #expect(try lines(#"{"zstack": ["日本", {"text": "x", "offset": {"x": 8}}], "alignment": "leading"}"#, 4, 1) == [" x本"])
    }

    @Test("Dividers run along, buttons and toggles have their marks")
    func marks() throws {
        #expect(try lines(#"{"hstack": [{"vstack": ["a", "b"]}, {"divider": true}, "c"]}"#, 5, 2) == ["a │ c", "b │  "])
        #expect(try lines(#"{"vstack": ["a", {"divider": true}]}"#, 4, 2) == [" a  ", "────"])
        #expect(try lines(#"{"button": [{"image": "plus"}, "Add"], "reload": true}"#, 9, 1) == ["[ + Add ]"])
        #expect(try lines(#"{"toggle": "T", "on": true, "states": ["off", "on"], "intent": "I"}"#, 5, 1) == ["◉ on "])
        #expect(try lines(#"{"toggle": "T", "on": false, "states": ["off", "on"], "intent": "I"}"#, 5, 1) == ["○ off"])
        // A look of its own has its mark in it.
        let own = #"{"toggle": "T", "on": false, "states": [{"hstack": [{"image": "circle"}, "off"]}, "on"], "intent": "I", "toggleStyle": "button"}"#
        #expect(try lines(own, 7, 1).joined().filter { $0 == "○" }.count == 1)
    }

    @Test("Buttons that don't fit beside each other go on in the next line; where there is none their labels are cut, never their words")
    func buttons() throws {
        let buttons = #"{"hstack": [{"button": "Espresso", "intent": "A"}, {"button": "Cappuccino", "intent": "B"}, {"button": "Tea", "intent": "C"}]}"#
        #expect(try lines(buttons, 24, 3) == [" [ Espresso ]           ", " [ Cappuccino ] [ Tea ] ", "                        "])
        #expect(try lines(buttons, 38, 2)[0] == " [ Espresso ] [ Cappuccino ] [ Tea ]  ")
        #expect(try lines(buttons, 24, 1) == ["[ Es… ] [ Cap… ] [ Tea ]"])
        let grid = #"{"grid": [[{"button": "Espresso", "intent": "A"}, {"button": "Tea", "intent": "B"}], [{"button": "Cappuccino", "intent": "C"}]]}"#
        #expect(try lines(grid, 21, 3) == ["[ Espresso ] [ Tea ] ", "[ Cappuccino ]       ", "                     "])
        #expect(try lines(grid, 16, 3) == [" [ Espresso ]   ", " [ Tea ]        ", " [ Cappuccino ] "])
        #expect(try lines(#"{"button": "Log an espresso", "intent": "A"}"#, 12, 3)[1] == "[ Log an… ] ")
    }

    @Test("What can be tapped is where it was drawn")
    func actions() throws {
        let view = #"{"vstack": ["a", {"hstack": [{"button": "B", "intent": "One"}, {"toggle": "T", "on": true, "intent": "Two"}]}], "alignment": "leading"}"#
        let widget = TerminalRenderer.view(try archive(view), size: CellSize(columns: 12, rows: 3), traits: traits())
        #expect(widget.ansiLines(.none)[1].hasPrefix(" [ B ] ◉ T"))
        #expect(widget.actions.map(\.id) == ["One", "Two"])
        #expect(
            widget.actions.map(\.place) == [
                CellRect(column: 1, row: 1, size: CellSize(columns: 5, rows: 1)), CellRect(column: 7, row: 1, size: CellSize(columns: 3, rows: 1)),
            ])
    }

    @Test("A gauge in one row, with its text beside it")
    func narrowGauge() throws {
        #expect(try lines(#"{"gauge": 0.5, "label": "CPU"}"#, 12, 1) == ["CPU ████░░░░"])
        #expect(try lines(#"{"gauge": 7, "max": 5}"#, 4, 1) == ["████"])
        #expect(try lines(#"{"progress": "indeterminate"}"#, 4, 1) == ["░░░░"])
    }

    @Test("A view that isn't known shows its fallback, and without one its children")
    func unknown() {
        let unknown = { (fallback: String) in
            ViewArchive(nodes: [ViewNode(parent: 0, content: nil, fallback: fallback), ViewNode(parent: 0, content: .text("child"))])
        }
        let size = CellSize(columns: 5, rows: 1)
        #expect(TerminalRenderer.view(unknown("new"), size: size, traits: traits()).ansiLines(.none) == [" new "])
        #expect(TerminalRenderer.view(unknown(""), size: size, traits: traits()).ansiLines(.none) == ["child"])
    }
}
