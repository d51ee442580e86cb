import Testing
import WidgetAPI
import WidgetCore

@testable import CommandRendering
@testable import WidgetCommands

@Suite("What a tap names") struct TapNameTests {
    private func view() throws -> ViewArchive {
        try ViewTree.vstack([
            .button("Open  site", id: "a1", intent: "X"), .button("Add", id: "add", intent: "Y"),
            .button("Same", id: "s1", intent: "Y", parameters: ["n": .integer(1)]),
            .button("Same", id: "s2", intent: "Y", parameters: ["n": .integer(2)]), .link("https://example.org", [.text("News")]),
        ]).archive()
    }

    @Test(
        "An action is found by its id, and else by what stands on it",
        arguments: [
            ("a1", "a1"), ("open site", "a1"), ("ADD", "add"), ("s2", "s2"), ("news", "news"), ("nothing", nil), ("", nil),
        ] as [(String, String?)])
    func found(name: String, id: String?) throws { #expect(try TapName.find(name, among: TapTarget.all(in: [view(), view()]))?.id == id) }

    @Test("What stands on several is asked about, with their ids")
    func several() {
        let error = #expect(throws: WidgetError.self) { try TapName.find("same", among: view().tapTargets) }
        #expect(error?.code == .invalidArgument && error?.message.hasSuffix("s1, s2") == true, "\(error?.message ?? "")")
    }

    @Test("An action's id that begins with a hyphen is no option")
    func hyphen() throws {
        let arguments = BoardRequest.tapArguments(
            BoardLink(item: .activity("a1"), action: "-x", url: ""), isSure: true, at: SocketLocation(explicit: "/s", environment: { _ in nil }, uid: 0))
        #expect(try #require(arguments.firstIndex(of: "--")) < #require(arguments.firstIndex(of: "-x")))
        let command = try ActivityTapCommand.parse(Array(arguments.dropFirst(2)))
        #expect(command.activity == "a1" && command.action == "-x")
    }

    @Test("The board opens an address instead of asking for it to be performed")
    func board() throws {
        var model = BoardModel()
        let archive = try ProtoViewArchive(view())
        model.apply(event(snapshot { $0.archive = archive }))
        #expect(model.actions == ["a1", "add", "s1", "s2", "news"])
        #expect(model.press(.digit(5)) == .perform(action: "news", of: .widget(firstID)))
        #expect(model.address(of: "news", .widget(firstID)) == "https://example.org" && model.address(of: "a1", .widget(firstID)) == nil)
    }

    @Test(
        "Only terminals that are known to take them are given links",
        arguments: [
            (["TERM": "foot"], true), (["TERM": "xterm-kitty"], true), (["TERM": "xterm-256color", "VTE_VERSION": "7006"], true),
            (["TERM": "xterm-256color"], false),
            (["TERM": "linux"], false), (["TERM": "tmux-256color", "VTE_VERSION": "7006"], false),
            (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4"], true),
            (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a"], false), (["TERM": "xterm", "VTE_VERSION": "4600"], false),
            (["TERM": "xterm", "FORCE_HYPERLINK": "1"], true), (["TERM": "foot", "FORCE_HYPERLINK": "0"], false),
        ])
    func terminals(environment: [String: String], knows: Bool) {
        #expect(TerminalTraits.hasHyperlinks(isTerminal: true) { environment[$0] } == knows)
        #expect(!TerminalTraits.hasHyperlinks(isTerminal: false) { environment[$0] })
    }
}
