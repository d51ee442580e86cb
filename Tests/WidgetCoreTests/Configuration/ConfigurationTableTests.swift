import Testing
import WidgetCore
import WidgetSettings

/// The keys of widgetd.conf, each with values that it takes and values that it refuses.
@Suite struct ConfigurationTableTests {
    private struct Sample {
        var good: [String]
        /// Each with a part of what is said.
        var bad: [(text: String, says: String)]
    }

    private static let samples: [String: Sample] = [
        "LogLevel": Sample(good: ["trace", "critical"], bad: [("dbug", "did you mean debug?"), ("7", "one of trace, debug")]),
        "Providers": Sample(good: ["/opt/widgets"], bad: [("widgets", "an absolute path")]),
        "DisplayScale": Sample(good: ["1", "1.5", "2"], bad: [("2.1", "a number from 1 to 2"), ("big", "a number from 1 to 2")]),
        "ReloadsPerDay": Sample(good: ["1", "1440"], bad: [("0", "from 1 to 1440"), ("1441", "from 1 to 1440"), ("many", "\"many\"")]),
        "SavedReloads": Sample(good: ["1", "60"], bad: [("0", "from 1 to 60"), ("61", "from 1 to 60")]),
        "KindBudget": Sample(good: ["a=1", "weather=24/4", "a=b=2"], bad: [("weather", "KIND=PER_DAY"), ("a=0", "PER_DAY"), ("a=1/61", "SAVED")]),
        "DeveloperMode": Sample(good: ["yes", "no", "true", "off", "1"], bad: [("maybe", "yes or no")]),
        "WidgetLimit": Sample(good: ["1", "100000"], bad: [("0", "from 1 to"), ("100001", "100000")]),
        "ActivityAge": Sample(good: ["1min", "90min", "366d", "never"], bad: [("367d", "366d"), ("0h", "1min"), ("8", "8h")]),
        "PeerListen": Sample(good: ["host", "[::1]:9434", "unix:/run/a"], bad: [("unix:a", "absolute"), ("::1", "brackets")]),
        "DeviceName": Sample(good: ["My laptop"], bad: [(String(repeating: "x", count: 65), "the limit of 64")]),
        "Announce": Sample(good: ["no"], bad: [("2", "yes or no")]),
        "Carrier": Sample(good: ["/etc/widgetd/carrier"], bad: [("carrier", "an absolute path")]),
        "PushListen": Sample(good: ["127.0.0.1:2197", "[::]:0"], bad: [("2197", "no port"), ("a:70000", "65535")]),
        "PushOrigin": Sample(
            good: ["https://a.example", "https://a:8443"], bad: [("http://a", "https://"), ("https://a/b", "https://"), ("https://", "https://")]),
        "PushManage": Sample(good: ["localhost:1"], bad: [("localhost", "no port")]),
        "PushCertificate": Sample(good: ["/etc/a.pem"], bad: [("a.pem", "an absolute path")]),
        "PushPrivateKey": Sample(good: ["/etc/a.key"], bad: [("a.key", "an absolute path")]),
        "ConnectionsPerUser": Sample(good: ["1", "100000"], bad: [("0", "from 1 to"), ("100001", "100000")]),
        "ReadGroup": Sample(good: ["users", "100"], bad: [("a b", "one line for each group")]),
        "ActGroup": Sample(good: ["users"], bad: [("a,b", "one line for each group")]),
        "ManageGroup": Sample(good: ["users"], bad: [("a:b", "one line for each group")]),
        "Allow": Sample(
            good: ["alice Widgets/Place", "@guests Widgets/List Controls/*", "1000 widgetd.v1.Daemon/Status"],
            bad: [
                ("alice", "WHO METHOD"), ("alice Widgets", "SERVICE/METHOD"), ("alice Widget/Place", "did you mean Widgets?"),
                ("alice Widgets/Plac", "did you mean Widgets/Place?"), ("@ Widgets/Place", "neither a user nor @group"),
                ("a,b Widgets/Place", "one line for each"),
            ]),
        "Deny": Sample(good: ["@guests Intents/Run"], bad: [("@guests Intents/run!", "did you mean Intents/Run?"), ("bob Peer/Sync", "no service \"Peer\"")]),
        "Polkit": Sample(good: ["no"], bad: [("perhaps", "yes or no")]),
        "MetricsListen": Sample(
            good: ["127.0.0.1:9464", "[::1]:0", "unix:/run/a"],
            bad: [("0.0.0.0:9464", "other machines"), ("localhost:9464", "other machines"), ("127.0.0.1", "no port"), ("unix:a", "unix:/path")]),
    ]

    @Test func everyKeyHasSamplesHere() {
        #expect(Set(ConfigurationKey.all.map(\.name)) == Set(Self.samples.keys))
        #expect(Set(ConfigurationKey.all.map(\.option)).count == ConfigurationKey.all.count)
    }

    @Test(arguments: ConfigurationKey.all) func itTakesGoodValues(_ key: ConfigurationKey) throws {
        for text in try #require(Self.samples[key.name]).good {
            var settings = ConfigurationSettings()
            settings.read(Array("[\(key.section.rawValue)]\n\(key.name) = \(text)\n".utf8), path: "/a.conf")
            #expect(settings.mistakes.isEmpty, "\(settings.mistakes)")
            #expect(settings.values(of: key).map(\.source) == [.file("/a.conf", line: 2)])
        }
    }

    @Test(arguments: ConfigurationKey.all) func itRefusesBadValuesWithTheirPlaceAndTheLimitAndKeepsWhatWasThere(_ key: ConfigurationKey) throws {
        for (text, says) in try #require(Self.samples[key.name]).bad {
            var settings = ConfigurationSettings()
            settings.read(Array("[\(key.section.rawValue)]\n\(key.name)=\(text)\n".utf8), path: "/a.conf")
            let said = settings.mistakes.map(\.description)
            #expect(said.count == 1 && said[0].hasPrefix("/a.conf:2: \(key.name): ") && said[0].contains(says), "\(said)")
            #expect(settings.texts(key) == (key.standard.map { [$0] } ?? []))
        }
    }

    @Test(arguments: ConfigurationKey.all) func itsDefaultIsAValueThatItTakes(_ key: ConfigurationKey) throws {
        guard let standard = key.standard else { return }
        var settings = ConfigurationSettings()
        settings.set(key, [standard], from: .commandLine)
        #expect(settings.mistakes.isEmpty && settings.text(key) == standard)
        #expect(!key.isList)
    }

    @Test func aMistakeOfTheCommandLineNamesTheOption() {
        var settings = ConfigurationSettings()
        settings.set(.reloadsPerDay, ["0"], from: .commandLine)
        #expect(settings.mistakes.map(\.description) == ["--reloads-per-day: \"0\" isn't a whole number from 1 to 1440"])
        #expect(settings.mistakes.allSatisfy { !$0.isOfFile })
    }

    @Test func withoutAnythingSetTheDefaultsAreTheProductsOwn() throws {
        let settings = ConfigurationSettings()
        #expect(try settings.reloadConfiguration() == ReloadConfiguration())
        #expect(settings.activityAge == ActivityLimits.maximumAge && settings.isOn(.announce) && settings.number(.displayScale) == 1)
    }

    @Test func theExampleHasEveryKeyAndChangesNothing() {
        var settings = ConfigurationSettings()
        settings.read(Array(ConfigurationExample.text.utf8), path: "/example")
        #expect(settings.mistakes.isEmpty, "\(settings.mistakes)")
        #expect(ConfigurationKey.all.allSatisfy { settings.values(of: $0).allSatisfy { $0.source == .standard } })
        // Each line without its mark is an assignment that is allowed.
        let lines = ConfigurationExample.text.split(separator: "\n").map { $0.hasPrefix("#") && !$0.hasPrefix("# ") && $0 != "#" ? $0.dropFirst() : $0 }
        var set = ConfigurationSettings()
        set.read(Array(lines.joined(separator: "\n").utf8), path: "/example")
        #expect(set.mistakes.isEmpty, "\(set.mistakes)")
        let assigned = Set(lines.compactMap { line in line.hasPrefix("#") ? nil : line.split(separator: "=").first.map(String.init) })
        #expect(ConfigurationKey.all.allSatisfy { assigned.contains($0.name) })
    }
}
