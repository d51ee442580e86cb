import Foundation
import Testing
import WebAccess
import WidgetCore
import WidgetGateway
import WidgetTestSupport

@testable import WidgetWeb

/// The real server before strangers: who comes in, and who doesn't.
@Suite(.timeLimit(.minutes(5))) struct DoorTests {
    @Test func aStrangerSeesNothing() throws {
        let board = try BoardFixture()
        let stranger = TestBrowser(port: board.port)
        for path in ["/", "/events"] {
            let response = try stranger.get(path)
            #expect(response.status == 401 && !response.text.contains("count"))
        }
        let forged = TestBrowser(port: board.port)
        for cookie in ["widgetd=\(WebSecret.make().text)", "widgetd=", "widgetd=x", "__Host-widgetd=\(WebSecret.make().text)"] {
            forged.cookie = cookie
            #expect(try forged.get("/").status == 401)
            #expect(try forged.post("/tap", ["form": "", "tap": "widget/\(board.widget)/add", "key": "1"]).status == 401)
        }
        #expect(try board.performed() == 0)
        // Nothing was followed for them.
        #expect(board.figures.followed.isEmpty)
    }

    @Test func anInvitationPairsABrowserOnce() throws {
        let board = try BoardFixture()
        let invitation = try board.invite(.look, name: "kitchen")
        let phone = TestBrowser(port: board.port)
        // A program that shows a preview of the address doesn't use it up.
        for _ in 0..<2 { #expect(try phone.get("/pair/\(invitation)").text.contains("Pair this browser")) }
        let response = try phone.post("/pair", ["invitation": invitation])
        #expect(response.status == 303 && response.headers["location"] == "/")
        let cookie = try #require(response.headers["set-cookie"])
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && cookie.contains("Path=/"))
        let page = try phone.get("/")
        #expect(page.status == 200 && page.text.contains("count 0 &lt;&amp;&gt;"))
        // A second browser with the same address gets nothing.
        let thief = TestBrowser(port: board.port)
        #expect(try thief.get("/pair/\(invitation)").status == 410)
        #expect(try thief.post("/pair", ["invitation": invitation]).status == 403)
        #expect(try thief.get("/").status == 401)
        #expect(try board.access.read().sessions.map(\.name) == ["kitchen"])
    }

    @Test func guessesAreSlowed() throws {
        let board = try BoardFixture { $0.limits.pairingRate = .init(burst: 3, perSecond: 1) }
        let browser = TestBrowser(port: board.port)
        let statuses = try (0..<5).map { _ in try browser.post("/pair", ["invitation": WebSecret.make().text]).status }
        #expect(statuses.prefix(3) == [403, 403, 403] && statuses.contains(429))
    }

    @Test func anotherNameOrSiteIsRefused() throws {
        let board = try BoardFixture()
        let browser = try board.browser()
        #expect(try browser.get("/", ["host": "evil.example"]).status == 421)
        #expect(try browser.get("/files/x", ["host": "evil.example:\(board.port)"]).status == 421)
        for headers in [["origin": ""], ["origin": "null"], ["origin": "http://evil.example"], ["sec-fetch-site": "cross-site"]] {
            #expect(try browser.tap("widget/\(board.widget)/add", key: "1", headers).status == 403, "\(headers)")
        }
        #expect(try browser.get("/events", ["sec-fetch-site": "cross-site"]).status == 403)
        #expect(try browser.post("/pair", ["invitation": try board.invite(.act)], ["origin": "http://evil.example"]).status == 403)
        #expect(try board.performed() == 0)
    }

    @Test func aFormThatIsNotOursIsRefused() throws {
        let board = try BoardFixture()
        let (mine, other) = (try board.browser(), try board.browser())
        let tap = "widget/\(board.widget)/add"
        #expect(try mine.post("/tap", ["tap": tap, "key": "1"]).status == 403)
        let token = try #require(try other.get("/").text.firstMatch(of: /name="form" value="([0-9a-f]+)"/)).1
        #expect(try mine.post("/tap", ["form": String(token), "tap": tap, "key": "1"]).status == 403)
        #expect(try mine.tap(tap, key: "").status == 400)
        #expect(try mine.tap(tap, key: String(repeating: "k", count: 65)).status == 400)
        #expect(try mine.tap("file/a/b", key: "1").status == 400)
        #expect(try board.performed() == 0)
        #expect(try mine.tap(tap, key: "1").status == 303)
        #expect(try board.performed() == 1)
    }

    @Test func whoMayLookCantTap() throws {
        let board = try BoardFixture()
        let browser = try board.browser(.look)
        let page = try browser.get("/").text
        #expect(page.contains("count 0") && !page.contains("/add\""))
        #expect(try browser.tap("widget/\(board.widget)/add", key: "1").status == 403)
        #expect(try board.performed() == 0)
    }

    @Test func anOpenBoardShowsAndDoesNothing() throws {
        let board = try BoardFixture { $0.isOpen = true }
        let browser = TestBrowser(port: board.port)
        #expect(try browser.get("/").text.contains("count 0"))
        #expect(try browser.tap("widget/\(board.widget)/add", key: "1").status == 403)
        #expect(try board.performed() == 0)
    }

    @Test func oddRequestsGetNothing() throws {
        let board = try BoardFixture()
        let browser = try board.browser()
        for path in ["/../../etc/passwd", "/files/../board", "/files/%2e%2e/x", "//evil.example", "/events/", "/files/x", "/tap/x", "/pair/x/y"] {
            #expect([404, 410].contains(try browser.get(path).status), "\(path)")
        }
        for line in ["PUT / HTTP/1.1", "DELETE / HTTP/1.1", "OPTIONS * HTTP/1.1", "TRACE / HTTP/1.1", "CONNECT a:1 HTTP/1.1"] {
            let connection = try TestConnection(port: board.port)
            try connection.send(line, ["host": "127.0.0.1"], "")
            _ = connection.ends(seconds: 20)
            #expect(!connection.text.contains("200 OK"), "\(line): \(connection.text.prefix(100))")
        }
        let head = try TestConnection(port: board.port).ask("HEAD / HTTP/1.1", ["host": "127.0.0.1:\(board.port)", "cookie": browser.cookie ?? ""], "")
        #expect(head.status == 200 && head.text.isEmpty && Int(head.headers["content-length"] ?? "") ?? 0 > 500)
    }

    @Test func floodsEndTheirConnection() throws {
        let board = try BoardFixture { ($0.limits.requestTimeout, $0.limits.headerBytes) = (.seconds(2), 8 << 10) }
        let many = try TestConnection(port: board.port)
        try many.send("GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n" + (0..<100).map { "x\($0): y\r\n" }.joined() + "\r\n")
        #expect(many.ends(seconds: 20) && !many.text.contains("200 OK"))
        let long = try TestConnection(port: board.port)
        try long.send("GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: \(String(repeating: "y", count: 64 << 10))\r\n\r\n")
        #expect(long.ends(seconds: 20) && !long.text.contains("200 OK"))
        let target = try TestConnection(port: board.port)
        try target.send("GET /\(String(repeating: "a", count: 256 << 10)) HTTP/1.1\r\n\r\n")
        #expect(target.ends(seconds: 20) && !target.text.contains("200 OK"))
        let slow = try TestConnection(port: board.port)
        try slow.send("GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n")
        #expect(slow.ends(seconds: 20))
        // Others are served.
        #expect(try board.browser().get("/").status == 200)
    }

    @Test func bodiesAreBounded() throws {
        let board = try BoardFixture()
        let browser = try board.browser()
        #expect(try browser.post("/tap", ["tap": String(repeating: "a", count: 8 << 10)]).status == 413)
        // One whose length isn't said, too.
        let endless = try TestConnection(port: board.port)
        try endless.send("POST /tap HTTP/1.1\r\nhost: 127.0.0.1:\(board.port)\r\ntransfer-encoding: chunked\r\n\r\n")
        for _ in 0..<64 { try endless.send("400\r\n\(String(repeating: "a", count: 1_024))\r\n") }
        #expect(endless.ends(seconds: 20) && endless.text.contains("413"))
    }

    @Test func connectionsAndStreamsAreCounted() throws {
        let board = try BoardFixture { ($0.limits.connectionsPerSource, $0.limits.streamsPerSession) = (6, 2) }
        let browser = try board.browser()
        let streams = try (0..<2).map { _ in try browser.events() }
        for stream in streams { #expect(stream.wait(for: "event: order")) }
        #expect(try browser.get("/events").status == 429)
        var held = try (0..<8).map { _ in try TestConnection(port: board.port) }
        #expect(held.count { $0.ends(seconds: 1) } >= 4)
        held = []
        #expect(try BoardFixture.wait { (try? browser.get("/").status) == 200 })
    }

    @Test func settingsThatLetOthersInAreRefused() throws {
        func problem(_ configure: (inout WebConfiguration) -> Void) -> WidgetError? {
            do { _ = try BoardFixture(configure) } catch { return error as? WidgetError }
            return nil
        }
        #expect(problem { $0.listening = [GatewayAddress(host: "0.0.0.0", port: 0)] }?.code == .invalidArgument)
        #expect(problem { $0.listening = [GatewayAddress(host: "::", port: 0)] }?.code == .invalidArgument)
        #expect(problem { $0.listening = [GatewayAddress(host: "127.evil.example", port: 0)] }?.code == .invalidArgument)
        #expect(problem { ($0.isOpen, $0.isBehindProxy) = (true, true) }?.code == .invalidArgument)
        #expect(problem { $0.certificate = (Array("x".utf8), Array("y".utf8)) }?.code == .failedPrecondition)
    }

    /// `widgetctl` and the server share a file.
    @Test func widgetctlInvitesListsAndRevokes() throws {
        let board = try BoardFixture()
        let environment = ["XDG_STATE_HOME": board.daemon.directory.file("person"), "NO_COLOR": "1", "TZ": "UTC"]
        func widgetctl(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
            try Programs.run(Programs.path("widgetctl"), arguments, environment: environment)
        }
        // Nobody has said where the board is.
        #expect(try widgetctl("web", "invite").errors.contains("widgetd-web"))
        let address = "http://127.0.0.1:\(board.port)"
        let text = try widgetctl("web", "invite", "--role", "look", "--name", "kitchen", "--url", "\(address)/", "--qr").output
        let path = try #require(text.firstMatch(of: /(\/pair\/[0-9a-f]{64})\n/)).1
        #expect(text.contains("\(address)/pair/") && text.contains("▀") && text.contains("may look.") && text.contains("in 10 min"), "\(text)")
        let browser = TestBrowser(port: board.port)
        #expect(try browser.post("/pair", ["invitation": String(path.dropFirst(6))]).status == 303)
        #expect(try widgetctl("web", "list").output.contains("kitchen"))
        #expect(try widgetctl("web", "list", "--json").output.contains(#""name":"kitchen","role":"look""#))
        #expect(try widgetctl("web", "revoke", "cellar").errors.contains("no browser is called"))
        #expect(try browser.get("/").status == 200)
        #expect(try widgetctl("web", "revoke", "kitchen").status == 0)
        #expect(try BoardFixture.wait { try browser.get("/").status == 401 })
        #expect(try widgetctl("web", "list").output.contains("No browser is paired"))
        #expect(try widgetctl("web", "invite", "--url", address, "--expires", "8d").errors.contains("seven days"))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "there is no curl (on Debian and Ubuntu: apt-get install curl)"))
    func aBoardWithACertificateSpeaksTLSAlone() throws {
        let board = try BoardFixture { $0.certificate = (Array(TestCertificates.valid.utf8), Array(TestCertificates.key.utf8)) }
        let address = "https://127.0.0.1:\(board.port)"
        func curl(_ arguments: String...) throws -> String { try Programs.run("/usr/bin/curl", ["-sik", "--max-time", "20"] + arguments).output }
        #expect(try curl("\(address)/").contains(" 401 "))
        let paired = try curl("\(address)/pair", "-H", "Origin: \(address)", "-d", "invitation=\(try board.invite(.act))")
        let cookie = try #require(paired.firstMatch(of: /set-cookie: (__Host-widgetd=[0-9a-f]{64}); (.*)/))
        #expect(cookie.2.contains("Secure") && cookie.2.contains("HttpOnly"))
        #expect(try curl("\(address)/", "-H", "Cookie: \(cookie.1)").contains("count 0"))
        // The cookie of a connection that isn't protected is none here.
        #expect(try curl("\(address)/", "-H", "Cookie: \(cookie.1.dropFirst(7))").contains(" 401 "))
        #expect(try curl("http://127.0.0.1:\(board.port)/", "-H", "Cookie: \(cookie.1)").contains("count 0") == false)
    }

    @Test func everyAnswerIsProtected() throws {
        let board = try BoardFixture()
        let browser = try board.browser()
        let page = try browser.get("/")
        let script = try #require(page.text.firstMatch(of: /src="(\/files\/board-[0-9a-f]+\.js)"/)).1
        for path in ["/", "/nothing", String(script)] {
            let response = try browser.get(path)
            let policy = response.headers["content-security-policy"] ?? ""
            #expect(policy.hasPrefix("default-src 'none'") && policy.contains("frame-ancestors 'none'") && policy.contains("script-src 'self';"), "\(path)")
            #expect(response.headers["x-content-type-options"] == "nosniff" && response.headers["x-frame-options"] == "DENY")
        }
        #expect(page.headers["cache-control"] == "no-store")
        #expect(try browser.get(String(script)).headers["cache-control"]?.contains("immutable") == true)
        #expect(!page.text.contains("<script>") && !page.text.contains("onclick") && !page.text.contains("//cdn"))
    }
}
