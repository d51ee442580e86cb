import Glibc
import Linux
import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetProviders

/// The programs as they are built, asked as the daemon asks them.
@Suite("bundled providers", .timeLimit(.minutes(10)))
struct BundledProviderTests {
    private static let families: [WidgetFamily] = [
        .systemSmall, .systemMedium, .systemLarge, .accessoryInline, .accessoryRectangular, .accessoryCircular,
    ]

    /// The directory of the test's own executable, where the programs are built.
    private static func built(_ name: String) throws -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let candidates = [own, CommandLine.arguments.first ?? ""] + CommandLine.arguments.filter { $0.contains(".xctest") }
        for candidate in candidates {
            let directory = candidate.split(separator: "/").dropLast().joined(separator: "/")
            let path = "/\(directory)/\(name)"
            if access(path, X_OK) == 0 { return path }
        }
        throw WidgetError(.notFound, "\(name) isn't beside \(candidates); build it first")
    }

    private static var sources: String { "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Sources/Providers" }

    @Test("system gives every family from this machine's own figures", arguments: families)
    func system(_ family: WidgetFamily) async throws {
        let provider = TestProvider(program: try Self.built("widgetd-providers"), arguments: ["system"], protocol: .rpc)
        let kinds = try await provider.host.describe().kinds
        #expect(kinds.map(\.id) == ["system"] && kinds[0].provider == "test" && kinds[0].families.contains(family))
        let placeholder = try await provider.host.placeholder(.test(kind: "system", family: family))
        #expect(placeholder.entries.count == 1)
        let metrics = kinds[0].parameters[0].options
        for metric in metrics {
            let timeline = try await provider.timeline(kind: "system", family: family, parameters: ["metric": metric])
            #expect(timeline.entries.count == 1)
            #expect(timeline.policy == timeline.entries.first.map { .after($0.date + .minutes(1)) })
        }
        let status = await provider.host.status
        #expect(status.launches == 1 && status.failures == 0)
        await provider.host.stop()
    }

    @Test("system refuses an unknown metric by name, and goes on")
    func unknownMetric() async throws {
        let provider = TestProvider(program: try Self.built("widgetd-providers"), arguments: ["system"], protocol: .rpc)
        await #expect {
            _ = try await provider.timeline(kind: "system", parameters: ["metric": .text("beans")])
        } throws: { error in
            guard let error = error as? WidgetError else { return false }
            return error.code == .invalidArgument && error.message.contains("metric: must be one of overview, cpu") && error.message.contains("beans")
        }
        #expect(try await provider.timeline(kind: "system").entries.count == 1)
        #expect(await provider.host.status.launches == 1)
        await provider.host.stop()
    }

    @Test("a tap on caffeine's button logs the drink once for each key, and the next timeline shows it, also after the program has gone")
    func caffeine() async throws {
        let provider = TestProvider(program: try Self.built("widgetd-providers"), arguments: ["caffeine"], protocol: .rpc, idleTimeout: .zero)
        let empty = try await provider.timeline(kind: "caffeine")
        #expect(empty.entries[0].texts.contains("0 mg") && empty.policy == .never)
        let archive = try ArchiveCodec.decode(empty.entries[0].archive)
        let action = try #require(archive.actions.first { $0.id == "log-espresso" })
        guard case .intent(let name, let parameters) = action.effect else {
            Issue.record("no intent: \(action)")
            return
        }
        for key in ["key-1", "key-1", "key-2", "key-1"] {
            try await provider.host.perform(
                IntentRequest(name: name, intentParameters: parameters, kind: "caffeine", widget: .test, idempotencyKey: key))
        }
        let log = try #require(provider.directory.read("widgetd-caffeine/drinks"))
        #expect(log.split(separator: "\n").count == 3, "\(log)")
        let request = ProviderRequest(kind: "caffeine", context: ProviderContext(family: .systemSmall, date: .now))
        let timeline = try await provider.host.timeline(request)
        #expect(timeline.entries[0].texts.contains("126 mg"))
        #expect(timeline.entries.count > 30)
        await provider.host.stop()
    }

    @Test("a provider has no intents of the others in its program")
    func ownIntents() async throws {
        let provider = TestProvider(program: try Self.built("widgetd-providers"), arguments: ["caffeine"], protocol: .rpc)
        await #expect {
            try await provider.host.perform(
                IntentRequest(name: "SavePowerIntent", intentParameters: [:], kind: "caffeine", widget: .test, idempotencyKey: "key"))
        } throws: { error in
            (error as? WidgetError)?.code == .notFound
        }
        await provider.host.stop()
    }

    @Test("caffeine's control logs the drink that it is configured for, and says what is in the body")
    func caffeineControl() async throws {
        let provider = TestProvider(program: try Self.built("widgetd-providers"), arguments: ["caffeine"], protocol: .rpc, idleTimeout: .zero)
        let kind = try #require(try await provider.host.describe().controls.first)
        #expect(kind.id == "log-drink" && kind.type == .button && kind.displayName == "Log a drink")
        let parameters = kind.effective(["drink": .text("coffee")])
        #expect(try await provider.host.value(ControlValueRequest(kind: kind.id, parameters: parameters, control: .test), of: kind).status == "0 mg")
        for key in ["a", "a", "b"] {
            try await provider.host.perform(ControlPerformRequest(kind: kind.id, parameters: parameters, control: .test, idempotencyKey: key))
        }
        #expect(try await provider.host.value(ControlValueRequest(kind: kind.id, parameters: parameters, control: .test), of: kind).status == "190 mg")
        await provider.host.stop()
    }

    @Test("caffeine gives every family", arguments: families)
    func caffeineFamilies(_ family: WidgetFamily) async throws {
        let provider = TestProvider(program: try Self.built("widgetd-providers"), arguments: ["caffeine"], protocol: .rpc)
        var request = ProviderRequest.test(kind: "caffeine", family: family)
        request.context.isPreview = true
        #expect(try await provider.host.snapshot(request).entries.count == 1)
        #expect(try await provider.host.placeholder(request).entries.count == 1)
        #expect(try await provider.timeline(kind: "caffeine", family: family).entries.count == 1)
        await provider.host.stop()
    }

    @Test("a log that caffeine can't read is an error that says why, and the program goes on")
    func brokenLog() async throws {
        let provider = TestProvider(program: try Self.built("widgetd-providers"), arguments: ["caffeine"], protocol: .rpc)
        provider.directory.makeDirectory("widgetd-caffeine")
        provider.directory.write("widgetd-caffeine/drinks", "beans\n")
        let error = await #expect(throws: WidgetError.self) { try await provider.timeline(kind: "caffeine") }
        #expect(error?.code == .dataLoss && error?.message.contains("line 1 isn't \"widgetd-caffeine 1\"") == true, "\(error?.message ?? "")")
        provider.directory.write("widgetd-caffeine/drinks", "widgetd-caffeine 1\n")
        #expect(try await provider.timeline(kind: "caffeine").entries.count == 1)
        #expect(await provider.host.status.launches == 1)
        await provider.host.stop()
    }

    @Test("an intent that a program doesn't know is an error by name")
    func unknownIntent() async throws {
        let provider = TestProvider(program: try Self.built("widgetd-providers"), arguments: ["caffeine"], protocol: .rpc)
        await #expect(throws: WidgetError(.notFound, "provider test: no intent \"Fly\" here; there is LogDrinkIntent")) {
            try await provider.host.perform(IntentRequest(name: "Fly", kind: "caffeine", widget: .test, idempotencyKey: "1"))
        }
        await provider.host.stop()
    }

    @Test("the example of six lines works")
    func example() async throws {
        let text = String(decoding: try FileText.read(Self.sources + "/Examples/uptime", limit: 4_096), as: UTF8.self)
        #expect(text.split(separator: "\n").count == 6)
        let timeline = try await TestProvider(text).timeline()
        #expect(timeline.entries[0].texts.first == "Uptime")
        guard case .after(let date) = timeline.policy else {
            Issue.record("\(timeline.policy)")
            return
        }
        // Every 30 minutes: 48 times a day, within the budget of 64.
        let wait = date.milliseconds - Int64(time(nil)) * 1_000
        #expect((29 * 60_000...30 * 60_000 + 1_000).contains(wait), "\(wait) ms")
    }
}
