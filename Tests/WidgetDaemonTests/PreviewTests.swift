import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Views of a kind before there is a timeline: the gallery's preview, and the placeholder.
@Suite(.timeLimit(.minutes(10))) struct PreviewTests {
    private func fixture(_ script: String = Scripts.echo(), _ arguments: [String] = []) throws -> DaemonFixture {
        let fixture = try DaemonFixture()
        fixture.arguments = arguments
        try fixture.addProvider(
            "echo", script: script, families: ["systemSmall", "systemMedium"], kindExtra: #","parameters":[{"name":"days","type":"integer","default":3}]"#)
        try fixture.start()
        return fixture
    }

    private func preview(_ fixture: DaemonFixture, _ change: (inout ProtoPreviewRequest) -> Void = { _ in }) throws -> ProtoPreviewResponse {
        var request = ProtoPreviewRequest()
        request.kind = "echo"
        change(&request)
        return try fixture.client().preview(request)
    }

    private func text(_ archive: ProtoViewArchive) -> String { archive.nodes.first?.text.literal ?? "" }

    @Test func aPreviewIsTheSnapshotAndNothingIsPlacedOrAsked() throws {
        let fixture = try fixture()
        let preview = try preview(fixture) {
            $0.family = .systemMedium
            $0.parameters = ["days": .with { $0.integer = 7 }]
        }
        #expect(text(preview.archive) == "snapshot systemMedium dark 1.0 true 7")
        #expect(preview.source == .snapshot && preview.snapshotError.isEmpty)
        #expect(preview.family == .systemMedium && preview.width == 338 && preview.displayName == "echo")
        #expect(try fixture.client().widgets().widgets.isEmpty)
        #expect(try fixture.client().status().reloads == 0)
    }

    @Test func theKindsFirstFamilyAndItsDefaultsAreTaken() throws {
        let fixture = try fixture()
        #expect(text(try preview(fixture).archive) == "snapshot systemSmall dark 1.0 true 3")
    }

    @Test func aKindWithoutASnapshotGivesItsTimelineAndWithoutThatItsPlaceholder() throws {
        let timeline = try preview(try fixture(Scripts.echo(refusing: "snapshot")))
        #expect(timeline.source == .timeline && text(timeline.archive).hasPrefix("timeline"))
        #expect(timeline.snapshotError.contains("gives no snapshot"))
        let placeholder = try preview(try fixture(Scripts.echo(refusing: "snapshot timeline")))
        #expect(placeholder.source == .placeholder && text(placeholder.archive).allSatisfy { "█ ".contains($0) }, "a placeholder is redacted, also here")
    }

    @Test func aKindThatGivesNothingIsAnErrorThatSaysWhy() throws {
        let fixture = try fixture(Scripts.echo(refusing: "snapshot timeline placeholder"))
        let error = #expect(throws: WidgetError.self) { try preview(fixture) }
        #expect(error?.message.contains("gives no snapshot") == true, "\(error?.message ?? "")")
    }

    @Test func whatCannotBePlacedCannotBePreviewedEither() throws {
        let fixture = try fixture()
        let kind = #expect(throws: WidgetError.self) { try preview(fixture) { $0.kind = "eco" } }
        #expect(kind?.code == .notFound && kind?.message.contains("did you mean echo?") == true, "\(kind?.message ?? "")")
        let family = #expect(throws: WidgetError.self) { try preview(fixture) { $0.family = .systemLarge } }
        #expect(family?.code == .invalidArgument && family?.message.hasPrefix("family: ") == true, "\(family?.message ?? "")")
        let parameter = #expect(throws: WidgetError.self) { try preview(fixture) { $0.parameters = ["day": .with { $0.integer = 7 }] } }
        #expect(parameter?.message.contains("did you mean days?") == true, "\(parameter?.message ?? "")")
    }

    @Test func thePicturesOfAPreviewComeWithIt() throws {
        // One transparent pixel.
        let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        let preview = try preview(try fixture(#"printf '{"view":{"image":{"png":"\#(png)"}}}'"#))
        #expect(preview.images.map { $0.data.base64EncodedString() } == [png])
        #expect(preview.images.map(\.reference.sha256) == preview.archive.images.map(\.sha256))
    }

    @Test func providersAreToldHowSurfacesLook() throws {
        let fixture = try fixture(Scripts.echo(), ["--display-scale", "2"])
        let id = try fixture.client().place(.with { $0.kind = "echo" }).widget.id
        let snapshot = try fixture.wait(for: id) { $0.state == .current }
        #expect(text(snapshot.archive) == "timeline systemSmall dark 2.0 false 3")
    }

    @Test func aScaleThatThereIsNotIsRefused() throws {
        let result = try Programs.run(Programs.path("widgetd"), ["--display-scale", "3"])
        #expect(result.status == 64 && result.errors.contains("display-scale") && result.errors.contains("3"), "\(result)")
    }

    @Test func aPlacedWidgetShowsThePlaceholderUntilItsTimelineIsThere() throws {
        let gate = try TemporaryDirectory()
        #expect(mkfifo(gate.file("gate"), 0o600) == 0)
        let fixture = try fixture(Scripts.echo(gate: gate.file("gate")))
        let id = try fixture.client().place(.with { $0.kind = "echo" }).widget.id
        let before = try fixture.wait(for: id) { $0.hasArchive }
        #expect(before.state == .placeholder && text(before.archive).hasPrefix("████████"))
        #expect(text(before.archive).allSatisfy { "█ ".contains($0) }, "what a provider made up for it doesn't look real")
        try FileHandle(forWritingTo: URL(filePath: gate.file("gate"))).close()
        let after = try fixture.wait(for: id) { $0.state == .current }
        #expect(text(after.archive).hasPrefix("timeline"))
    }

    @Test func aTriedProviderIsDrawnAndAFamilyCanBeChosen() throws {
        let fixture = try fixture()
        let all = try fixture.widgetctl("provider", "run", "echo", "echo")
        #expect(all.status == 0 && all.output.contains("echo, small") && all.output.contains("echo, medium"), "\(all)")
        #expect(all.output.contains("timeline systemMedium") && all.output.contains("ok    gives 1 kind"), "\(all.output)")
        let one = try fixture.widgetctl("provider", "run", "echo", "echo", "--family", "medium")
        #expect(!one.output.contains("echo, small") && one.output.contains("echo, medium"), "\(one.output)")
        #expect(try fixture.client().checkProvider("echo").samples.isEmpty, "nobody asked for them")
        let none = try fixture.widgetctl("provider", "run", "echo", "echo", "--family", "large")
        #expect(none.status == 65 && none.output.contains("systemLarge isn't among its families: systemSmall, systemMedium"), "\(none)")
    }

    @Test func theGalleryIsDrawn() throws {
        let fixture = try fixture(Scripts.echo(refusing: "snapshot"))
        let drawn = try fixture.widgetctl("kinds", "echo", "days=7777", "--preview", "--family", "medium")
        #expect(drawn.status == 0 && drawn.output.contains("timeline systemMedium dark 1.0 true"), "\(drawn)")
        #expect(drawn.output.contains("7777"))
        #expect(drawn.output.contains("as there is no snapshot: provider echo: "), "\(drawn.output)")
        let json = try fixture.widgetctl("kinds", "echo", "--preview", "--json")
        #expect(json.output.hasPrefix(#"{"format":"widgetctl/v2","kind":"echo","#) && json.output.contains(#""source":"timeline""#), "\(json.output)")
    }

    @Test(arguments: [["kinds", "--preview"], ["kinds", "echo", "--family", "small"], ["kinds", "echo", "days=7"]])
    func whatGoesWithAPreviewOnlyIsAUsageErrorElsewhere(arguments: [String]) throws {
        let result = try Programs.run(Programs.path("widgetctl"), arguments, environment: ["WIDGETD_SOCKET": "/tmp/there-is-no-such-socket"])
        #expect(result.status == 64 && result.errors.contains("--preview"), "\(result)")
    }
}
