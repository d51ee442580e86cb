import Foundation
import Testing
import WebAccess
import WidgetAPI
import WidgetCore
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

    @Test func oneMoreWidgetLeavesTheOthersThere() throws {
        let board = try BoardFixture()
        let own = try board.daemon.client().place(.with { ($0.kind, $0.offBoard) = ("counter", true) }).widget.id
        #expect(try waits(board, "web") { $0.connected })
        #expect(try board.daemon.widgetctl("surface", "set", "web", "widgets+=\(own)").status == 0)
        let page = try board.browser().get("/").text
        #expect(page.contains("widget-\(own)") && page.contains("widget-\(board.widget)"))
    }
}
