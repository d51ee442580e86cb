import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Kinds of controls that prompt for their configuration, on a real terminal.
@Suite(.timeLimit(.minutes(10))) struct ControlPromptTests {
    private func lamp(hasDefault: Bool = true) throws -> DaemonFixture {
        let daemon = try DaemonFixture()
        let room = #"{"name":"room","type":"text","title":"Room","options":["hall","cellar"]\#(hasDefault ? #","default":"hall""# : #","required":true"#)}"#
        try Lamp(daemon, kind: #","prompts_for_user_configuration":true,"parameters":[\#(room)]"#)
        try daemon.start()
        return daemon
    }

    @Test func aPersonIsAskedUntilTheAnswerWillDo() throws {
        let daemon = try lamp()
        let (status, said) = try TypedCommand.run(["control", "add", "lamp"], typing: "attic\ncellar\n", daemon)
        #expect(status == 0 && said.contains("Room (hall cellar; Enter: hall): ") && said.contains("try again"), "\(said)")
        #expect(try daemon.client().controls().controls.map(\.control.parameters) == [["room": .with { $0.text = "cellar" }]])
    }

    @Test func theEndOfTheInputAddsNothing() throws {
        let daemon = try lamp()
        let (status, said) = try TypedCommand.run(["control", "add", "lamp"], typing: "\u{4}", daemon)
        #expect(status == 75 && said.contains("nothing was added"), "\(said)")
        #expect(try daemon.client().controls().controls.isEmpty)
    }

    @Test func withoutATerminalNobodyIsAsked() throws {
        let daemon = try lamp()
        #expect(try daemon.widgetctl("control", "add", "lamp").status == 0)
        #expect(try daemon.client().controls().controls.map(\.control.parameters) == [[:]])
        #expect(try daemon.widgetctl("control", "kinds", "lamp").output.contains("a user on a terminal is asked"))
    }

    @Test func whatHasNoDefaultMustBeGivenWhereNobodyIsAsked() throws {
        let daemon = try lamp(hasDefault: false)
        for given in [[], ["room="]] {
            let refused = try daemon.widgetctl(["control", "add", "lamp"] + given)
            #expect(refused.status != 0 && refused.errors.contains("room: isn't given and has no default"), "\(refused)")
        }
        #expect(try daemon.client().controls().controls.isEmpty)
        #expect(try daemon.widgetctl("control", "add", "lamp", "room=cellar").status == 0)
        #expect(try daemon.client().controls().controls.map(\.control.parameters) == [["room": .with { $0.text = "cellar" }]])
    }
}
