import Testing
import WidgetCore

@testable import WidgetGateway

/// Web Push over real connections, HTTP/2 and HTTP/1.1.
@Suite(.timeLimit(.minutes(10))) struct WebPushListenerTests {
    private static let keys = WebPushKeys(token: GatewayFixture.widgets, secret: GatewayFixture.secret)
    private let sender = WebPushSender()

    private func path(_ token: PushToken = GatewayFixture.widgets) -> String {
        WebPushSubscription(token: token, origin: "", secret: GatewayFixture.secret).endpoint
    }

    /// A right one over HTTP/2, to be spoilt.
    private func request(_ token: PushToken = GatewayFixture.widgets) throws -> TestRequest {
        TestRequest(path: path(token), headers: [("ttl", "60"), ("authorization", try sender.identification(audience: "https://localhost"))], body: "")
    }

    private func http1(_ fixture: GatewayFixture, _ headers: String, _ body: [UInt8]) async throws -> String {
        let port = fixture.gateway.addresses[0].port
        let vapid = try sender.identification(audience: "https://localhost:\(port)")
        return try await PlainClient.exchange(
            port: port,
            send:
                "POST \(path()) HTTP/1.1\r\nHost: localhost:\(port)\r\nAuthorization: \(vapid)\r\n\(headers)Content-Length: \(body.count)\r\nConnection: close\r\n\r\n",
            body: body)
    }

    @Test func aPushIsDecryptedAndTaken() async throws {
        let fixture = try await GatewayFixture()
        let body = try WebPushSender.encrypt(Array("the score is 2:1".utf8), for: Self.keys)
        let answer = try await http1(fixture, "TTL: 60\r\nUrgency: low\r\nTopic: score\r\nContent-Encoding: aes128gcm\r\n", body)
        #expect(answer.hasPrefix("HTTP/1.1 201 "))
        let push = try #require(fixture.port.accepted.first)
        #expect(String(decoding: push.payload, as: UTF8.self) == "the score is 2:1")
        #expect(push.source == .webPush)
        #expect(push.address == .widgets(app: "clock"))
        #expect(push.priority == 5)
        #expect(push.collapseID == "score")
        #expect(push.expiration == GatewayFixture.start + .seconds(60))
        #expect(answer.lowercased().contains("location: /webpush/message/\(push.id)\r\n"))
        await fixture.gateway.stop()
    }

    @Test func aPushWithoutContentOverHTTP2IsTaken() async throws {
        let fixture = try await GatewayFixture()
        var request = try request()
        request.set("ttl", "0")
        request.set("authorization", nil)
        let response = try await fixture.connect().send(request)
        #expect(response.status == 201)
        #expect(response.endedOnHeaders)
        #expect(response["ttl"] == "0")
        #expect(fixture.port.accepted.first?.expiration == nil)
        await fixture.gateway.stop()
    }

    @Test(arguments: [
        ("no TTL", 400), ("a word as TTL", 400), ("an unknown urgency", 400), ("a topic of 33", 400), ("a doubled header", 400), ("another audience", 403),
        ("an identification that is over", 403),
        ("a provider token", 403), ("an unknown endpoint", 404), ("a token without the rest", 404), ("another endpoint's rest", 404),
        ("an endpoint that ended", 410), ("GET", 405), ("4,097 bytes", 413), ("no encoding", 415),
        ("an older encoding", 415),
        ("not encrypted", 400), ("encrypted for another", 400),
    ])
    func aPushIsRefused(what: String, status: Int) async throws {
        let fixture = try await GatewayFixture()
        var request = try request()
        var body: [UInt8] = []
        switch what {
        case "no TTL": request.set("ttl", nil)
        case "a word as TTL": request.set("ttl", "long")
        case "an unknown urgency": request.set("urgency", "now")
        case "a topic of 33": request.set("topic", String(repeating: "a", count: 33))
        case "a doubled header": request.headers.append(("ttl", "61"))
        case "another audience": request.set("authorization", try sender.identification(audience: "https://push.example"))
        case "an identification that is over": request.set("authorization", try sender.identification(audience: "https://localhost", expires: 1_799_999_000))
        case "a provider token": request.set("authorization", "bearer \(try fixture.usualToken())")
        case "an unknown endpoint": request.path = "/webpush/abcd"
        case "a token without the rest": request.path = "/webpush/" + Hexadecimal.text(of: GatewayFixture.widgets.bytes)
        case "another endpoint's rest":
            request.path = "/webpush/" + Hexadecimal.text(of: GatewayFixture.widgets.bytes) + path(GatewayFixture.control).suffix(33)
        case "an endpoint that ended": request.path = path(GatewayFixture.taken)
        case "GET": request.method = "GET"
        case "4,097 bytes": body = Array(repeating: 0, count: 4_097)
        case "no encoding": body = try WebPushSender.encrypt([1], for: Self.keys)
        case "an older encoding":
            body = try WebPushSender.encrypt([1], for: Self.keys)
            request.set("content-encoding", "aesgcm")
        case "not encrypted":
            body = Array("hello".utf8)
            request.set("content-encoding", "aes128gcm")
        default:
            body = try WebPushSender.encrypt([1], for: WebPushKeys(token: GatewayFixture.control, secret: GatewayFixture.secret))
            request.set("content-encoding", "aes128gcm")
        }
        let connection = try await fixture.connect()
        let stream = connection.nextStream()
        connection.headers(request, on: stream, end: body.isEmpty)
        if !body.isEmpty { connection.data(body, on: stream, end: true) }
        let response = try await connection.response(on: stream)
        #expect(response.status == status)
        #expect(response["content-type"] == "text/plain; charset=utf-8")
        #expect(response.body.hasSuffix("\n") && response.body.utf8.count > 10, "it says what is wrong")
        #expect(fixture.port.accepted.isEmpty)
        await fixture.gateway.stop()
    }

    @Test func aLongBodyOverHTTP1IsRefusedBeforeItsEnd() async throws {
        let fixture = try await GatewayFixture()
        let answer = try await PlainClient.exchange(
            port: fixture.gateway.addresses[0].port, send: "POST \(path()) HTTP/1.1\r\nHost: localhost\r\nTTL: 1\r\nContent-Length: 100000\r\n\r\n",
            body: Array(repeating: 0, count: 6_000))
        #expect(answer.hasPrefix("HTTP/1.1 413 "))
        await fixture.gateway.stop()
    }

    @Test func aSlowSenderOverHTTP1IsClosed() async throws {
        var limits = GatewayLimits()
        limits.requestTimeout = .milliseconds(500)
        let fixture = try await GatewayFixture(limits: limits)
        let answer = try await PlainClient.exchange(
            port: fixture.gateway.addresses[0].port, send: "POST \(path()) HTTP/1.1\r\nHost: localhost\r\nTTL: 1\r\nContent-Length: 10\r\n\r\n")
        #expect(answer.isEmpty)
        await fixture.gateway.stop()
    }

    @Test func oneEndpointHasItsRateAndOthersHaveTheirOwn() async throws {
        var limits = GatewayLimits()
        limits.requestsPerEndpoint = .init(burst: 5, perSecond: 0)
        let fixture = try await GatewayFixture(limits: limits)
        for _ in 0..<5 { #expect(try await fixture.connect().send(try request()).status == 201) }
        let refused = try await fixture.connect().send(try request())
        #expect(refused.status == 429)
        #expect(refused["retry-after"] == "60")
        #expect(refused.body.contains("this endpoint"))
        #expect(try await fixture.connect().send(try request(GatewayFixture.control)).status == 201)
        await fixture.gateway.stop()
    }

    @Test func oneAddressHasItsRateAndIsToldInWords() async throws {
        var limits = GatewayLimits()
        limits.requestsPerSource = .init(burst: 1, perSecond: 0)
        let fixture = try await GatewayFixture(limits: limits)
        let connection = try await fixture.connect()
        #expect(try await connection.send(try request()).status == 201)
        let refused = try await connection.send(try request())
        #expect(refused.status == 429)
        #expect(refused["retry-after"] == "60")
        #expect(refused["content-type"] == "text/plain; charset=utf-8")
        await fixture.gateway.stop()
    }

    /// A flood on one connection costs no signature's verification each.
    @Test func anIdentificationIsVerifiedOnce() throws {
        let port = MemoryPushPort()
        port.state.withLock { $0.registrations[GatewayFixture.widgets] = PushRegistration(address: .widgets(app: GatewayFixture.app)) }
        func check(_ identification: String, at date: Timestamp, _ session: inout ProviderSession) throws(WebPushRefusal) {
            let rules = WebPushRules(port: port, now: date, secret: GatewayFixture.secret)
            let request = PushRequest(
                method: "POST", path: path(), authority: "localhost", headers: PushHeaders([("ttl", "60"), ("authorization", identification)]))
            _ = try rules.check(request, for: try rules.endpoint(of: request), id: "1", session: &session)
        }
        var session = ProviderSession()
        let right = try sender.identification(audience: "https://localhost")
        try check(right, at: GatewayFixture.start, &session)
        #expect(session.vapid?.text == right)
        // One that no key signed: it is let through only where it isn't looked at again.
        let forged = String(right.dropLast()) + (right.hasSuffix("A") ? "B" : "A")
        #expect(throws: WebPushRefusal.self) { try check(forged, at: GatewayFixture.start, &session) }
        let unsigned = try sender.identification(audience: "https://localhost", expires: 1_800_000_599)
        let (head, tail) = (unsigned.prefix { $0 != "," }, unsigned.drop { $0 != "," })
        let broken = String(head.dropLast(4)) + "AAAA" + tail
        #expect(throws: WebPushRefusal.self) { try check(broken, at: GatewayFixture.start, &session) }
        session.vapid = (broken, try #require(VAPIDToken(broken)))
        try check(broken, at: GatewayFixture.start, &session)
        #expect(throws: WebPushRefusal.self) { try check(broken, at: GatewayFixture.start + .hours(1), &session) }
    }
}
