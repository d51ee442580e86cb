import Foundation
import NIOCore
import Testing
import WebAccess
import WidgetCore
import WidgetTestSupport

@testable import WidgetWeb

/// Alerts of Live Activities through a browser's push service.
@Suite(.timeLimit(.minutes(5))) struct AlertTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func board(_ service: PushService, _ configure: (inout WebConfiguration) -> Void = { _ in }) throws -> BoardFixture {
        let trust = try directory.write("trust.pem", TestCertificates.valid)
        return try BoardFixture {
            $0.pushServices = [service.name]
            $0.pushTrust = trust
            $0.limits.pushPauses = [.milliseconds(10), .milliseconds(10)]
            configure(&$0)
        }
    }

    /// Presses the page's switch.
    private func subscribe(_ browser: TestBrowser, _ fields: [String: String]) throws -> TestBrowser.Response {
        let token = try browser.get("/").text.firstMatch(of: /name="form" value="([0-9a-f]*)"/).map { String($0.1) } ?? ""
        return try browser.post("/alerts", ["form": token].merging(fields) { $1 })
    }

    private func start(_ board: BoardFixture) throws {
        let started = try board.daemon.widgetctl("activity", "start", "--title", "Backup", "--tag", "backup")
        #expect(started.status == 0, "\(started.errors)")
    }

    private func alert(_ board: BoardFixture, _ title: String, body: String = "of 12 GB") throws {
        let updated = try board.daemon.widgetctl("activity", "update", "backup", "--alert", title, "--alert-body", body)
        #expect(updated.status == 0, "\(updated.errors)")
    }

    /// Waits until the board hears of alerts: one before that is older than its connection, and isn't told.
    private func hear(_ board: BoardFixture, _ service: PushService) throws {
        for number in 1...10 {
            try alert(board, "Warm-up \(number)")
            if try BoardFixture.wait(seconds: 10, { service.texts.contains { $0.contains("Warm-up \(number)") } }) { return }
        }
        Issue.record("the board hears of no alert")
    }

    @Test func aBrowserThatMayOnlyLookIsToldOnceOfAnAlert() throws {
        let service = try PushService()
        let board = try board(service)
        try start(board)
        try alert(board, "Older than the subscription")
        let browser = try board.browser(.look, name: "phone")
        #expect(try browser.get("/").text.contains(#"aria-pressed="false">Alerts"#))
        let answer = try subscribe(browser, service.subscription)
        #expect(answer.status == 200 && answer.text == #"{"done":true}"#)
        #expect(try browser.get("/").text.contains(#"aria-pressed="true">Alerts"#))
        try hear(board, service)
        try alert(board, "Half <done>")
        #expect(try BoardFixture.wait { service.texts.contains { $0.contains("Half") } })
        #expect(!service.texts.contains { $0.contains("Older") })
        let message = try #require(service.messages.last)
        let text = try #require(service.text(of: message))
        #expect(text.contains(#""title":"Half <done>","body":"of 12 GB","tag":""#))
        #expect(message.path == "/push/1?a=b" && message.headers["content-encoding"] == "aes128gcm" && message.headers["ttl"] == "3600")
        #expect(message.headers["urgency"] == "high" && message.headers["topic"]?.count == 32)
        #expect(message.headers["authorization"]?.hasPrefix("vapid t=") == true)
        // The board's restart tells nothing again.
        let count = service.messages.count
        try board.restart()
        try hear(board, service)
        #expect(!service.texts.dropFirst(count).contains { $0.contains("Half") })
    }

    @Test func aBusyServiceIsAskedAgainAndABrowserThatIsGoneIsForgotten() throws {
        let service = try PushService()
        let board = try board(service)
        let browser = try board.browser()
        #expect(try subscribe(browser, service.subscription).status == 200)
        try start(board)
        try hear(board, service)
        service.answer([503, 429, 201, 410])
        try alert(board, "One")
        #expect(try BoardFixture.wait { service.texts.count { $0.contains("One") } == 3 }, "it is sent until the service takes it")
        try alert(board, "Two")
        #expect(try BoardFixture.wait { try board.access.read().sessions.allSatisfy { $0.alerts == nil } })
        #expect(try browser.get("/").text.contains(#"aria-pressed="false">Alerts"#))
    }

    @Test func aBrowserEndsItsAlertsAndARevokedOneHasNone() throws {
        let service = try PushService()
        let board = try board(service)
        let (one, two) = (try board.browser(name: "one"), try board.browser(name: "two"))
        #expect(try subscribe(one, service.subscription).status == 200)
        #expect(try subscribe(one, [:]).status == 200)
        #expect(try board.access.read().sessions.allSatisfy { $0.alerts == nil })
        #expect(try subscribe(two, service.subscription).status == 200)
        try board.access.change { list throws(WidgetError) in list.revoke(try list.session(named: "two").id) }
        #expect(try BoardFixture.wait { try two.get("/").status == 401 })
        try start(board)
        try alert(board, "Nobody hears it")
        #expect(try subscribe(one, service.subscription).status == 200)
        try hear(board, service)
        #expect(!service.texts.contains { $0.contains("Nobody") })
    }

    @Test(
        "an address that isn't a push service's is refused by its name",
        arguments: [
            "https://127.0.0.1:8471/x", "https://router.lan/x", "https://fcm.googleapis.com.evil.example/x", "https://evilnotify.windows.com/x",
            "http://fcm.googleapis.com/x", "file:///etc/passwd", "https://fcm.googleapis.com:22/x",
        ])
    func foreign(_ endpoint: String) throws {
        let service = try PushService()
        let board = try board(service)
        let answer = try subscribe(try board.browser(), service.subscription.merging(["endpoint": endpoint]) { $1 })
        #expect(answer.status == 400 && answer.text.contains("endpoint"), "\(answer.text)")
        #expect(try board.access.read().sessions.allSatisfy { $0.alerts == nil })
    }

    @Test func onlyAPageOfOursCanBeginAlerts() throws {
        let service = try PushService()
        let board = try board(service) { $0.isOpen = true }
        let browser = try board.browser()
        #expect(try browser.post("/alerts", service.subscription).status == 403)
        #expect(try browser.post("/alerts", service.subscription.merging(["form": "0"]) { $1 }).status == 403)
        #expect(try browser.post("/alerts", service.subscription, ["origin": "https://evil.example"]).status == 403)
        #expect(try browser.get("/alerts").status == 405)
        // Somebody of this machine whom nobody has paired can't be revoked, and so gets none.
        let stranger = TestBrowser(port: board.port)
        let page = try stranger.get("/")
        #expect(page.status == 200 && !page.text.contains(#"id="alerts""#))
        #expect(try stranger.post("/alerts", service.subscription.merging(["form": ""]) { $1 }).status != 200)
        #expect(try board.access.read().sessions.allSatisfy { $0.alerts == nil })
    }

    @Test func theWorkerIsServedAndMayRun() throws {
        let board = try BoardFixture()
        let worker = try TestBrowser(port: board.port).get("/worker.js")
        #expect(worker.status == 200 && worker.headers["content-type"]?.hasPrefix("text/javascript") == true && worker.text.contains("showNotification"))
        #expect(worker.headers["cache-control"] == "no-store" && worker.headers["content-security-policy"]?.contains("worker-src 'self'") == true)
    }
}
