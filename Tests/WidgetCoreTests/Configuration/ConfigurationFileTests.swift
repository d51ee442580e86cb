import Testing
import WidgetSettings

/// The syntax of widgetd.conf, and what is said of mistakes in it.
@Suite struct ConfigurationFileTests {
    private func read(_ texts: String...) -> ConfigurationSettings {
        var settings = ConfigurationSettings()
        for (index, text) in texts.enumerated() { settings.read(Array(text.utf8), path: "/\(index + 1).conf") }
        return settings
    }

    private func mistakes(_ text: String) -> [String] { read(text).mistakes.map(\.description) }

    @Test func commentsEmptyLinesAndWhiteSpaceDontCount() {
        let settings = read("# a\n; b\n\n  [Reloads]  \n\t ReloadsPerDay =  12 \n# SavedReloads=3\n;SavedReloads=3\r\n")
        #expect(settings.mistakes.isEmpty && settings.integer(.reloadsPerDay) == 12 && settings.integer(.savedReloads) == 8)
        #expect(settings.values(of: .reloadsPerDay).map(\.source) == [.file("/1.conf", line: 5)])
    }

    @Test func aBackslashJoinsALineToTheNextOverComments() {
        let settings = read("[Peers]\nDeviceName=my \\\n# a comment\n  laptop\nAnnounce=\\\nno\n[Reloads]\nKindBudget=a=1\\")
        #expect(settings.mistakes.isEmpty, "\(settings.mistakes)")
        #expect(settings.text(.deviceName) == "my  laptop" && !settings.isOn(.announce) && settings.texts(.kindBudget) == ["a=1"])
        #expect(settings.values(of: .deviceName).map(\.source) == [.file("/1.conf", line: 2)])
    }

    @Test func aLaterFileGoesBeforeAnEarlierOneAndAListGrowsOverFiles() {
        let settings = read("[Reloads]\nReloadsPerDay=1\nSavedReloads=2\nKindBudget=a=1\n", "[Reloads]\nReloadsPerDay=3\nKindBudget=b=2\nKindBudget=c=3\n")
        #expect(settings.integer(.reloadsPerDay) == 3 && settings.integer(.savedReloads) == 2)
        #expect(settings.texts(.kindBudget) == ["a=1", "b=2", "c=3"])
        #expect(settings.values(of: .kindBudget).map(\.source) == [.file("/1.conf", line: 4), .file("/2.conf", line: 3), .file("/2.conf", line: 4)])
        #expect(settings.files == ["/1.conf", "/2.conf"])
    }

    @Test func anEmptyAssignmentTakesBackAListAndBringsBackADefault() {
        let settings = read("[Reloads]\nReloadsPerDay=1\nKindBudget=a=1\n", "[Reloads]\nKindBudget=\nKindBudget=b=2\nReloadsPerDay=\n")
        #expect(settings.mistakes.isEmpty && settings.texts(.kindBudget) == ["b=2"])
        #expect(settings.values(of: .reloadsPerDay).map(\.source) == [.standard] && settings.integer(.reloadsPerDay) == 64)
    }

    @Test func theCommandLineReplacesAFilesList() {
        var settings = read("[Push]\nPushListen=a:1\nPushListen=b:2\n")
        settings.set(.pushListen, ["c:3"], from: .commandLine)
        #expect(settings.texts(.pushListen) == ["c:3"])
    }

    @Test(arguments: [
        ("[Reloads]\nReloadPerDay=1", "/1.conf:2: there is no key 'ReloadPerDay' in [Reloads]; did you mean 'ReloadsPerDay'?"),
        ("[Reloads]\nreloads-per-day=1", "/1.conf:2: there is no key 'reloads-per-day' in [Reloads]; did you mean 'ReloadsPerDay'?"),
        ("[Push]\nPeerListen=a", "/1.conf:2: there is no key 'PeerListen' in [Push]; it belongs in [Peers]"),
        ("[Daemon]\nDeveloperMod=on", "/1.conf:2: there is no key 'DeveloperMod' in [Daemon]; did you mean 'DeveloperMode' in [Reloads]?"),
        ("[Activities]\nColour=red", "/1.conf:2: there is no key 'Colour' in [Activities]; it has ActivityAge"),
        ("[Reload]\nReloadsPerDay=1\nx=2", "/1.conf:1: there is no section [Reload]; did you mean [Reloads]?"),
        ("[Unit]", "/1.conf:1: there is no section [Unit]; there are [Daemon], [Reloads], [Activities], [Peers], [Push], [Access], [Metrics]"),
        ("[Reloads", "/1.conf:1: \"[Reloads\": the bracket of the section isn't closed"),
        ("ReloadsPerDay=1", "/1.conf:1: \"ReloadsPerDay\" stands before the first section; write [Reloads] above it"),
        ("[Reloads]\n\nReloadsPerDay 1", "/1.conf:3: \"ReloadsPerDay 1\" is neither a section nor an assignment; write Key=value"),
    ])
    func aMistakeNamesItsPlaceAndWhatToDo(_ text: String, _ expected: String) {
        #expect(mistakes(text) == [expected])
    }

    @Test func allMistakesAreSaidAndGoodLinesBesideThemCount() {
        let settings = read("[Reloads]\nReloadsPerDay=0\nSavedReloads=3\nColour=red\n[Peers]\nAnnounce=perhaps\n")
        #expect(settings.mistakes.map(\.source) == [2, 4, 6].map { .file("/1.conf", line: $0) })
        #expect(settings.integer(.savedReloads) == 3)
    }

    @Test func aFileOfAnotherFormatIsSaidWithinALimit() {
        let said = mistakes("[Reloads]\n" + String(repeating: "nonsense\n", count: 300))
        #expect(said.count == ConfigurationLimits.mistakesPerFile + 1)
        #expect(said.last == "/1.conf: and \(300 - ConfigurationLimits.mistakesPerFile) more mistakes; is it a file of another program?")
    }

    @Test func aFileThatIsTooLongOrNoTextIsRefusedWhole() {
        var long = ConfigurationSettings()
        long.read([UInt8](repeating: 35, count: ConfigurationLimits.fileBytes + 1), path: "/long")
        #expect(long.mistakes.map(\.description) == ["/long: the file has more than 65536 bytes, the limit; divide it into drop-ins"])
        var bytes = ConfigurationSettings()
        bytes.read(Array("[Reloads]\nReloadsPerDay=1".utf8) + [0xFF], path: "/bytes")
        #expect(bytes.mistakes.map(\.description) == ["/bytes: the file isn't text in UTF-8; write it anew"])
    }

    @Test func aListHasALimit() {
        let lines = (0...ConfigurationLimits.listValues).map { "KindBudget=k\($0)=1" }
        #expect(mistakes("[Reloads]\n" + lines.joined(separator: "\n")) == ["/1.conf:258: KindBudget: has more than 256 values, the limit; remove some"])
    }

    @Test func aCertificateAndItsKeyGoTogether() {
        var settings = read("[Push]\nPushCertificate=/a.pem\n")
        settings.checkTogether()
        #expect(settings.mistakes.map(\.description) == ["/1.conf:2: PushCertificate: goes together with PushPrivateKey=; give both or neither"])
        settings = read("[Push]\nPushCertificate=/a.pem\n")
        settings.set(.pushPrivateKey, ["/a.key"], from: .commandLine)
        settings.checkTogether()
        #expect(settings.mistakes.isEmpty)
    }

    @Test func aReloadTakesOverWhatIsNotRefused() {
        var settings = read("[Reloads]\nReloadsPerDay=1\n[Peers]\nDeviceName=a\n[Access]\nReadGroup=users\n")
        let new = read("\n[Reloads]\nReloadsPerDay=2\n[Peers]\nDeviceName=b\n[Access]\nReadGroup=users\n")
        #expect(settings.reload(new, except: [.deviceName]) == [.reloadsPerDay])
        #expect(settings.integer(.reloadsPerDay) == 2 && settings.texts(.deviceName) == ["a"])
        // The value is the same, and its place isn't.
        #expect(settings.values(of: .readGroup).map(\.source) == [.file("/1.conf", line: 7)])
        #expect(settings.reload(new) == [.deviceName] && settings.texts(.deviceName) == ["b"])
    }
}
