import Testing
import WidgetCore

@Suite("A script's mistake is named with its place, and nothing is guessed")
struct ScriptErrorTests {
    static func error(_ text: String) -> String? {
        do {
            _ = try ScriptFormTests.decode(text)
            return nil
        } catch {
            return error.message
        }
    }

    @Test(
        "In a view",
        arguments: [
            (#"{"txt": "a"}"#, "view: is no view; did you mean \"text\" where it says \"txt\"?"),
            (#"{"text": 5}"#, "view.text: must be a string, not a number"),
            (#"{"nothing": "like it"}"#, "view: is no view; it needs a key such as \"text\", \"image\" or \"vstack\"; docs/script-form.md"),
            (#"{"text": "a", "fnt": "title"}"#, "view.fnt: no such key in a text; did you mean font?"),
            (#"{"text": "a", "zzzzzzzz": 1}"#, "view.zzzzzzzz: no such key in a text; docs/script-form.md lists those that there are"),
            (#"{"text": "a", "font": "titel"}"#, "view.font: \"titel\" is none of the 11 that it can be; did you mean title?"),
            (#"{"text": "a", "font": true}"#, "view.font: must be a size in points or a style's name, such as \"title\", not "),
            (#"{"text": "a", "color": "ff8800"}"#, "view.color: must be \"#rrggbb\", \"#rrggbbaa\" or a colour's name, not \"ff8800\"; docs/"),
            (#"{"text": "a", "color": "oragne"}"#, "view.color: must be \"#rrggbb\", \"#rrggbbaa\" or a colour's name, not \"oragne\"; did you mean orange?"),
            (##"{"text": "a", "color": "#ff88"}"##, "view.color: must be \"#rrggbb\""),
            (##"{"text": "a", "color": "#+f8800"}"##, "view.color: must be \"#rrggbb\""),
            (#"{"text": "a", "image": "b"}"#, "view: a view is one thing, not text and image; "), (#"{"text": null}"#, "view.text: must be a string, not null"),
            (#"{"text": "a", "bold": "yes"}"#, "view.bold: must be true or false, not a string"),
            (#"{"text": "a", "bold": true, "weight": "light"}"#, "view.bold: is a weight, and \"weight\" is there too"),
            (#"{"vstack": {"text": "a"}}"#, "view.vstack: must be an array of views, not an object"), ("5", "view: must be a view: "),
            (#"{"vstack": ["a", {"hstack": [{"text": "b", "opacity": 2}]}]}"#, "view.vstack[1].hstack[0]: opacity is 0 to 1, not 2.0"),
            (#"{"gauge": 1, "min": 3}"#, "view: the minimum 3.0 must be less than the maximum 1.0"),
            (#"{"label": "a"}"#, "view: needs \"symbol\", the name of a symbol"),
            (#"{"button": "a"}"#, "view: does one thing: it needs \"intent\", \"reload\": true or \"open\""),
            (#"{"button": "a", "intent": "I", "open": "https://a.b"}"#, "view: does one thing"),
            (#"{"button": "a", "reload": true, "id": "a b"}"#, "view: an id has the form [a-zA-Z0-9_.-]{1,64}, and \"a b\" has not"),
            (#"{"button": "a", "intent": "I", "parameters": {"x": [1]}}"#, "view.parameters.x: must be a string, a number, true or false, not an array"),
            (#"{"button": "a", "reload": true, "parameters": {}}"#, "view.parameters: are for an intent"),
            (#"{"toggle": "a", "intent": "I"}"#, "view: needs \"on\", whether it is on"),
            (#"{"toggle": "a", "on": true, "intent": "I", "states": ["x"]}"#, "view.states: are two views, off and on, not 1"),
            (#"{"link": "example.org", "view": "a"}"#, "view: must be an absolute address"), (#"{"link": "https://a.b"}"#, "view: needs \"view\""),
            (#"{"spacer": false}"#, "view.spacer: must be true or its least length"), (#"{"divider": 1}"#, "view.divider: must be true"),
            (#"{"shape": "star"}"#, "view.shape: must be one of rectangle, "), (#"{"shape": "circle", "radius": 3}"#, "view.radius: is for a roundedRectangle"),
            (#"{"grid": ["a"]}"#, "view.grid[0]: must be an array of views, not a string"),
            (#"{"timer": {}}"#, "view.timer: needs \"until\", \"since\" or both"),
            (
                #"{"live": {"date": "2026-11-20", "style": "time"}}"#,
                "view.live.date: must be a date with its zone, such as \"2026-11-20T08:00:00Z\", not \"2026-11-20\""
            ),
            (
                #"{"live": {"date": "2026-11-20T08:00:00Z", "style": "timer"}}"#,
                "view.live.style: must be one of time, date, relative, offset, currentTime, currentDate, not \"timer\""
            ),
            (#"{"image": {"png": "AAAA"}}"#, "view.image.png: image: must be a PNG"), (#"{"image": {"png": "A"}}"#, "view.image.png: must be base64"),
            (#"{"progress": "half"}"#, "view.progress: must be 0 to 1, \"indeterminate\", or an object"),
            (#"{"text": "a", "modifiers": [{"padding": 1}, {"paddin": 1}]}"#, "view.modifiers[1].paddin: no such key in modifiers"),
            (#"{"text": "a", "frame": {"width": "infinity"}}"#, "view.frame.width: must be a number, not a string"),
            (#"{"vstack": ["a"], "containerBackground": ["a", {"text": "b", "opacity": 3}]}"#, "view.containerBackground[1]: opacity is 0 to 1, not 3.0"),
            (
                #"{"vstack": [{"text": "a", "containerBackground": "red"}], "containerBackground": "red"}"#,
                "view.containerBackground: a widget has one container background"
            ),
            (#"{"toggle": "a", "on": true, "intent": "I", "opacity": 9}"#, "view: opacity is 0 to 1, not 9.0"),
        ])
    func view(json: String, message: String) {
        let error = Self.error(#"{"view": \#(json)}"#)
        #expect(error?.hasPrefix(message) == true, "\(error ?? "no error")")
    }

    @Test(
        "Around the views",
        arguments: [
            ("[]", "$: must be an object with \"entries\" or \"view\", not an array"), ("{}", "$: needs \"entries\", an array, or \"view\""),
            (#"{"view": "a", "entries": []}"#, "$: has \"entries\" or \"view\", not both"),
            (#"{"entries": []}"#, "entries: a timeline has 1 to 100 entries, not 0"),
            (#"{"entries": [{"view": "a"}]}"#, "entries[0]: needs \"date\", from when it is shown"),
            (#"{"entries": [{"date": "2026-11-20T08:00:00Z"}]}"#, "entries[0]: needs \"view\""),
            (
                #"{"entries": [{"date": "2026-11-20T08:00:00Z", "view": "a", "dat": 1}]}"#,
                "entries[0].dat: no such key in an entry; allowed: date, for, relevance, variants, view"
            ),
            (
                #"{"entries": [{"date": "2026-11-20T08:00:00Z", "view": "a"}, {"date": "2026-11-20T09:00:00+01:00", "view": "b"}]}"#,
                "entries[1].date: must be later than the entry before, 2026-11-20T08:00:00Z, and is 2026-11-20T08:00:00Z"
            ),
            (
                #"{"entries": [{"date": 1795161600, "view": "a"}]}"#,
                "entries[0].date: must be a date with its zone, such as \"2026-11-20T08:00:00Z\", not a number"
            ),
            (#"{"view": "a", "policy": "sometimes"}"#, "policy: must be \"atEnd\", \"never\" or {\"after\": \"2026-11-20T08:00:00Z\"}, not \"sometimes\""),
            (#"{"view": "a", "polcy": "never"}"#, "polcy: no such key in a timeline; allowed: entries, for, policy, variants, view"),
            (#"{"view": "a", "a\u001b b": 1}"#, #""a\u001b b": no such key in a timeline"#),
            (#"{"view": "a"} x"#, "JSON: nothing may follow the value, at byte 14 (line 1)"),
        ])
    func around(json: String, message: String) {
        let error = Self.error(json)
        #expect(error?.hasPrefix(message) == true, "\(error ?? "no error")")
    }

    @Test("Too many and too deep are named where they begin")
    func limits() {
        let wide = #"{"view": {"vstack": [\#(Array(repeating: "\"a\"", count: 1_024).joined(separator: ","))]}}"#
        #expect(Self.error(wide) == "view.vstack[1023]: a view has at most 1024 nodes, and this is one more")
        let deep = String(repeating: #"{"vstack":["#, count: 64) + "\"a\"" + String(repeating: "]}", count: 64)
        #expect(Self.error(#"{"view": \#(deep)}"#)?.hasSuffix(": views nest at most 64 deep") == true)
        let long = #"{"view": {"vstack": ["a", "\#(String(repeating: "x", count: 16 << 10))"]}}"#
        #expect(Self.error(long) == "view.vstack[1]: all text of one entry has at most 16384 bytes, and with this view it has 16385")
    }
}
