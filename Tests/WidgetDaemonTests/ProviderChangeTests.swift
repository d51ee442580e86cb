import Foundation
import Synchronization
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Providers come, change and go without harm to one another.
@Suite(.timeLimit(.minutes(10))) struct ProviderChangeTests {
    private func place(_ fixture: DaemonFixture, _ kind: String) throws -> String {
        var request = ProtoPlaceRequest()
        request.kind = kind
        return try fixture.client().place(request).widget.id
    }

    @Test func providersThatAreNewAtOnceAreAllKnownAtTheNextStart() throws {
        let fixture = try DaemonFixture()
        let names = (0..<6).map { "p\($0)" }
        for name in names { try fixture.addProvider(name, script: Scripts.text(name)) }
        try fixture.start()
        for name in names {
            let id = try place(fixture, name)
            _ = try fixture.wait(for: id) { $0.state == .current }
        }
        fixture.stop()
        try fixture.start()
        let states = try fixture.client().widgets().widgets.map(\.state)
        #expect(states == Array(repeating: .current, count: names.count), "none is orphaned until its provider has been asked again")
    }

    @Test func aProviderThatIsMendedIsAskedAgain() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("mended", script: "exit 1")
        try fixture.start()
        let id = try place(fixture, "mended")
        _ = try fixture.wait(for: id) { !$0.lastError.isEmpty }
        try fixture.addProvider("mended", script: Scripts.text("well"))
        _ = try fixture.client().rescan()
        _ = try fixture.wait(for: id) { $0.state == .current && $0.archive.nodes.contains { $0.text.literal == "well" } }
    }

    @Test func aProgramThatIsSavedIsAskedAtOnceWithoutAWord() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("edited", script: "echo 'a typo' >&2; exit 1")
        try fixture.start()
        let id = try place(fixture, "edited")
        _ = try fixture.wait(for: id) { $0.lastError.contains("a typo") }
        // The next attempt would be half a minute away, and later ones up to an hour.
        try fixture.addProvider("edited", script: Scripts.text("mended"))
        _ = try fixture.wait(for: id, seconds: 25) { $0.state == .current && $0.archive.nodes.contains { $0.text.literal == "mended" } }
        let explained = try fixture.widgetctl("explain", id)
        #expect(explained.output.contains("provider-changed"), "\(explained.output)")
    }

    @Test func manifestsThatComeChangeAndGoAreNoticed() throws {
        let fixture = try DaemonFixture()
        fixture.environment["HOME"] = fixture.directory.path
        try fixture.start()
        let own = "config/widgetd/providers"
        try fixture.directory.write("\(own)/mine", "#!/bin/sh\n" + Scripts.text("mine"), mode: 0o755)
        func manifest(_ kind: String) -> String {
            #"{"format":1,"protocol":"json","exec":["mine"],"kinds":[{"id":"\#(kind)","families":["small"]}]}"#
        }
        try fixture.directory.write("\(own)/mine.json", manifest("mine"))
        // None of the directories was there when the daemon started.
        try until { try fixture.client().kinds().kinds.map(\.id) == ["mine"] }
        let id = try place(fixture, "mine")
        _ = try fixture.wait(for: id) { $0.state == .current }
        try fixture.directory.write("\(own)/mine.json", manifest("yours"))
        try until { try fixture.client().kinds().kinds.map(\.id) == ["yours"] }
        #expect(chmod(fixture.directory.file("\(own)/mine"), 0o644) == 0)
        try until { try fixture.client().providers().problems.contains { $0.message.contains("can't be executed") } }
        #expect(chmod(fixture.directory.file("\(own)/mine"), 0o755) == 0)
        try until { try fixture.client().providers().problems.isEmpty }
        try FileManager.default.removeItem(atPath: fixture.directory.file("\(own)/mine.json"))
        try until { try fixture.client().providers().providers.isEmpty }
        #expect(try fixture.client().providers().watchError.isEmpty)
    }

    /// Asks until it is as it should be: what a client does for which there is no watch.
    private func until(_ isRight: () throws -> Bool) throws {
        let end = ContinuousClock.now + .seconds(60)
        while try !isRight() {
            try #require(ContinuousClock.now < end, "it was not as expected within 60 s")
            usleep(20_000)
        }
    }

    /// The program waits in the middle of the check, is replaced there, and so ended by the daemon.
    @Test(arguments: ["provider check", "lint"]) func aSaveWhileAProviderIsCheckedIsNotItsFailure(command: String) throws {
        let fixture = try DaemonFixture()
        let (asked, answer) = (fixture.directory.file("asked"), fixture.directory.file("answer"))
        for pipe in [asked, answer] { try #require(mkfifo(pipe, 0o600) == 0) }
        // The reader of the first pipe knows that the program runs; nobody writes to the second.
        try fixture.addProvider("edited", script: "echo x >\(asked); cat \(answer); " + Scripts.text("before"))
        try fixture.start()
        let checked = Mutex<(status: Int32, output: String, errors: String)?>(nil)
        let ended = DispatchSemaphore(value: 0)
        let socket = fixture.socket
        Thread.detachNewThread {
            defer { ended.signal() }
            let arguments = command.split(separator: " ").map(String.init) + ["edited"]
            let result = try? Programs.run(Programs.path("widgetctl"), arguments, environment: ["WIDGETD_SOCKET": socket, "NO_COLOR": "1"])
            checked.withLock { $0 = result }
        }
        #expect(try Programs.run("/bin/cat", [asked]).output == "x\n")
        try fixture.addProvider("edited", script: Scripts.text("after"))
        _ = try fixture.client().rescan()
        ended.wait()
        let found = try #require(checked.withLock { $0 })
        #expect(found.status == 0 && !found.output.contains("FAIL"), "\(found)")
    }

    @Test func aRescanAsksAgainForWhatFailed() throws {
        let fixture = try DaemonFixture()
        let file = fixture.directory.file("away")
        try fixture.directory.write("away", "")
        try fixture.addProvider("server", script: Scripts.failing(when: file))
        try fixture.start()
        let id = try place(fixture, "server")
        _ = try fixture.wait(for: id) { $0.lastError.contains("the server is away") }
        try FileManager.default.removeItem(atPath: file)
        _ = try fixture.client().rescan()
        _ = try fixture.wait(for: id, seconds: 25) { $0.state == .current }
    }

    @Test func aPersonsOwnProviderWinsOverTheCommandLinesAndIsNamed() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("same", script: Scripts.text("bundled"))
        try fixture.directory.write("config/widgetd/providers/same.sh", "#!/bin/sh\n" + Scripts.text("own"), mode: 0o755)
        let manifest = #"{"format":1,"protocol":"json","exec":["same.sh"],"kinds":[{"id":"same","families":["systemSmall"]}]}"#
        let own = try fixture.directory.write("config/widgetd/providers/same.json", manifest)
        try fixture.start()
        let id = try place(fixture, "same")
        _ = try fixture.wait(for: id) { $0.archive.nodes.contains { $0.text.literal == "own" } }
        let bundled = "\(fixture.providers)/same.json"
        let sentence = "\(own) is used instead of \(bundled)"
        for command in [["provider", "list"], ["provider", "rescan"], ["provider", "check", "same"], ["doctor"]] {
            let said = try fixture.widgetctl(command)
            #expect(said.output.contains(sentence), "\(command): \(said.output)")
        }
        #expect(try fixture.widgetctl("provider", "list").output.contains("PATH"))
        let other = try fixture.widgetctl("provider", "check", bundled)
        #expect(other.output.contains("warn  what is used as 'same' is \(own), not the one that is checked"), "\(other.output)")
        // A broken one of one's own doesn't pass because the bundled one does.
        try fixture.directory.write("config/widgetd/providers/same.sh", "#!/bin/sh\n", mode: 0o644)
        _ = try fixture.client().rescan()
        let broken = try fixture.widgetctl("provider", "check", "same")
        #expect(broken.status == 65 && broken.output.contains("FAIL  \(own) isn't used, \(bundled) is: exec[0]:"), "\(broken)")
    }

    @Test func removingAWidgetWhileItIsReloadedLeavesTheOthersOfItsProviderAlone() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("slow", script: "sleep 0.3\n" + Scripts.text("slow"))
        try fixture.start()
        let first = try place(fixture, "slow")
        let second = try place(fixture, "slow")
        _ = try fixture.client().remove(first)
        let left = try fixture.wait(for: second) { $0.state == .current }
        #expect(left.lastError.isEmpty)
    }

    @Test func aBadManifestIsNamedAndTheRestLoads() throws {
        let fixture = try DaemonFixture()
        try fixture.directory.write("providers/bad.json", #"{"format":1,"id":"bad","protocol":"smoke","exec":["x"]}"#)
        try fixture.addProvider("good", script: Scripts.text("good"))
        try fixture.start()
        let providers = try fixture.client().providers()
        #expect(providers.providers.map(\.id) == ["good"])
        let problem = try #require(providers.problems.first)
        #expect(problem.path.hasSuffix("bad.json") && problem.message.contains("protocol"), "\(problem)")
    }
}
