import Testing

@testable import WidgetWeb

/// The form of requests: what is read of them, and what isn't taken.
@Suite struct RequestTests {
    @Test(arguments: [
        "/../etc/passwd", "/files/../../etc/passwd", "/files/%2e%2e/x", "/%2e%2e/x", "/files//x", "/files/./x", "//evil.example/", "/a\\b", "/a%00b", "/\u{7F}",
        "http://evil.example/", "*", "", "files", "/files/", "/ä", "/" + String(repeating: "a", count: 2_000),
    ])
    func aTargetThatLeadsElsewhereIsNone(target: String) {
        #expect(WebRequest.split(target: target) == nil, "\(target)")
    }

    @Test func aTargetHasAPathAndFields() throws {
        let (path, query) = try #require(WebRequest.split(target: "/events?scheme=dark&since=ab.1&scheme=light&x=%41+b&y=%zz"))
        #expect(path == "/events")
        #expect(query == ["scheme": "dark", "since": "ab.1", "x": "A b"])
    }

    @Test func aFormIsReadOnlyAsAForm() {
        var request = WebRequest(method: .post, path: "/tap", isSecure: false, isLocal: true)
        request.body = Array("tap=widget%2Fa%2Fb&key=1".utf8)
        #expect(request.form == nil)
        request.headers["content-type"] = "text/plain"
        #expect(request.form == nil)
        request.headers["content-type"] = "application/x-www-form-urlencoded; charset=UTF-8"
        #expect(request.form == ["tap": "widget/a/b", "key": "1"])
    }

    @Test func theFirstCookieOfANameCounts() {
        var request = WebRequest(method: .get, path: "/", isSecure: false, isLocal: true)
        request.headers["cookie"] = "a=1; widgetd=x; widgetd=y; =z; b"
        #expect(request.cookies == ["a": "1", "widgetd": "x"])
    }

    @Test(arguments: [("gzip, deflate, br", true), ("br", false), ("gzip;q=0", false), ("GZIP; q=0.5", true), ("", false)])
    func aBrowserSaysWhatItTakes(header: String, takes: Bool) {
        var request = WebRequest(method: .get, path: "/", isSecure: false, isLocal: true)
        request.headers["accept-encoding"] = header
        #expect(request.accepts("gzip") == takes)
    }

    @Test(arguments: [
        WebTap(.widget, "0195-a", action: "log", value: nil), WebTap(.widget, "0195-a", action: "on", value: true),
        WebTap(.activity, "x", action: "stop.it", value: false), WebTap(.control, "y"), WebTap(.control, "y", value: true),
    ])
    func aTapReadsAsItIsWritten(tap: WebTap) {
        #expect(WebTap(tap.text) == tap)
    }

    @Test(arguments: ["", "widget", "widget/a", "widget//b", "widget/a/b/maybe", "widget/a/b/on/on", "file/a/b", "widget/a/../b", "widget/a b/c", "control"])
    func otherTextIsNoTap(text: String) {
        #expect(WebTap(text) == nil)
    }

    @Test func keysOfOneBrowserAreNotAnothers() {
        let tap = WebTap(.widget, "a", action: "b")
        let key = tap.idempotencyKey(of: "one", "k")
        #expect(key == tap.idempotencyKey(of: "one", "k"))
        #expect(key.utf8.count <= 128)
        let others = [tap.idempotencyKey(of: "two", "k"), tap.idempotencyKey(of: "one", "l"), WebTap(.widget, "a", action: "c").idempotencyKey(of: "one", "k")]
        #expect(!others.contains(key) && Set(others).count == 3)
    }
}
