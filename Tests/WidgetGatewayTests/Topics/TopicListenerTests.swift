import Logging
import Synchronization
import Testing
import WidgetCore

@testable import WidgetGateway

/// Posts to topics over real connections, HTTP/2 and HTTP/1.1.
@Suite(.timeLimit(.minutes(10))) struct TopicListenerTests {
    private static let token = GatewayFixture.control.hexadecimal

    private func fixture(_ limits: GatewayLimits = GatewayLimits()) async throws -> GatewayFixture {
        let fixture = try await GatewayFixture(limits: limits)
        fixture.port.state.withLock { $0.topics = [GatewayFixture.control: "build"] }
        return fixture
    }

    private func request(_ body: String = "compiling", token: String = token) -> TestRequest {
        TestRequest(path: "/build", headers: [("authorization", "Bearer \(token)"), ("title", "Build")], body: body)
    }

    private func http1(_ fixture: GatewayFixture, _ headers: String, _ body: String) async throws -> String {
        try await PlainClient.exchange(
            port: fixture.gateway.addresses[0].port,
            send: "POST /build HTTP/1.1\r\nHost: localhost\r\n\(headers)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n", body: Array(body.utf8)
        )
    }

    private func posts(_ fixture: GatewayFixture) -> [TopicPost] { fixture.port.state.withLock { $0.posts } }

    @Test("A post is answered with what became of it, over either protocol") func taken() async throws {
        let fixture = try await fixture()
        let response = try await fixture.connect().send(request())
        #expect(response.status == 200 && response["content-type"] == "application/json")
        #expect(response.body == #"{"topic":"build","activity":"\#(ActivityID.test)","outcome":"started"}"# + "\n")
        let answer = try await http1(fixture, "Authorization: Bearer \(Self.token)\r\nProgress: 40\r\n", "linking")
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains(#""outcome":"updated""#))
        #expect(
            posts(fixture) == [TopicPost(topic: "build", title: "Build", detail: "compiling"), TopicPost(topic: "build", detail: "linking", progress: 0.4)])
        await fixture.gateway.stop()
    }

    @Test("Errors are JSON that says what to do, over either protocol") func errors() async throws {
        let fixture = try await fixture()
        let connection = try await fixture.connect()
        let wrong = try await connection.send(request(token: "00"))
        #expect(wrong.status == 403 && wrong.body.hasPrefix(#"{"http":403,"error":"authorization: "#))
        let missing = try await http1(fixture, "", "x")
        #expect(missing.hasPrefix("HTTP/1.1 401 ") && missing.lowercased().contains("www-authenticate: bearer") && missing.contains(#"{"http":401,"#))
        let long = String(repeating: "x", count: 8_000)
        let longer = try await connection.send(request(long))
        #expect(longer.status == 413 && longer.body.contains("4096 bytes"))
        #expect(try await http1(fixture, "Authorization: Bearer \(Self.token)\r\n", long).contains(#"{"http":413,"#))
        fixture.port.state.withLock { $0.failure = WidgetError(.resourceExhausted, "there are 16 activities") }
        let full = try await connection.send(request())
        #expect(full.status == 429 && full["retry-after"] != nil && full.body.contains("there are 16 activities"))
        fixture.port.state.withLock { $0.failure = WidgetError(.unavailable, "the disk is full") }
        #expect(try await connection.send(request()).status == 503)
        #expect(posts(fixture).isEmpty)
        await fixture.gateway.stop()
    }

    @Test("Why the daemon couldn't take a post is in the log, and not in the answer") func cause() async throws {
        let log = KeptLog()
        let fixture = try await GatewayFixture(log: log)
        fixture.port.state.withLock { ($0.topics, $0.failure) = ([GatewayFixture.control: "build"], WidgetError(.dataLoss, "SECRET", cause: "below it")) }
        let response = try await fixture.connect().send(request())
        #expect(response.status == 500 && !response.body.contains("SECRET"))
        let lines = log.lines.withLock(\.self)
        #expect(lines.contains { $0.contains("SECRET (below it)") && $0.contains("build") }, "\(lines)")
        await fixture.gateway.stop()
    }

    @Test("A loop that went wrong is held back, and other topics aren't") func rates() async throws {
        var limits = GatewayLimits()
        limits.postsPerTopic = .init(burst: 2, perSecond: 1)
        let fixture = try await fixture(limits)
        fixture.port.state.withLock { $0.topics[GatewayFixture.activity] = "other" }
        let connection = try await fixture.connect()
        var statuses: [Int] = []
        for _ in 0..<4 { statuses.append(try await connection.send(request()).status) }
        #expect(statuses.prefix(2) == [200, 200] && statuses.contains(429))
        var other = request(token: GatewayFixture.activity.hexadecimal)
        other.path = "/other"
        #expect(try await connection.send(other).status == 200)
        await fixture.gateway.stop()
    }

    @Test("Who guesses tokens is sent away") func guesses() async throws {
        var limits = GatewayLimits()
        limits.badTokensPerConnection = 3
        let fixture = try await fixture(limits)
        let connection = try await fixture.connect()
        for _ in 0..<3 { #expect(try await connection.send(request(token: "00")).status == 403) }
        #expect(try await connection.goAway().code == .enhanceYourCalm)
        await fixture.gateway.stop()
    }

    @Test("The port on which channels are managed knows no topics") func management() async throws {
        let fixture = try await fixture()
        #expect(try await fixture.connectToManagement().send(request()).status >= 400)
        #expect(posts(fixture).isEmpty)
        await fixture.gateway.stop()
    }
}

/// Keeps what is logged.
private final class KeptLog: LogHandler {
    let lines = Mutex<[String]>([])
    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) { lines.withLock { $0.append("\(event.message) \(event.error.map { "\($0)" } ?? "") \(event.metadata ?? [:])") } }
}
