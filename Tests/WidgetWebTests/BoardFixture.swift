import CZlib
import Foundation
import Glibc
import Logging
import WebAccess
import WidgetAPI
import WidgetCore
import WidgetGateway
import WidgetTestSupport

@testable import WidgetWeb

/// A real daemon with a counter on its board, and the real server of the web board.
final class BoardFixture {
    let daemon: DaemonFixture
    let access: WebAccessFile
    /// Has a line for each time that the counter's button was performed.
    let count: String
    let widget: String
    private var server: WebServer
    private let configuration: WebConfiguration

    var port: Int { server.addresses[0].port }
    var figures: (streams: Int, followed: Set<BoardScheme>) { server.figures() }

    init(_ configure: (inout WebConfiguration) -> Void = { _ in }) throws {
        daemon = try DaemonFixture()
        let file = try daemon.directory.write("count", "")
        count = file
        try daemon.addProvider(
            "counter",
            script: #"""
                request=$(cat)
                case $request in
                *'"call":"perform"'*) echo x >>\#(file); exit 0 ;;
                esac
                count=$(wc -l <\#(file))
                printf '{"view":{"vstack":[{"text":"count %d <&>"},{"button":"Add","id":"add","intent":"Add"},' "$count"
                printf '{"link":"https://example.org/a?b&c","view":"Site"}]},"policy":"never"}'
                """#)
        try daemon.start()
        widget = try daemon.client().place(.with { $0.kind = "counter" }).widget.id
        _ = try daemon.wait(for: widget) { $0.state == .current }
        access = WebAccessFile(path: daemon.directory.file("person/widgetd/web-browsers"))
        var configuration = WebConfiguration(
            listening: [GatewayAddress(host: "127.0.0.1", port: 0)], daemon: SocketLocation(explicit: daemon.socket, environment: { _ in nil }, uid: getuid()),
            access: access, now: { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) })
        configuration.fonts = nil
        configuration.limits.linger = .milliseconds(200)
        configure(&configuration)
        self.configuration = configuration
        server = try WebServer.start(configuration, log: Logger(label: "web") { _ in SwiftLogNoOpLogHandler() })
    }

    deinit { server.stop() }

    /// Stops the server, and starts another on the same port.
    func restart() throws {
        var configuration = configuration
        configuration.listening = [GatewayAddress(host: "127.0.0.1", port: port)]
        server.stop()
        server = try WebServer.start(configuration, log: Logger(label: "web") { _ in SwiftLogNoOpLogHandler() })
    }

    /// An invitation's secret.
    func invite(_ role: WebRole, name: String = "") throws -> String {
        let now = configuration.now()
        return try access.change { list throws(WidgetError) in try list.invite(name: name, role: role, for: .seconds(600), at: now) }.text
    }

    /// A browser that is paired.
    func browser(_ role: WebRole = .act, name: String = "") throws -> TestBrowser {
        let browser = TestBrowser(port: port)
        let response = try browser.post("/pair", ["invitation": try invite(role, name: name)])
        guard response.status == 303 else { throw WidgetError(.internal, "not paired: \(response.text)") }
        return browser
    }

    func performed() throws -> Int { try String(contentsOfFile: count, encoding: .utf8).split(separator: "\n").count }

    /// Waits for what comes soon, and asks again until then.
    static func wait(seconds: Double = 60, _ isSo: () throws -> Bool) throws -> Bool {
        let end = Date() + seconds
        while try !isSo() {
            if Date() > end { return false }
            Thread.sleep(forTimeInterval: 0.02)
        }
        return true
    }
}

/// A browser as the server sees it: it keeps its cookie, and its forms say where they come from.
final class TestBrowser {
    let port: Int
    var cookie: String?

    init(port: Int) { self.port = port }

    struct Response {
        var status: Int
        var headers: [String: String]
        var text: String
    }

    func get(_ path: String, _ headers: [String: String] = [:]) throws -> Response {
        try TestConnection(port: port).ask("GET \(path) HTTP/1.1", all(headers), "")
    }

    @discardableResult
    func post(_ path: String, _ fields: [String: String], _ headers: [String: String] = [:]) throws -> Response {
        let body = fields.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }.joined(separator: "&")
        var all = all(["origin": "http://127.0.0.1:\(port)", "content-type": "application/x-www-form-urlencoded"])
        for (name, value) in headers { all[name] = value.isEmpty ? nil : value }
        let response = try TestConnection(port: port).ask("POST \(path) HTTP/1.1", all, body)
        if let cookie = response.headers["set-cookie"] { self.cookie = String(cookie.prefix { $0 != ";" }) }
        return response
    }

    /// Taps, as the page's form does.
    func tap(_ tap: String, key: String, _ headers: [String: String] = [:]) throws -> Response {
        let page = try get("/").text
        let token = page.firstMatch(of: /name="form" value="([0-9a-f]*)"/).map { String($0.1) } ?? ""
        return try post("/tap", ["form": token, "tap": tap, "key": key], headers)
    }

    /// Opens the stream of events.
    func events(_ query: String = "scheme=light", _ headers: [String: String] = [:]) throws -> TestConnection {
        let connection = try TestConnection(port: port)
        try connection.send("GET /events?\(query) HTTP/1.1", all(headers), "")
        return connection
    }

    private func all(_ headers: [String: String]) -> [String: String] {
        var all = ["host": "127.0.0.1:\(port)"]
        all["cookie"] = cookie
        return all.merging(headers) { $1 }
    }
}
