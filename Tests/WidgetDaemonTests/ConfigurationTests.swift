import Foundation
import Logging
import TTRPC
import Testing
import WidgetAPI
import WidgetCore
import WidgetSettings
import WidgetTestSupport

@testable import DaemonCore

/// The files of settings of a real daemon: its start, its reload, and what it says of them.
@Suite(.timeLimit(.minutes(10))) struct ConfigurationTests {
    private func daemon(_ text: String) throws -> DaemonFixture {
        let fixture = try DaemonFixture()
        fixture.settings = try fixture.directory.write("widgetd.conf", text)
        return fixture
    }

    /// Replaces the file and has the daemon reload.
    private func reload(_ fixture: DaemonFixture, _ text: String) throws {
        try fixture.directory.write("widgetd.conf", text)
        fixture.reload()
    }

    private func setting(_ key: ConfigurationKey, _ fixture: DaemonFixture) throws -> ProtoConfigurationResponse.Setting {
        try #require(try fixture.client().configuration().settings.first { $0.key == key.name })
    }

    private func budget(_ fixture: DaemonFixture, _ widget: String) throws -> UInt32 { try fixture.client().explain(widget).budget.reloadsPerDay }

    @Test func aStartWithMistakesSaysThemAllAndEndsWithTheStatusOfAWrongConfiguration() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("bad.conf", "[Reloads]\nReloadPerDay=1\nSavedReloads=99\n[Access]\nReadGroup=no-such-group\n")
        let result = try Programs.run(
            Programs.path("widgetd"), ["--config", file, "--state-directory", directory.file("state"), "--socket", directory.file("socket")])
        #expect(result.status == 78, "\(result)")
        for part in [
            "\(file):2: there is no key", "did you mean 'ReloadsPerDay'?", "\(file):3: SavedReloads: ", "from 1 to 60",
            "\(file):5: ReadGroup: there is no group",
        ] {
            #expect(result.errors.contains(part), "\(result.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: directory.file("state")), "nothing was done")
    }

    @Test func aRuleOfUnknownCallersOrMethodsIsAMistakeWithItsPlaceAndTheNearName() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("bad.conf", "[Access]\nDeny=roof Widgets/Place\nAllow=@roots Widgets/*\nAllow=root Widgets/Plac\n")
        let result = try Programs.run(
            Programs.path("widgetd"), ["--config", file, "--state-directory", directory.file("state"), "--socket", directory.file("socket")])
        #expect(result.status == 78, "\(result)")
        for part in [
            "\(file):2: Deny: there is no user \"roof\"; did you mean root?", "\(file):3: Allow: there is no group \"roots\"; did you mean root?",
            "\(file):4: Allow: Widgets has no method \"Plac\"; did you mean Widgets/Place?",
        ] {
            #expect(result.errors.contains(part), "\(result.errors)")
        }
    }

    @Test func aCredentialTakesThePlaceOfAKeyThatNobodySets() throws {
        let directory = try TemporaryDirectory()
        let names = ["widgetd.push-certificate", "widgetd.push-private-key"]
        for name in names { try directory.write(name, "") }
        let file = try directory.write("set.conf", "[Push]\nPushCertificate=/a.pem\nPushPrivateKey=/a.key\n")
        func read(_ files: ConfigurationFiles) -> ConfigurationSettings {
            SettingsSource(files: files, options: [], isSocketHandedOver: false, credentials: directory.file(".")).read()
        }
        let settings = read(ConfigurationFiles(paths: []))
        #expect(settings.values(of: .pushCertificate).map(\.source) == [.credential(names[0])])
        #expect(settings.text(.pushPrivateKey)?.hasSuffix("/\(names[1])") == true && settings.mistakes.isEmpty)
        #expect(read(ConfigurationFiles(paths: [file])).text(.pushCertificate) == "/a.pem", "what is set goes before")
        try FileManager.default.removeItem(atPath: directory.file(names[1]))
        let said = read(ConfigurationFiles(paths: [])).mistakes.map(\.description)
        #expect(said.count == 1 && said[0].contains(names[0]) && said[0].contains(names[1]), "\(said)")
    }

    @Test func aMistakeOfTheCommandLineKeepsItsOwnStatus() throws {
        let directory = try TemporaryDirectory()
        let places = ["--config", "none", "--state-directory", directory.file("state"), "--socket", directory.file("socket")]
        let group = try Programs.run(Programs.path("widgetd"), places + ["--read-group", "root"])
        #expect(group.status == 64 && group.errors.contains("--read-group: needs a socket that the group can reach"), "\(group)")
        let pair = try Programs.run(Programs.path("widgetd"), places + ["--push-certificate", "/a.pem"])
        #expect(pair.status == 64 && pair.errors.contains("--push-certificate: goes together with --push-private-key"), "\(pair)")
    }

    @Test func eachKeyIsShownWithItsSourceAndAnOptionGoesBeforeTheFile() throws {
        let fixture = try daemon("[Reloads]\nReloadsPerDay=96\nSavedReloads=3\nKindBudget=a=1\n")
        fixture.arguments = ["--saved-reloads", "5", "--no-announce"]
        try fixture.start()
        let file = try #require(fixture.settings)
        let response = try fixture.client().configuration()
        #expect(response.settings.map(\.key) == ConfigurationKey.all.map(\.name))
        #expect(response.files == [file] && response.mistakes.isEmpty)
        #expect(try setting(.reloadsPerDay, fixture).values == [.with { ($0.text, $0.source, $0.path, $0.line) = ("96", .file, file, 2) }])
        #expect(try setting(.savedReloads, fixture).values == [.with { ($0.text, $0.source) = ("5", .commandLine) }])
        #expect(try setting(.announce, fixture).values == [.with { ($0.text, $0.source) = ("no", .commandLine) }])
        #expect(try setting(.activityAge, fixture).values == [.with { ($0.text, $0.source) = ("8h", .default) }])
        let shown = try fixture.widgetctl("config", "show")
        #expect(shown.status == 0 && shown.output.contains("\(file):2") && !shown.output.contains("ActivityAge"), "\(shown)")
        let effective = try fixture.widgetctl("config", "show", "--effective").output
        #expect(effective.contains("ActivityAge") && effective.contains("default") && effective.contains("command line"), "\(effective)")
    }

    @Test func aReloadAppliesEachKey() throws {
        let fixture = try daemon("[Reloads]\nReloadsPerDay=96\n")
        try fixture.addProvider("one", script: Scripts.text("one"))
        try fixture.addProvider("two", script: Scripts.text("two"))
        try fixture.start()
        let (one, two) = (try fixture.client().place(.with { $0.kind = "one" }).widget.id, try fixture.client().place(.with { $0.kind = "two" }).widget.id)
        #expect(try budget(fixture, one) == 96)
        try reload(fixture, "[Reloads]\nReloadsPerDay=48\nKindBudget=two=24/4\nDeveloperMode=yes\n[Peers]\nDeviceName=other\n")
        #expect(try budget(fixture, one) == 48 && budget(fixture, two) == 24)
        #expect(try fixture.client().status().developerMode)
        #expect(try setting(.deviceName, fixture).values.map(\.text) == ["other"])
        #expect(try fixture.client().devices().devices.map(\.name) == ["other"])
        // Taken back, the kind has the usual budget again.
        try reload(fixture, "[Daemon]\nLogLevel=error\n")
        #expect(try budget(fixture, two) == 64 && budget(fixture, one) == 64 && !fixture.client().status().developerMode)
        #expect(try fixture.client().devices().devices.map(\.name) == ["other"])
        try reload(fixture, "[Daemon]\nLogLevel=info\n")
        fixture.stop()
        #expect(fixture.log.contains("settings changed") && fixture.log.contains("ReloadsPerDay"), "\(fixture.log)")
        // The third reload began while errors alone were logged.
        #expect(fixture.log.split(separator: "\n").count { $0.contains("reloading: ") } == 2, "\(fixture.log)")
    }

    @Test func aReloadWithAMistakeChangesNothingAndSaysWhy() throws {
        let fixture = try daemon("[Reloads]\nReloadsPerDay=96\n")
        try fixture.addProvider("one", script: Scripts.text("one"))
        try fixture.start()
        let one = try fixture.client().place(.with { $0.kind = "one" }).widget.id
        try reload(fixture, "[Reloads]\nReloadsPerDay=96\n[Peers]\nDeviceName=other\n")
        try reload(fixture, "[Reloads]\nReloadsPerDay=48\nReloadPerDay=1\n[Access]\nActGroup=no-such-group\n")
        #expect(try budget(fixture, one) == 96)
        #expect(try setting(.deviceName, fixture).values.map(\.text) == ["other"])
        let mistakes = try fixture.client().configuration().mistakes
        #expect(mistakes.count == 2 && mistakes[0].contains(":3: there is no key") && mistakes[1].contains("no group"), "\(mistakes)")
        #expect(try fixture.widgetctl("config", "show").output.contains("The last reload found mistakes"))
        try reload(fixture, "[Reloads]\nReloadsPerDay=48\n")
        #expect(try budget(fixture, one) == 48 && fixture.client().configuration().mistakes.isEmpty)
        fixture.stop()
        #expect(fixture.log.contains("did you mean 'ReloadsPerDay'?") && fixture.log.contains("the settings weren't reloaded"), "\(fixture.log)")
    }

    @Test func aReloadWithAnotherScaleAsksTheProvidersAgain() throws {
        let fixture = try daemon("[Reloads]\nDeveloperMode=yes\n")
        try fixture.addProvider("scale", script: Scripts.echo())
        try fixture.start()
        let id = try fixture.client().place(.with { $0.kind = "scale" }).widget.id
        _ = try fixture.wait(for: id) { $0.archive.nodes.contains { $0.text.literal.contains(" 1.0 ") } }
        try reload(fixture, "[Reloads]\nDeveloperMode=yes\n[Daemon]\nDisplayScale=2\n")
        _ = try fixture.wait(for: id) { $0.archive.nodes.contains { $0.text.literal.contains(" 2.0 ") } }
    }

    @Test func aReloadChangesHowManyConnectionsAUserMayHave() throws {
        let fixture = try daemon("")
        try fixture.start()
        try reload(fixture, "[Access]\nConnectionsPerUser=2\n")
        let clients = [fixture.client(), fixture.client(), fixture.client()]
        try clients[0].check()
        try clients[1].check()
        let error = #expect(throws: WidgetError.self) { try clients[2].check() }
        #expect(error?.code == .resourceExhausted && error?.message.contains("2 connections") == true, "\(String(describing: error))")
        try reload(fixture, "")
        try fixture.client().check()
    }

    @Test func aReloadChangesHowManyWidgetsCanBePlaced() throws {
        let fixture = try daemon("[Daemon]\nWidgetLimit=1\n")
        try fixture.addProvider("one", script: Scripts.echo())
        try fixture.start()
        _ = try fixture.client().place(.with { $0.kind = "one" })
        let error = #expect(throws: WidgetError.self) { try fixture.client().place(.with { $0.kind = "one" }) }
        #expect(error?.code == .resourceExhausted && error?.message.contains("the limit is 1") == true, "\(String(describing: error))")
        try reload(fixture, "[Daemon]\nWidgetLimit=2\n")
        _ = try fixture.client().place(.with { $0.kind = "one" })
        // Those that are there stay.
        try reload(fixture, "[Daemon]\nWidgetLimit=1\n")
        #expect(try fixture.client().widgets().widgets.count == 2)
    }

    @Test func aReloadWithAnotherAgeLetsYoungerActivitiesGoOn() throws {
        let fixture = try daemon("[Activities]\nActivityAge=never\n")
        try fixture.start()
        let task = TaskActivity(title: "Backup")
        let id = try fixture.client().start(
            .with {
                ($0.app, $0.tag, $0.type, $0.attributes) = ("app", "t", TaskActivity.type, task.attributes)
                $0.content = .with { $0.state = task.state }
            }
        ).activityID
        try reload(fixture, "[Activities]\nActivityAge=1min\n")
        // It is younger, so it goes on.
        #expect(try fixture.client().activity(id).activity.state == .active)
    }

    @Test func theUsualNumberOfConnectionsIsTheServersOwn() {
        #expect(ServerLimits().connectionsPerUID == ConfigurationLimits.usualConnectionsPerUser)
    }

    @Test func theLevelsAreThoseOfTheLogger() {
        guard case .choice(let names) = ConfigurationKey.logLevel.form else { return #expect(Bool(false)) }
        #expect(names == Logger.Level.allCases.map(\.rawValue))
    }

    @Test func everyKeyHasItsOption() throws {
        let help = try Programs.run(Programs.path("widgetd"), ["--help"]).output
        for key in ConfigurationKey.all { #expect(help.contains("--\(key.option)"), "\(key.name)") }
    }

    @Test func rightsChangeForCallersThatAreConnected() {
        let access = AccessControl(AccessPolicy(rights: [50: .read]), owner: 1_000)
        let peer = PeerIdentity(pid: 1, uid: 7, gid: 50, groups: [])
        let place = RequestedMethod(service: "widgetd.v1.Widgets", name: "Place", right: .manage)
        #expect(access.allows(peer, .read) && access.decide(peer, place).isDenied)
        access.replace(AccessPolicy(rights: [50: .manage]))
        #expect(access.decide(peer, place).isAllowed)
        access.replace(AccessPolicy())
        #expect(!access.allows(peer, .read) && access.decide(peer, place).isDenied)
    }
}
