import Testing

@testable import WidgetWeb

/// Names and origins that are let in.
@Suite struct DoorRulesTests {
    private let rules = DoorRules(hosts: ["Widgets.example.org", "192.0.2.7"])

    private func request(_ headers: [String: String], isSecure: Bool = false) -> WebRequest {
        WebRequest(method: .post, path: "/tap", headers: headers, isSecure: isSecure, isLocal: true)
    }

    @Test(arguments: [
        "localhost", "localhost:8470", "LOCALHOST:80", "127.0.0.1:8470", "[::1]:8470", "[::1]", "widgets.example.org", "widgets.example.org:443", "192.0.2.7",
    ])
    func ownNamesAreTaken(host: String) throws {
        try rules.check(host: host)
    }

    @Test(arguments: [
        nil, "", "evil.example", "localhost.evil.example", "evil.example:8470", "127.0.0.1.evil.example", "localhost:", "localhost:x", "localhost:0",
        "localhost:99999", "[::1", "[::1]x", "[::2]", "localhost,evil.example", "a@localhost", "localhost localhost",
    ])
    func otherNamesAreNot(host: String?) {
        #expect(throws: DoorRules.Refusal.self) { try rules.check(host: host) }
    }

    @Test func aPageOfOursMayPost() throws {
        try rules.checkOrigin(request(["host": "localhost:8470", "origin": "http://localhost:8470"]))
        try rules.checkOrigin(request(["host": "localhost:8470", "origin": "http://localhost:8470", "sec-fetch-site": "same-origin"]))
        try rules.checkOrigin(request(["host": "widgets.example.org", "origin": "https://widgets.example.org"], isSecure: true))
        try rules.checkOrigin(request(["host": "widgets.example.org:443", "origin": "https://Widgets.example.org"], isSecure: true))
    }

    @Test(arguments: [
        [:], ["origin": "null"], ["origin": "http://evil.example"], ["origin": "https://localhost:8470"], ["origin": "http://localhost:8471"],
        ["origin": "http://localhost"], ["origin": "http://localhost:8470.evil.example"], ["origin": "http://localhost:8470", "sec-fetch-site": "cross-site"],
        ["origin": "http://localhost:8470", "sec-fetch-site": "same-site"], ["origin": "http://localhost:8470", "sec-fetch-site": "none"],
    ])
    func anotherPageMayNot(headers: [String: String]) {
        #expect(throws: DoorRules.Refusal.self) { try rules.checkOrigin(request(headers.merging(["host": "localhost:8470"]) { own, _ in own })) }
    }

    @Test func onlyAProxyOfThisMachineSaysHowARequestCame() {
        let proxied = WebSecurity(hasTLS: false, isBehindProxy: true)
        #expect(proxied.isSecure(["x-forwarded-proto": "https"], from: .local, isLoopback: true))
        #expect(!proxied.isSecure(["x-forwarded-proto": "https"], from: .local, isLoopback: false))
        #expect(!proxied.isSecure(["x-forwarded-proto": "http"], from: .local, isLoopback: true))
        #expect(!WebSecurity(hasTLS: false, isBehindProxy: false).isSecure(["x-forwarded-proto": "https"], from: .local, isLoopback: true))
        #expect(WebSecurity(hasTLS: true, isBehindProxy: false).isSecure([:], from: .local, isLoopback: false))
    }
}
