import Testing
import WidgetCore
import WidgetSettings

@Suite("The file of widgetd-wall") struct WallConfigurationTests {
    private func read(_ text: String) throws(WidgetError) -> WallConfiguration { try WallConfiguration(file: Array(text.utf8)) }

    private func message(_ text: String) -> String {
        do throws(WidgetError) {
            _ = try read(text)
            return ""
        } catch {
            return error.message
        }
    }

    @Test("All keys are read, and what is written is read again as it was")
    func wholeFile() throws {
        let configuration = try read(
            """
            {"surfaces": [
              {"name": "desk", "kind": "desktop", "outputs": ["HDMI-A-1"], "layer": "background", "anchor": "bottomLeft", "margin": 12.5, "spacing": 10,
               "columns": 3, "zoom": 1.5, "colorScheme": "light", "theme": "tinted", "reduceMotion": true, "tint": "#ff8800", "distance": "far",
               "widgets": ["system", "a\\"b"]},
              {"name": "bar", "kind": "panel", "edge": "bottom", "background": "black"},
              {"name": "hall", "kind": "wall", "background": ["#102030", "#30405080"], "turnAfter": 30, "pages": [["a", "b"], ["c"]],
               "dimming": {"from": "22:00", "to": "07:05", "level": 0.25}}]}
            """)
        let desk = configuration.surfaces[0]
        #expect(desk.outputs == ["HDMI-A-1"] && desk.layer == .background && desk.place.anchor == .bottomLeft && desk.place.margin == 12.5)
        #expect(
            desk.place.columns == 3 && desk.place.zoom == 1.5 && desk.look.reducesMotion && desk.look.tint == .rgba(0xFF88_00FF)
                && desk.pages == [["system", "a\"b"]])
        #expect(desk.traits(isDimmed: false).levelOfDetail == .simplified && desk.traits(isDimmed: false).renderingMode == .accented)
        #expect(configuration.surfaces[1].place.margin == 8 && configuration.surfaces[1].layer == .top && configuration.surfaces[1].pages == nil)
        #expect(configuration.surfaces[2].dimming == WallSurface.Dimming(from: 22 * 60, to: 7 * 60 + 5, level: 0.25))
        #expect(try read(configuration.text) == configuration)
        #expect(try read(WallConfiguration.standard.text) == .standard)
    }

    @Test(
        "A mistake is named with its key, its value and what is allowed",
        arguments: [
            (
                #"{"surfaces": [{"name": "a", "kind": "desktp"}]}"#,
                "surfaces[0].kind: must be one of desktop, panel, wall, window, not \"desktp\"; did you mean desktop?"
            ),
            (#"{"surfaces": [{"name": "a", "kind": "wall", "colums": 2}]}"#, "surfaces[0].colums: no such key in a surface; did you mean columns?"),
            (#"{"surfaces": [{"name": "a", "kind": "wall", "zoom": 20}]}"#, "surfaces[0].zoom: must be 0.25 to 8.0, not 20"),
            (#"{"surfaces": [{"name": "a", "kind": "wall", "turnAfter": 1}]}"#, "surfaces[0].turnAfter: must be 2 to 86400 seconds, not 1"),
            (
                #"{"surfaces": [{"name": "a", "kind": "wall", "dimming": {"from": "25:00", "to": "07:00"}}]}"#,
                "surfaces[0].dimming.from: must be a time such as \"22:00\", not \"25:00\""
            ),
            (
                #"{"surfaces": [{"name": "a", "kind": "wall"}, {"name": "a", "kind": "wall"}]}"#,
                "surfaces[1].name: \"a\" is another surface's name already; give each its own"
            ),
            (
                #"{"surfaces": [{"name": "a", "kind": "wall", "widgets": [], "pages": []}]}"#,
                "surfaces[0]: has both \"widgets\" and \"pages\"; keep one of them"
            ),
            (#"{"surfaces": [{"kind": "wall"}]}"#, "surfaces[0]: needs \"name\", the surface's own name"),
        ])
    func mistakes(_ text: String, _ expected: String) { #expect(message(text) == expected) }

    @Test("Widgets are placed, moved and removed; a surface is made where there is none, and names with a mistake get the nearest")
    func edits() throws {
        var configuration = WallConfiguration(surfaces: [])
        try configuration.place("a", on: "hall", kind: .wall, page: nil)
        try configuration.place("b", on: "hall", kind: nil, page: nil)
        try configuration.place("c", on: "hall", kind: nil, page: 2)
        #expect(configuration.surfaces.map(\.kind) == [.wall] && configuration.surfaces[0].pages == [["a", "b"], ["c"]])
        try configuration.move("a", on: "hall", to: .after("b"), page: nil)
        #expect(configuration.surfaces[0].pages == [["b", "a"], ["c"]])
        try configuration.move("b", on: "hall", to: .before("c"), page: nil)
        #expect(configuration.surfaces[0].pages == [["a"], ["b", "c"]])
        try configuration.move("c", on: "hall", to: .place(1), page: 1)
        #expect(configuration.surfaces[0].pages == [["c", "a"], ["b"]])
        try configuration.remove("b", from: "hall")
        #expect(configuration.surfaces[0].pages == [["c", "a"]])
        let twice = #expect(throws: WidgetError.self) { try configuration.place("a", on: "hall", kind: nil, page: nil) }
        #expect(twice?.code == .alreadyExists)
        let unknown = #expect(throws: WidgetError.self) { try configuration.remove("a", from: "hal") }
        #expect(unknown?.message.contains("did you mean hall?") == true)
        let far = #expect(throws: WidgetError.self) { try configuration.place("d", on: "hall", kind: nil, page: 3) }
        #expect(far?.message == "page 3: hall has 1; name one of them, or 2")
    }

    @Test("A surface that shows the whole board isn't edited by moving")
    func board() {
        var configuration = WallConfiguration.standard
        let error = #expect(throws: WidgetError.self) { try configuration.move("a", on: "desk", to: .last, page: nil) }
        #expect(error?.code == .failedPrecondition)
    }
}

@Suite("Settings of a surface that are changed from elsewhere") struct WallSettingsTests {
    private var hall: WallSurface {
        var hall = WallSurface(name: "hall", kind: .wall)
        (hall.pages, hall.turnAfter) = ([["system"], ["agenda"]], 30)
        return hall
    }

    private func refusal(_ edit: SurfaceEdit) -> String {
        do throws(WidgetError) {
            _ = try hall.edited(by: [edit], showing: [])
            return ""
        } catch {
            return error.message
        }
    }

    @Test("A value is written as in the file, and lists of widgets may be shorter")
    func values() throws {
        let edits = [
            SurfaceEdit("zoom", .set("1.5")), SurfaceEdit("theme", .set("glass")), SurfaceEdit("background", .set("#102030,black")),
            SurfaceEdit("reduceMotion", .set("true")), SurfaceEdit("dimming", .set(#"{"from": "22:00", "to": "07:00"}"#)),
            SurfaceEdit("pages", .set("system,agenda/weather")), SurfaceEdit("outputs", .set("HDMI-A-1")),
        ]
        let edited = try hall.edited(by: edits, showing: [])
        #expect(edited.place.zoom == 1.5 && edited.look.theme == .glass && edited.look.background.count == 2 && edited.look.reducesMotion)
        #expect(edited.dimming?.from == 22 * 60 && edited.pages == [["system", "agenda"], ["weather"]] && edited.outputs == ["HDMI-A-1"])
        #expect(edited.turnAfter == 30, "what isn't named stays")
        #expect(try edited.edited(by: [SurfaceEdit("widgets", .set(#"["a,b"]"#))], showing: []).pages == [["a,b"]])
        let settings = Dictionary(edited.settings.map { ($0.name, $0.value) }) { first, _ in first }
        #expect(settings["zoom"] == "1.5" && settings["theme"] == #""glass""# && settings["margin"]?.isEmpty == true && settings["name"] == nil)
    }

    @Test("A setting that is reset is as usual")
    func reset() throws {
        let edited = try hall.edited(by: [SurfaceEdit("pages", .reset), SurfaceEdit("turnAfter", .reset)], showing: [])
        #expect(edited == WallSurface(name: "hall", kind: .wall))
    }

    @Test("A widget that is added or taken off leaves the others, also those of the whole board")
    func lists() throws {
        #expect(try hall.edited(by: [SurfaceEdit("widgets", .add("weather"))], showing: []).pages == [["system"], ["agenda", "weather"]])
        #expect(try hall.edited(by: [SurfaceEdit("widgets", .remove("system"))], showing: []).pages == [["agenda"]])
        let whole = WallSurface(name: "desk", kind: .desktop)
        #expect(try whole.edited(by: [SurfaceEdit("widgets", .add("new"))], showing: [["a", "b"]]).pages == [["a", "b", "new"]])
        #expect(try whole.edited(by: [SurfaceEdit("widgets", .remove("a"))], showing: [["a", "b"]]).pages == [["b"]])
    }

    @Test(
        "A mistake is named with what is allowed",
        arguments: [
            ("zom", "1", "did you mean zoom"), ("zoom", "99", "zoom: must be 0.25 to 8"), ("theme", "glas", "did you mean glass"),
            ("name", "x", "isn't a setting"),
            ("turnAfter", "soon", "turnAfter"),
        ])
    func mistakes(_ name: String, _ value: String, _ words: String) {
        #expect(refusal(SurfaceEdit(name, .set(value))).contains(words), "\(refusal(SurfaceEdit(name, .set(value))))")
        #expect(!refusal(SurfaceEdit(name, .set(value))).contains("surfaces[0]"))
    }

    @Test("Only widgets are added") func noList() { #expect(refusal(SurfaceEdit("zoom", .add("1"))).contains("no list")) }

    @Test("What waits for a surface keeps the last value")
    func waiting() {
        var edits = [SurfaceEdit("zoom", .set("1")), SurfaceEdit("widgets", .add("a"))]
        edits.append(later: [SurfaceEdit("zoom", .set("2")), SurfaceEdit("widgets", .add("b"))])
        #expect(edits == [SurfaceEdit("widgets", .add("a")), SurfaceEdit("zoom", .set("2")), SurfaceEdit("widgets", .add("b"))])
        edits.append(later: [SurfaceEdit("widgets", .reset)])
        #expect(edits == [SurfaceEdit("zoom", .set("2")), SurfaceEdit("widgets", .reset)])
    }
}
