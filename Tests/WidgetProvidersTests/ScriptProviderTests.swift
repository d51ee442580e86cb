import Linux
import Testing
import WidgetCore

@testable import WidgetProviders

/// The bundled providers that are scripts, by their manifests, asked as the daemon asks them.
@Suite("bundled scripts", .timeLimit(.minutes(10)))
struct ScriptProviderTests {
    private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    static let scripts = ["agenda", "clock", "feed", "notes", "pictures", "scores", "weather"]

    /// A script with a home of its own.
    private struct Script {
        let home = TemporaryDirectory()
        let log = LogCapture()
        let host: ProviderHost
        let kinds: [Kind]

        init(_ name: String) throws {
            let text = try FileText.read(root + "/Sources/Providers/Manifests/\(name).json.in", limit: 1 << 16)
            home.write(
                "\(name).json",
                String(decoding: text, as: UTF8.self).replacing("@LIBEXECDIR@", with: root + "/Sources/Providers/Scripts").replacing(
                    "@BINDIR@", with: "/usr/bin"))
            let catalog = ProviderCatalog.scan([ProviderDirectory(path: home.path, origin: .path)])
            let manifest = try #require(catalog.manifests.first, "\(catalog.problems)")
            kinds = manifest.kinds
            var environment = TestProvider.environment
            environment["HOME"] = home.path
            host = ProviderHost(
                manifest: manifest, environment: ProviderEnvironment(daemon: environment), eventLoopGroup: .singletonMultiThreadedEventLoopGroup,
                logger: log.logger(), now: { .now })
        }
    }

    @Test("every family has a placeholder, a preview and a timeline, also before anything is configured", arguments: scripts)
    func families(_ name: String) async throws {
        let script = try Script(name)
        for kind in script.kinds where kind.configuration == .timeline {
            for family in kind.families {
                var request = ProviderRequest.test(kind: kind.id, family: family, parameters: kind.effective([:]))
                #expect(try await script.host.timeline(request).entries.isEmpty == false, "\(kind.id) \(family)")
                request.context.isPreview = true
                #expect(try await script.host.snapshot(request).entries.count == 1, "\(kind.id) \(family)")
                #expect(try await script.host.placeholder(request).entries.count == 1, "\(kind.id) \(family)")
            }
        }
        #expect(script.log.all.isEmpty)
        await script.host.stop()
    }

    @Test("agenda shows a calendar file's events and changes when they begin and end")
    func agenda() async throws {
        let script = try Script("agenda")
        let event = ["BEGIN:VEVENT", "UID:1", "SUMMARY:Lunch", "DTSTART:20261120T123000Z", "DURATION:PT1H", "END:VEVENT"]
        script.home.write("a.ics", (["BEGIN:VCALENDAR"] + event + ["END:VCALENDAR", ""]).joined(separator: "\r\n"))
        for family in script.kinds[0].families {
            let timeline = try await script.host.timeline(
                .test(kind: "agenda", family: family, parameters: ["path": .text(script.home.path), "days": .integer(7)]))
            // Now, a quarter of an hour before it begins, its begin, its end, and midnight.
            #expect(timeline.entries.map { ($0.date - .noon).count / 60_000 } == [0, 15, 30, 90, 720])
            #expect(timeline.policy == .after(.noon + .minutes(30)))
            #expect(timeline.entries[0].texts.contains { $0.contains("Lunch") })
            #expect(timeline.entries[3].texts.contains("No events"))
        }
        #expect(script.log.all.isEmpty)
    }

    @Test("the scripts' own tests pass")
    func ownTests() async throws {
        let request = LaunchRequest(
            program: "/usr/bin/env", arguments: ["python3", "-B", "-m", "unittest", "discover", "-s", Self.root + "/Tests/ScriptTests"],
            environment: TestProvider.environment, output: .collected(limit: 1 << 20), memoryLimit: 1 << 30)
        let log = LogCapture()
        let end = try await ProviderProcess.launch(request, logger: log.logger()).end()
        #expect(end.isSuccess, "\(log.all)")
    }
}
