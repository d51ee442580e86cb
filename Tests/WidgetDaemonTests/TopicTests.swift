import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// `curl -d` to a topic of a whole daemon, as scripts do it.
@Suite(.timeLimit(.minutes(10)), .enabled(if: GatewayCurl.path != nil, "this machine has no curl"))
struct TopicTests {
    private let daemon: DaemonFixture
    private let address: String

    init() throws {
        daemon = try DaemonFixture()
        daemon.arguments = ["--push-listen", "127.0.0.1:0", "--no-announce"]
        try daemon.start()
        var address: String?
        let end = ContinuousClock.now + .seconds(120)
        // The gateway's own state comes a moment after the daemon is ready.
        while address == nil, ContinuousClock.now < end {
            address = try daemon.client().status().pushGateway.listening.first
            Thread.sleep(forTimeInterval: 0.01)
        }
        self.address = try #require(address)
    }

    /// The output of curl: the body, and behind it the status and the version of HTTP.
    private func curl(_ topic: String, _ token: String, _ arguments: String...) throws -> (body: String, status: String, version: String) {
        let trust = ["--silent", "--show-error", "--cacert", daemon.state + "/push-certificate.pem", "--write-out", "|%{http_code}|%{http_version}"]
        let authorization = token.isEmpty ? [] : ["--header", "Authorization: Bearer \(token)"]
        let result = try Programs.run(try #require(GatewayCurl.path), trust + authorization + arguments + ["https://\(address)/\(topic)"])
        let parts = result.output.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        try #require(parts.count == 3, "\(result.output) \(result.errors)")
        return (parts[0], parts[1], parts[2])
    }

    private func activities() throws -> [ProtoActivity] { try daemon.client().activities(dismissed: false).activities.map(\.activity) }

    @Test("a topic's activity is started, updated and ended by curl alone") func life() throws {
        let made = try daemon.client().addPushTopic("build")
        #expect(!made.replaced && made.certificate == daemon.state + "/push-certificate.pem")
        let started = try curl("build", made.token, "-H", "Title: Build", "-H", "Progress: 40", "-d", "compiling")
        #expect(started.status == "200" && started.version == "2" && started.body.contains(#""outcome":"started""#))
        #expect(try activities().map(\.tag) == ["build"])
        #expect(try activities()[0].attributes == #"{"title":"Build"}"#)
        let updated = try curl("build", made.token, "--http1.1", "-H", "Progress: 80%", "-d", "Größe")
        #expect(updated.status == "200" && updated.version == "1.1" && updated.body.contains(#""outcome":"updated""#))
        #expect(try activities()[0].content.state.contains(#""detail":"Größe","progress":0.8"#))
        let ended = try curl("build", made.token, "-H", "Status: done", "-d", "done")
        #expect(ended.body.contains(#""outcome":"ended""#))
        #expect(try activities().map(\.state) == [.ended])
        #expect(try activities()[0].content.state.contains(#""outcome":"success""#))
    }

    @Test("a wrong token does nothing and is told what to do; so is one that was replaced, and one whose topic was removed") func tokens() throws {
        let first = try daemon.client().addPushTopic("build").token
        let other = try daemon.client().addPushTopic("other").token
        #expect(try curl("build", "", "-d", "x").status == "401")
        #expect(try curl("build", other, "-d", "x").status == "403")
        let second = try daemon.client().addPushTopic("build")
        #expect(second.replaced)
        let replaced = try curl("build", first, "-d", "x")
        #expect(replaced.status == "403" && replaced.body.contains("widgetctl push topic add build"))
        #expect(try daemon.widgetctl("push", "topic", "remove", "other").status == 0)
        #expect(try curl("other", other, "-d", "x").status == "403")
        #expect(try activities().isEmpty)
        #expect(try curl("build", second.token, "-d", "x").status == "200")
    }

    @Test("topics outlive the daemon, their tokens aren't kept, and commands say what there is") func commands() throws {
        let added = try daemon.widgetctl("push", "topic", "add", "build").output
        let token = try #require(added.firstMatch(of: /isn't shown again: ([0-9a-f]{64})/)?.output.1)
        #expect(
            added.contains("curl --cacert \(daemon.state)/push-certificate.pem -H \"Authorization: Bearer \(token)\" -d \"hello\" https://localhost:0/build"))
        daemon.stop()
        let store = try Data(contentsOf: URL(fileURLWithPath: daemon.state + "/widgetd.sqlite"))
        #expect(store.range(of: Data(token.utf8)) == nil)
        try daemon.start()
        #expect(try daemon.widgetctl("push", "topic").output.contains("build"))
        #expect(try daemon.widgetctl("push", "topic", "add", "a.b").errors.contains("letters, digits, - and _"))
        #expect(try daemon.widgetctl("push", "topic", "remove", "bild").errors.contains("widgetctl push topic list"))
    }
}
