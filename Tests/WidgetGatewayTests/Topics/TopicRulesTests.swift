import Testing
import WidgetCore

@testable import WidgetGateway

/// Posts to topics: what a request says, and what is wrong with it.
struct TopicRulesTests {
    private let port = MemoryPushPort()
    private static let token = GatewayFixture.control

    init() { port.state.withLock { $0.topics = [Self.token: "build", GatewayFixture.activity: "other"] } }

    private func request(
        _ headers: [(name: String, value: String)] = [], _ body: String = "compiling", path: String = "/build", method: String = "POST",
        token: String? = token.hexadecimal
    ) -> PushRequest {
        let authorization = token.map { [("authorization", "Bearer \($0)")] } ?? []
        return PushRequest(method: method, path: path, headers: PushHeaders(authorization + headers.map { ($0.name, $0.value) }), body: Array(body.utf8))
    }

    private func post(_ request: PushRequest) throws -> TopicPost {
        let rules = TopicRules(port: port)
        return try rules.post(request, to: try rules.authorize(request))
    }

    private func refusal(_ request: PushRequest) -> TopicRefusal? {
        do {
            _ = try post(request)
            return nil
        } catch {
            return error as? TopicRefusal
        }
    }

    @Test("ntfy's headers say what is shown, with and without x-") func headers() throws {
        #expect(try post(request()) == TopicPost(topic: "build", detail: "compiling"))
        let made = try post(
            request([("title", " Build\n"), ("x-progress", "40%"), ("priority", "high"), ("tags", "ci, hammer,tada"), ("x-status", "Running")], "a\nb\u{1B}"))
        #expect(made == TopicPost(topic: "build", title: "Build", symbol: "hammer", detail: "a b", progress: 0.4, priority: 4))
        #expect(try post(request([("status", "done"), ("symbol", "star"), ("tags", "hammer"), ("message", "fine")], "")).detail == "fine")
        #expect(try post(request([("symbol", "star"), ("tags", "hammer")])).symbol == "star")
        #expect(try post(request([("status", "failed")], "", method: "PUT")) == TopicPost(topic: "build", status: .failed))
        #expect(try post(request(path: "/build?up=1")).topic == "build")
    }

    @Test("A long body is cut to what a line may have, and one over ntfy's limit is refused") func lengths() throws {
        let detail = try #require(try post(request([], String(repeating: "ü", count: 2_000))).detail)
        #expect(detail.hasSuffix("ü…") && (Limits.descriptionBytes - 1...Limits.descriptionBytes).contains(detail.utf8.count))
        #expect(refusal(request([], String(repeating: "x", count: PushLimits.postBytes + 1)))?.status == 413)
        #expect(refusal(request([("title", String(repeating: "x", count: Limits.titleBytes + 1))]))?.message.hasPrefix("Title: ") == true)
    }

    @Test(
        "What is wrong is named, with what to do",
        arguments: [
            ("progress", "101", "Progress"), ("progress", "nan", "Progress"), ("progress", "0x1p3x", "Progress"), ("progress", "half", "Progress"),
            ("status", "over", "Status"), ("priority", "6", "Priority"), ("x-priority", "", "Priority"),
        ])
    func wrong(name: String, value: String, field: String) {
        let refusal = refusal(request([(name, value)]))
        #expect(refusal?.status == 400 && refusal?.message.hasPrefix("\(field): ") == true && refusal?.isBadToken == false)
    }

    @Test("HTTP's own header of that name is no priority") func httpPriority() throws {
        #expect(try post(request([("priority", "u=1, i")])).priority == TopicPost.defaultPriority)
    }

    @Test("A header that is there twice, and a body that isn't text, are refused") func odd() {
        #expect(refusal(request([("title", "a"), ("x-title", "b")]))?.status == 400)
        var request = request()
        request.body = [0xFF]
        #expect(refusal(request)?.status == 400)
    }

    @Test("Without the topic's own token nothing is done, and nobody learns which topics there are") func tokens() {
        let none = [request(token: nil), request(token: "x y")] + ["Basic eDp5", "Bearer"].map { request([("authorization", $0)], token: nil) }
        for request in none {
            let refusal = refusal(request)
            #expect(refusal?.status == 401 && refusal?.isBadToken == true && refusal?.message.contains("Authorization: Bearer TOKEN") == true)
        }
        for token in [GatewayFixture.activity.hexadecimal, "00", "zz", String(repeating: "0", count: 4_000)] {
            let request = request(token: token)
            let refusal = refusal(request)
            #expect(refusal?.status == 403 && refusal?.isBadToken == true && refusal?.message.contains("widgetctl push topic add build") == true)
        }
        #expect(refusal(request(path: "/nobodys")) == .badToken("nobodys"))
    }

    @Test("Paths and methods that aren't a topic's") func paths() {
        #expect(refusal(request(path: "/a.b"))?.status == 404)
        #expect(refusal(request(method: "GET"))?.status == 405)
        for path in ["/", "", "/3/device/00", "/4/broadcasts/apps/a", "/webpush/x", "//"] { #expect(!TopicRules.isTopic(request(path: path))) }
        #expect(!TopicRules.isTopic(request([("apns-topic", "clock.push-type.widgets")])))
        #expect(TopicRules.isTopic(request()))
    }
}
