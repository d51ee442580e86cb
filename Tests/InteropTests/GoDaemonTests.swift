import Testing
import WidgetTestSupport

/// containerd's Go client, with the project's own .proto files, uses a real widgetd.
@Suite("Go client, widgetd", .needsGo, .timeLimit(.minutes(10)))
struct GoDaemonTests {
    @Test("places, reads, reloads, taps, watches and removes a widget, and is told its mistakes")
    func everything() async throws {
        let fixture = try DaemonFixture()
        let file = try fixture.directory.write("count", "")
        try fixture.addProvider("counter", script: Self.counter(file))
        try fixture.start()

        let (lines, status) = try await Program(GoPrograms.client, ["widgetd", fixture.socket, "counter"]).finish()

        #expect(lines.filter { !$0.hasPrefix("ok ") } == [])
        #expect(status == 0)
        #expect(lines.count == Self.checks)
        #expect(fixture.stop() == 0)
    }

    /// A client that ends early must not pass.
    private static let checks = 16

    /// Shows how often its button was tapped.
    private static func counter(_ file: String) -> String {
        #"""
        case $(cat) in *'"call":"perform"'*) echo tap >>\#(file); exit 0 ;; esac
        printf '{"view":{"vstack":[{"text":"%d taps"},{"button":"Tap","id":"tap","intent":"Tap"}]},"policy":"never"}' "$(wc -l <\#(file))"
        """#
    }
}
