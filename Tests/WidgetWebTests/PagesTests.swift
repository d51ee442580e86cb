import Foundation
import Logging
import Testing
import WebAccess
import WidgetAPI
import WidgetCore
import WidgetSettings
import WidgetTestSupport

@testable import WidgetWeb

/// The pages and the stacks that browsers show, from the real daemon.
@Suite(.timeLimit(.minutes(5))) struct PagesTests {
    private func waits(_ board: BoardFixture, _ name: String, until isRight: (ProtoSurfaceInfo) -> Bool) throws -> Bool {
        try BoardFixture.wait { (try? board.daemon.client().surface(name)).map(isRight) ?? false }
    }

    @Test func theWidgetsOfAStackLieOverEachOther() throws {
        let board = try BoardFixture()
        let client = board.daemon.client()
        let other = try client.place(.with { ($0.kind, $0.name) = ("counter", "other") }).widget.id
        let alone = try client.place(.with { ($0.kind, $0.name) = ("counter", "alone") }).widget.id
        _ = try client.move(.with { ($0.widget, $0.page) = (alone, 2) })
        let browser = try board.browser()
        let events = try browser.events()
        #expect(events.wait(for: #""pages":[["widget-\#(board.widget)","widget-\#(other)"],["widget-\#(alone)"]]"#))
        _ = try client.add([board.widget, other], toStack: "work")
        #expect(events.wait(for: #"[{"id":"stack-work","shape":"systemSmall","cards":["card-work-"#))
        #expect(events.wait(for: #"{"card":"work-\#(other)","html":"#))
        let page = try browser.get("/").text
        #expect(page.contains(#"<ul class="page" id="page-1"><li class="stack systemSmall" id="stack-work"><ul><li class="item card systemSmall""#))
        #expect(page.contains(##"<a href="#page-2" aria-label="Page 2"></a>"##), "pages are links without a script")
        #expect(page.components(separatedBy: "<i></i>").count == 3, "a dot for each card")
        // A card's buttons are its widget's.
        #expect(try browser.tap("widget/\(other)/add", key: "1").status == 303)
        #expect(events.wait(for: "count 1"))
        #expect(try browser.tap("card/work-\(other)/add", key: "2").status == 400)
        _ = try client.remove([], fromStack: "work")
        #expect(events.wait { events.text.components(separatedBy: "event: order").last?.contains(#"["widget-\#(board.widget)","widget-\#(other)"]"#) == true })
    }

    @Test func aBrowserShowsThePagesThatWereChosenForIt() throws {
        let board = try BoardFixture()
        let other = try board.daemon.client().place(.with { ($0.kind, $0.name) = ("counter", "other") }).widget.id
        let (phone, kitchen) = (try board.browser(name: "phone"), try board.browser(name: "my kitchen"))
        let (first, second) = (try phone.events(), try kitchen.events())
        #expect(first.wait(for: "event: order") && second.wait(for: "event: order"))
        #expect(try waits(board, "web-phone") { $0.connected && $0.surface.visiblePages == [1] && $0.surface.pages.first?.items.count == 2 })
        #expect(try waits(board, "web-my-kitchen") { $0.surface.visiblePages == [1] })
        #expect(try waits(board, "web") { $0.surface.visiblePages.isEmpty })
        #expect(try board.daemon.widgetctl("surface", "set", "web-phone", "pages=@stack/other,@stack").status == 0)
        #expect(first.wait(for: #"[[{"id":"stack-","shape":"systemSmall","cards":["card--"#))
        #expect(try board.daemon.widgetctl("surface", "set", "web-phone", "pages=other").status == 0)
        #expect(first.wait { first.text.components(separatedBy: "event: order").last?.contains(#""pages":[["widget-\#(other)"]]"#) == true })
        #expect(try !phone.get("/").text.contains(board.widget) && kitchen.get("/").text.contains(board.widget), "the other browser is as it was")
        #expect(try waits(board, "web-phone") { $0.surface.pages.first?.items.map(\.widgetID) == [other] })
        let refused = try board.daemon.widgetctl("surface", "set", "web-phone", "zoom=2")
        #expect(refused.status != 0 && refused.errors.contains("it has widgets, pages"), "\(refused.errors)")
        try board.restart()
        #expect(try !phone.get("/").text.contains(board.widget), "a restart keeps the pages")
        #expect(try waits(board, "web-phone") { $0.connected && $0.surface.settings.contains { $0.value.contains("other") } })
        #expect(try board.daemon.widgetctl("surface", "set", "web-phone", "pages=").status == 0)
        #expect(try BoardFixture.wait { try phone.get("/").text.contains(board.widget) })
    }

    @Test func whoMayTapChoosesInTheBrowserItself() throws {
        let board = try BoardFixture()
        let other = try board.daemon.client().place(.with { ($0.kind, $0.name) = ("counter", "<other>") }).widget.id
        let (phone, guest) = (try board.browser(name: "phone"), try board.browser(.look, name: "guest"))
        #expect(try phone.get("/").text.contains(#"href="/pages""#) && !guest.get("/").text.contains(#"href="/pages""#))
        #expect(try guest.get("/pages").status == 403 && TestBrowser(port: board.port).get("/pages").status == 401)
        let page = try phone.get("/pages").text
        #expect(page.contains(#"name="show \#(other)" checked> &lt;other&gt;</label>"#) && page.contains(#"name="show @stack"> Smart Stack"#), "\(page)")
        let token = page.firstMatch(of: /name="form" value="([0-9a-f]*)"/).map { String($0.1) } ?? ""
        #expect(try phone.post("/pages", ["form": "", "show%20\(other)": "on"]).status == 403)
        #expect(try phone.post("/pages", ["form": token, "show%20\(other)": "on", "show%20nobody": "on"]).status == 303)
        #expect(try BoardFixture.wait { try !phone.get("/").text.contains("widget-\(board.widget)") })
        #expect(try phone.get("/").text.contains("widget-\(other)") && guest.get("/").text.contains("widget-\(board.widget)"))
        #expect(try waits(board, "web-phone") { $0.surface.settings.contains { $0.value.contains(other) } })
        #expect(try phone.post("/pages", ["form": token, "show%20\(other)": "on", "all": "1"]).status == 303)
        #expect(try BoardFixture.wait { try phone.get("/").text.contains("widget-\(board.widget)") })
    }

    private func token(_ browser: TestBrowser) throws -> String {
        try browser.get("/").text.firstMatch(of: /name="form" value="([0-9a-f]*)"/).map { String($0.1) } ?? ""
    }

    @Test func aChoiceThatCantBeKeptChangesNothing() throws {
        let board = try BoardFixture()
        let other = try board.daemon.client().place(.with { ($0.kind, $0.name) = ("counter", "other") }).widget.id
        let phone = try board.browser(name: "phone")
        let token = try token(phone)
        let path = String(board.access.path.dropLast("web-browsers".count)) + "web-pages.json"
        #expect(try phone.post("/pages", ["form": token, "show%20\(other)": "on"]).status == 303)
        let kept = try String(contentsOfFile: path, encoding: .utf8)
        #expect(kept.contains(other))
        let empty = try phone.post("/pages", ["form": token])
        #expect(empty.status == 400 && empty.text.contains("Nothing is ticked"), "\(empty)")
        board.daemon.stop()
        #expect(try BoardFixture.wait { try phone.get("/").text.contains("class=\"stale\"") })
        for field in ["show%20\(other)", "all"] {
            let away = try phone.post("/pages", ["form": token, field: "on"])
            #expect(away.status == 503 && away.text.contains("daemon is away"), "\(away)")
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == kept)
        try board.daemon.start()
        #expect(try BoardFixture.wait { try !phone.get("/").text.contains("class=\"stale\"") })
        // Somebody edits the file by hand, and makes a mistake.
        try "{".write(toFile: path, atomically: true, encoding: .utf8)
        let damaged = try phone.post("/pages", ["form": token, "all": "1"])
        #expect(damaged.status == 409 && damaged.text.contains("web-pages.json"), "\(damaged)")
        #expect(try waits(board, "web-phone") { $0.connected })
        let refused = try board.daemon.widgetctl("surface", "set", "web-phone", "pages=other")
        #expect(refused.status != 0 && refused.errors.contains("web-pages.json"), "\(refused)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "{")
        // An edit by hand stays. Pages of browsers that aren't paired make room.
        let names = ["web"] + (1..<WallLimits.surfaces).map { "web-\($0)" }
        var surfaces = names.map { WallSurface(name: $0, kind: .wall) }
        for index in surfaces.indices { surfaces[index].pages = [["by-hand"]] }
        try WallFile(path: path).write(WallConfiguration(surfaces: surfaces))
        #expect(try phone.post("/pages", ["form": token, "show%20\(other)": "on"]).status == 303)
        #expect(try WallFile(path: path).read()?.surfaces.map(\.name) == ["web", "web-phone"])
        // A form with everything ticked is no small one.
        let long = Dictionary(uniqueKeysWithValues: (0..<200).map { ("show%20\(other)\($0)", "on") })
        #expect(try phone.post("/pages", long.merging(["form": token, "show%20\(other)": "on"]) { $1 }).status == 303)
    }

    @Test func theFormKeepsThePagesAndWhatIsAway() throws {
        let board = try BoardFixture()
        let client = board.daemon.client()
        let other = try client.place(.with { ($0.kind, $0.name) = ("counter", "other") }).widget.id
        let own = try client.place(.with { ($0.kind, $0.name, $0.offBoard) = ("counter", "own", true) }).widget.id
        let phone = try board.browser(name: "phone")
        #expect(try !phone.get("/pages").text.contains(#"name="all""#), "it has no pages of its own that it could give up")
        #expect(try waits(board, "web-phone") { $0.connected })
        #expect(try board.daemon.widgetctl("surface", "set", "web-phone", "pages=own,gone/other").status == 0)
        #expect(try BoardFixture.wait { try phone.get("/pages").text.contains(#"name="all""#) })
        let page = try phone.get("/pages").text
        #expect(page.contains(#"name="show \#(own)" checked> own<"#) && page.contains(#"name="show gone" checked> gone (away)<"#), "\(page)")
        #expect(page.contains("Show the whole board"))
        let fields = [own, "gone", other, board.widget].map { ("show%20\($0)", "on") } + [("form", try token(phone))]
        #expect(try phone.post("/pages", Dictionary(uniqueKeysWithValues: fields)).status == 303)
        let pages = #"[["\#(own)","gone"],["\#(other)","\#(board.widget)"]]"#
        #expect(try waits(board, "web-phone") { $0.surface.settings.contains { $0.value.filter { $0 != " " } == pages } })
        #expect(try board.daemon.widgetctl("surface", "set", "web", "widgets=other").status == 0)
        #expect(try BoardFixture.wait { try phone.get("/pages").text.contains("Show what other browsers show") })
    }

    @Test func allBrowsersAreSurfacesOnOneConnection() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let access = WebAccessFile(path: daemon.directory.file("web-browsers"))
        let browsers = (0...WallLimits.surfaces).map { "phone\($0)" }
        let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        try access.change { list throws(WidgetError) in
            for name in browsers { _ = try list.redeem(try list.invite(name: name, role: .act, for: .seconds(600), at: now), at: now) }
        }
        let names = browsers.map { "web-\($0)" }
        let client = daemon.client()
        let log = Logger(label: "web") { _ in SwiftLogNoOpLogHandler() }
        let surfaces = WebSurfaces(at: client.location, access: access, file: WallFile(path: daemon.directory.file("own-pages.json")), log: log)
        #expect(
            try BoardFixture.wait {
                surfaces.take { nil }
                return Set(try client.surfaces().surfaces.filter(\.connected).map(\.surface.name)) == Set(names + ["web"])
            })
        #expect(surfaces.descriptors.count == 1)
        // One more than have room for pages of their own.
        for name in names.dropLast() { #expect(surfaces.show([["a"]], on: name) == nil) }
        let refused = surfaces.show([["a"]], on: names[WallLimits.surfaces])
        #expect(refused?.code == .resourceExhausted && refused?.message.contains("which is the limit") == true, "\(String(describing: refused))")
        #expect(surfaces.show(nil, on: names[0]) == nil && surfaces.show([["a"]], on: names[WallLimits.surfaces]) == nil)
        // A browser that is revoked is no surface any more.
        try access.change { list throws(WidgetError) in list.revoke(try list.session(named: browsers[1]).id) }
        surfaces.register()
        #expect(
            try BoardFixture.wait {
                surfaces.take { nil }
                return try client.surfaces().surfaces.filter(\.connected).count == names.count
            })
    }

    @Test func oneMoreWidgetLeavesTheOthersThere() throws {
        let board = try BoardFixture()
        let own = try board.daemon.client().place(.with { ($0.kind, $0.offBoard) = ("counter", true) }).widget.id
        #expect(try waits(board, "web") { $0.connected })
        #expect(try board.daemon.widgetctl("surface", "set", "web", "widgets+=\(own)").status == 0)
        let page = try board.browser().get("/").text
        #expect(page.contains("widget-\(own)") && page.contains("widget-\(board.widget)"))
    }
}
