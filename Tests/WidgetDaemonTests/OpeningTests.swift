import Foundation
import Testing
import WidgetTestSupport

/// Addresses that widgets carry, opened by a program that the test writes in place of the desktop's.
@Suite(.timeLimit(.minutes(10))) struct OpeningTests {
    private static let view = #"""
        {"view": {"widgetURL": "https://example.org/all?a=1&b=2", "vstack": [{"link": "https://example.org/news", "view": "Read the news"},
         {"button": "Write", "id": "write", "open": "mailto:someone@example.org"}, {"button": "Play", "id": "play", "open": "steam://run/1"}]}}
        """#

    private struct Desk {
        let fixture: DaemonFixture
        var path: String { fixture.directory.file("bin") }
        var environment: [String: String]

        init(opener: String? = "exit 0", handler: String = "") throws {
            fixture = try DaemonFixture()
            try fixture.addProvider("site", script: "cat <<'END'\n\(OpeningTests.view)\nEND\n")
            try fixture.start()
            environment = ["WIDGETD_SOCKET": fixture.socket, "DISPLAY": ":99", "WAYLAND_DISPLAY": "", "PATH": fixture.directory.file("bin")]
            let log = fixture.directory.file("opened")
            if let opener { try write("xdg-open", "printf '%s\\n' \"$#\" \"$@\" >> \(log)\n\(opener)") }
            try write("xdg-mime", "[ \"$3\" = x-scheme-handler/steam ] && printf '%s\\n' '\(handler)'")
            #expect(try fixture.widgetctl("place", "site").status == 0)
            let id = try #require(try fixture.client().widgets().widgets.first?.widget.id)
            _ = try fixture.wait(for: id) { $0.state == .current }
        }

        private func write(_ name: String, _ script: String) throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            let file = try fixture.directory.write("bin/\(name)", "#!/bin/sh\n\(script)\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        }

        func tap(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
            try Programs.run(Programs.path("widgetctl"), ["tap", "site"] + arguments, environment: environment)
        }

        /// The words that the opener was called with: their number and then each.
        var opened: String { (try? String(contentsOfFile: fixture.directory.file("opened"), encoding: .utf8)) ?? "" }
    }

    @Test func aLinkAButtonAndTheWholeWidgetAreListedAndOpenedHere() throws {
        let desk = try Desk()
        let list = try desk.tap().output
        for words in ["read-the-news  link \"Read the news\"", "the whole widget", "opens https://example.org/all?a=1&b=2"] {
            #expect(list.contains(words), "\(list)")
        }
        for (name, url) in [
            ("read-the-news", "https://example.org/news"), ("Read the NEWS", "https://example.org/news"), ("open", "https://example.org/all?a=1&b=2"),
            ("write", "mailto:someone@example.org"),
        ] {
            let before = desk.opened
            let result = try desk.tap(name)
            #expect(result.status == 0 && result.output == "Opened \(url)\n" && result.errors.isEmpty, "\(result)")
            #expect(desk.opened == before + "1\n\(url)\n")
        }
        let json = try desk.tap("write", "--json").output
        #expect(json.contains("\"openUrl\"") && json.contains("mailto:someone@example.org"), "\(json)")
    }

    @Test func nothingIsSaidToBeOpenThatIsNot() throws {
        let failing = try Desk(opener: "exit 3")
        let failed = try failing.tap("write")
        #expect(failed.status == 69 && failed.output == "mailto:someone@example.org\n", "\(failed)")
        #expect(failed.errors.contains("it wasn't opened: xdg-open failed (status 3)"), "\(failed.errors)")

        var desk = try Desk(opener: nil)
        let missing = try desk.tap("write")
        #expect(missing.status == 69 && missing.output == "mailto:someone@example.org\n", "\(missing)")
        #expect(missing.errors.contains("none of xdg-open, gio, busctl is installed"), "\(missing.errors)")

        desk.environment["DISPLAY"] = ""
        let blind = try desk.tap("read-the-news")
        #expect(blind.status == 69 && blind.output == "https://example.org/news\n" && blind.errors.contains("no display"), "\(blind)")
    }

    @Test func anOpenerThatStaysIsNotWaitedFor() throws {
        let desk = try Desk(opener: "exec /bin/sleep 40 >/dev/null 2>&1")
        let begin = ContinuousClock.now
        #expect(try desk.tap("write").output == "Opened mailto:someone@example.org\n")
        #expect(begin.duration(to: .now) < .seconds(30))
    }

    @Test func anAddressOfAnotherSchemeIsAskedAboutUnlessAProgramTakesIt() throws {
        let strange = try Desk()
        let refused = try strange.tap("play")
        #expect(refused.status == 64 && refused.errors.contains("steam:") && refused.errors.contains("--yes"), "\(refused)")
        #expect(strange.opened.isEmpty)
        #expect(try strange.tap("play", "--yes").output == "Opened steam://run/1\n")
        let known = try Desk(handler: "steam.desktop")
        #expect(try known.tap("play").output == "Opened steam://run/1\n")
    }

    @Test func aBarsClickOpensIt() throws {
        let desk = try Desk()
        let click = try Programs.run(Programs.path("widgetctl"), ["bar", "waybar", "site", "--click", "left"], environment: desk.environment)
        #expect(
            click.status == 0 && desk.opened == "1\nmailto:someone@example.org\n" || desk.opened == "1\nhttps://example.org/news\n", "\(click) \(desk.opened)")
        let menu = try Programs.run(Programs.path("widgetctl"), ["bar", "xbar", "site"], environment: desk.environment).output
        #expect(menu.contains("href=\"https://example.org/news\"") && menu.contains("Open | ") && menu.contains("param3=\"play\""), "\(menu)")
    }
}
