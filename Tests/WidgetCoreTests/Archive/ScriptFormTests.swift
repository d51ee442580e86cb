import Foundation
import Testing
import WidgetCore
import WidgetScripts

@Suite("What a script prints becomes a timeline")
struct ScriptFormTests {
    static let now = Timestamp(milliseconds: 1_795_161_600_000)

    static func decode(_ text: String, family: WidgetFamily = .systemSmall) throws(WidgetError) -> ScriptTimeline {
        try ScriptTimeline.decode(Array(text.utf8), family: family, now: now)
    }

    static func nodes(_ view: String) throws -> [ViewNode] {
        try #require(try decode(#"{"view": \#(view)}"#).entries.first).archive.nodes
    }

    /// The examples of docs/script-form.md, as `kind` names them after the fence.
    static func examples(_ kind: String) throws -> [String] {
        var folder = URL(filePath: #filePath)
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "docs/script-form.md").path) {
            folder.deleteLastPathComponent()
        }
        let text = try String(contentsOf: folder.appending(path: "docs/script-form.md"), encoding: .utf8)
        return text.components(separatedBy: "```json \(kind)\n").dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
    }

    @Test("Every view of the document decodes")
    func documentedViews() throws {
        let examples = try Self.examples("view")
        #expect(examples.count >= 25)
        for example in examples {
            #expect(throws: Never.self, "\(example)") { _ = try Self.decode(#"{"view": \#(example)}"#) }
        }
    }

    @Test("The document shows every kind of view")
    func documentIsComplete() throws {
        var seen: Set<String> = []
        for example in try Self.examples("view") { for node in try Self.nodes(example) { seen.insert(node.content?.name ?? "") } }
        #expect(
            seen == [
                "text", "live text", "image", "label", "vstack", "hstack", "zstack", "spacer", "divider", "gauge", "chart", "progress", "button", "toggle",
                "link",
                "shape", "rich text", "overlay", "widgetLabel", "lazyVGrid", "viewThatFits", "container background", "grid", "grid row",
            ])
    }

    @Test("Every timeline of the document decodes to what it says")
    func documentedTimelines() throws {
        let examples = try Self.examples("timeline")
        try #require(examples.count == 3)
        let timeline = try Self.decode(examples[0])
        #expect(timeline.policy == .after(Self.now + .minutes(15)))
        #expect(timeline.entries.map(\.date) == [Self.now, Self.now + .hours(1)])
        #expect(timeline.entries[0].relevance == EntryRelevance(score: 12))
        #expect(timeline.entries[1].relevance == EntryRelevance(score: 3.5, duration: .minutes(30)))
        let single = try Self.decode(examples[1])
        #expect(single.entries.map(\.date) == [Self.now])
        #expect(single.policy == .never)
        let variants = try Self.decode(examples[2]).entries[0].archive
        #expect(variants.traits == [ViewTraits(colorScheme: .dark)] && variants.variants.map(\.traits) == [[ViewTraits(colorScheme: .light)]])
    }

    @Test("A script's view and the same view in code are one archive")
    func sameAsCode() throws {
        let script = try Self.nodes(
            #"{"vstack": [{"text": "95 mg", "font": "title", "bold": true, "id": "sum"}, {"hstack": ["a", {"spacer": true}, "b"]}], "spacing": 4, "alignment": "leading"}"#
        )
        let code = ViewTree.vstack(
            alignment: .leading, spacing: 4, [.text("95 mg").font(.title).bold().id("sum"), .hstack([.text("a"), .spacer, .text("b")])])
        #expect(try code.archive().validated(family: .systemSmall).nodes == script)
    }

    @Test("A picture travels beside the timeline, once")
    func picture() throws {
        let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        let timeline = try Self.decode(#"{"view": {"hstack": [{"image": {"png": "\#(png)"}}, {"image": {"png": "\#(png)"}}]}}"#)
        #expect(timeline.images.count == 1)
        #expect(timeline.entries[0].archive.images == [timeline.images[0].reference])
        #expect(timeline.images[0].reference.width == 1)
        #expect(throws: Never.self) { try timeline.images[0].reference.check(timeline.images[0].data) }
    }

    @Test("Modifiers keep the order in which the document lists them, and those of the array their own")
    func modifierOrder() throws {
        let node = try #require(try Self.nodes(#"{"text": "a", "modifiers": [{"background": "red"}, {"padding": 1}], "opacity": 0.5, "padding": 2}"#).first)
        let padding = { (length: Double) in ViewModifier.padding(ViewInsets(top: length, leading: length, bottom: length, trailing: length)) }
        #expect(node.modifiers == [padding(2), .opacity(0.5), .background(.named(.red)), padding(1)])
    }

    @Test("Timers say what they count")
    func timers() throws {
        func live(_ timer: String) throws -> ViewContent? { try Self.nodes(#"{"timer": \#(timer)}"#).first?.content }
        let (a, b) = (Self.now, Self.now + .minutes(30))
        #expect(try live(#"{"until": "2026-11-20T08:00:00Z"}"#) == .liveText(LiveText(style: .timer, date: a, countsDown: true)))
        #expect(try live(#"{"since": "2026-11-20T08:00:00Z"}"#) == .liveText(LiveText(style: .timer, date: a, countsDown: false)))
        #expect(
            try live(#"{"since": "2026-11-20T08:00:00Z", "until": "2026-11-20T08:30:00Z"}"#)
                == .liveText(LiveText(style: .timer, date: a, end: b, countsDown: true)))
    }

    @Test("A clock has no date, and a date's text needs one")
    func clocks() throws {
        func live(_ text: String) throws -> ViewContent? { try Self.nodes(#"{"live": \#(text)}"#).first?.content }
        #expect(try live(#"{"style": "currentTime", "timeZone": "Asia/Tokyo"}"#) == .liveText(.currentTime(timeZone: "Asia/Tokyo")))
        #expect(try live(#"{"style": "currentDate"}"#) == .liveText(.currentDate()))
        #expect(throws: WidgetError.self) { try live(#"{"style": "time"}"#) }
        #expect(throws: WidgetError.self) { try live(#"{"style": "currentTime", "date": "2026-11-20T08:00:00Z"}"#) }
        #expect(throws: WidgetError.self) { try live(#"{"style": "timer", "date": "2026-11-20T08:00:00Z"}"#) }
    }

    @Test("Colours are names or hexadecimal digits")
    func colors() throws {
        func color(_ text: String) throws -> ViewModifier? { try Self.nodes(#"{"text": "a", "color": "\#(text)"}"#).first?.modifiers.first }
        #expect(try color("secondary") == .foreground(.named(.secondary)))
        #expect(try color("#ff8800") == .foreground(.rgba(0xFF88_00FF)))
        #expect(try color("#ff880040") == .foreground(.rgba(0xFF88_0040)))
    }
}
