import Testing
import WidgetScripts

@testable import WidgetCore

/// The tap targets of a view, and the names that a user calls them by.
@Suite("What can be tapped") struct TapTargetTests {
    private func archive(_ view: String) throws -> ViewArchive {
        try ScriptTimeline.decode(Array(#"{"view": \#(view)}"#.utf8), family: .systemSmall, now: Timestamp(milliseconds: 0)).entries[0].archive
    }

    @Test("Links have names of their own beside the actions', and the whole widget's address comes last")
    func links() throws {
        let view = #"""
            {"widgetURL": "https://example.org/all", "vstack": [
              {"link": "https://example.org/1", "view": "First  news!"}, {"button": "Add", "intent": "Add"},
              {"link": "https://example.org/2", "view": ["First", "news"]}, {"link": "https://example.org/3", "view": {"image": "star"}},
              {"button": "Site", "open": "https://example.org/all"}]}
            """#
        let targets = try archive(view).tapTargets
        #expect(targets.map(\.id) == ["Add", "open", "first-news", "first-news-2", "link", "open-2"])
        #expect(targets.map(\.kind) == [.button, .button, .link, .link, .link, .widget])
        #expect(targets.map(\.url) == [nil] + ["all", "1", "2", "3", "all"].map { "https://example.org/\($0)" })
        #expect(targets[2].title == "First  news!" && targets[1].title == "Site")
        #expect(try archive(view).widgetURL == "https://example.org/all")
    }

    @Test("In several views of one thing each link can be named, and what is the same is there once")
    func severalViews() throws {
        func view(_ url: String) throws -> ViewArchive {
            try archive(#"{"vstack": [{"link": "\#(url)", "view": "News"}, {"button": "Add", "intent": "Add"}]}"#)
        }
        let views = [
            try view("https://a.org"), try view("https://b.org"), try view("https://a.org"), try archive(#"{"link": "https://c.org", "view": "add"}"#),
        ]
        let targets = TapTarget.all(in: views)
        #expect(targets.map(\.id) == ["Add", "news", "news-2", "add"])
        #expect(targets.map(\.url) == [nil, "https://a.org", "https://b.org", "https://c.org"])
    }

    @Test("A button that opens an address isn't taken for the whole widget's")
    func carried() throws {
        let archive = try archive(#"{"button": "Site", "open": "https://example.org"}"#)
        #expect(archive.widgetURL == nil && archive.tapTargets.map(\.kind) == [.button])
    }

    @Test(
        "widgetURL is for the outermost view, and an absolute address",
        arguments: [
            (#"{"vstack": [{"text": "a", "widgetURL": "https://example.org"}]}"#, "outermost"), (#"{"text": "a", "widgetURL": "-x"}"#, "absolute"),
            (#"{"text": "a", "widgetURL": "https:///x"}"#, "host"),
            (#"{"text": "a", "containerBackground": {"text": "b", "widgetURL": "https://a.org"}}"#, "outermost"),
        ])
    func wrong(view: String, word: String) {
        let error = #expect(throws: WidgetError.self) { try archive(view) }
        #expect(error?.message.contains(word) == true && error?.message.contains("widgetURL") == true, "\(error?.message ?? "")")
    }

    @Test(
        "A name made of a text has an action's form, is short, and is no other's",
        arguments: [
            ("Open the Site…", "open-the-site"), ("--help", "help"), ("größer", "grer"), ("", "link"), ("日本", "link"), ("a  b", "a-b-2"), ("v1.2.", "v1.2"),
            (String(repeating: "ab ", count: 30), "ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-a"),
        ])
    func names(text: String, name: String) {
        let made = ViewAction.name(from: text, or: "link", besides: ["a-b"])
        #expect(made == name && ViewAction.isValid(id: made))
    }

    @Test(
        "Only the web's and mail's addresses are opened without a question",
        arguments: [
            ("https://example.org", true), ("HTTP://example.org", true), ("mailto:a@example.org", true), ("file:///etc/passwd", false),
            ("javascript:alert(1)", false),
            ("-https://example.org", false), ("https://a\u{1B}.org", false),
        ])
    func usual(url: String, isWebOrMail: Bool) { #expect(AbsoluteURL.isWebOrMail(url) == isWebOrMail) }
}
