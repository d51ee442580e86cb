import Testing
import WidgetAPI
import WidgetTestSupport

/// The daemon follows a kind's manifest in placing and drawing.
@Suite(.timeLimit(.minutes(10))) struct PlacePromptTests {
    private func daemon(hasDefault: Bool = true) throws -> DaemonFixture {
        let daemon = try DaemonFixture()
        let city = #"{"name":"city","type":"text","title":"City","options":["Bern","Rome"]\#(hasDefault ? #","default":"Bern""# : #","required":true"#)}"#
        try daemon.addProvider("weather", script: Scripts.text("sunny"), kindExtra: #","prompts_for_user_configuration":true,"parameters":[\#(city)]"#)
        try daemon.start()
        return daemon
    }

    private func placed(_ daemon: DaemonFixture) throws -> [[String: ProtoParameterValue]] { try daemon.client().widgets().widgets.map(\.widget.parameters) }

    @Test func aPersonIsAskedUntilTheAnswerWillDo() throws {
        let daemon = try daemon()
        let (status, said) = try TypedCommand.run(["place", "weather"], typing: "Paris\nRome\n", daemon)
        #expect(status == 0 && said.contains("City (Bern Rome; Enter: Bern): ") && said.contains("try again"), "\(said)")
        #expect(try placed(daemon) == [["city": .with { $0.text = "Rome" }]])
        // It is there: nobody is asked.
        #expect(try TypedCommand.run(["place", "weather", "--unless-placed"], typing: "\u{4}", daemon).status == 0)
        // A value that was given isn't asked for.
        #expect(try TypedCommand.run(["place", "weather", "city=Bern"], typing: "\u{4}", daemon).status == 0)
        #expect(try daemon.widgetctl("kinds", "weather").output.contains("a user on a terminal is asked"))
    }

    @Test func theEndOfTheInputPlacesNothing() throws {
        let daemon = try daemon()
        let (status, said) = try TypedCommand.run(["place", "weather"], typing: "\u{4}", daemon)
        #expect(status == 75 && said.contains("nothing was placed"), "\(said)")
        #expect(try placed(daemon).isEmpty)
    }

    @Test func whatHasNoDefaultMustBeGivenWhereNobodyIsAsked() throws {
        let daemon = try daemon(hasDefault: false)
        for given in [[], ["city="]] {
            let refused = try daemon.widgetctl(["place", "weather"] + given)
            #expect(
                refused.status == 65 && refused.errors.contains("city: isn't given and has no default; `widgetctl kinds weather` says what it is"), "\(refused)"
            )
        }
        #expect(try placed(daemon).isEmpty)
        #expect(try daemon.widgetctl("place", "weather", "city=Rome").status == 0)
    }

    @Test func contentWithoutMarginsReachesTheFrameAndAFixedBackgroundIsSaid() throws {
        let daemon = try DaemonFixture()
        let script = #"printf '{"view":{"text":"%s"},"policy":"never"}' MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM"#
        try daemon.addProvider("plain", script: script)
        try daemon.addProvider("wide", script: script, kindExtra: #","content_margins_disabled":true,"container_background_removable":false"#)
        try daemon.start()
        for kind in ["plain", "wide"] {
            let id = try daemon.client().place(.with { $0.kind = kind }).widget.id
            _ = try daemon.wait(for: id) { $0.state == .current }
            for arguments in [["show", kind], ["kinds", kind, "--preview"], ["provider", "run", kind, kind]] {
                let result = try daemon.widgetctl(arguments)
                let reaches = result.output.contains("|MMM") || result.output.contains("│MMM")
                #expect(reaches == (kind == "wide"), "\(arguments): \(result)")
            }
        }
        let detail = try daemon.widgetctl("kinds", "wide").output
        #expect(detail.contains("reaches up to the frame") && detail.contains("background"), "\(detail)")
    }
}
