import Foundation
import Testing
import WebAccess
import WidgetCore
import WidgetLayout
import WidgetScene
import WidgetScripts

@testable import WidgetWeb

/// The elements that pages have of widgets.
@Suite struct ItemTests {
    private let now = Timestamp(milliseconds: 1_790_000_000_000)

    private func item(_ view: String, id: String = "a", trouble: String = "") throws -> WebItem {
        let archive = try ScriptTimeline.decode(Array(#"{"view": \#(view)}"#.utf8), family: .systemSmall, now: now).entries[0].archive
            .validated(family: .systemSmall)
        let traits = PresentationTraits(family: .systemSmall, now: now)
        let list = Presentation(texts: TextCache(measurer: InterMeasurer())).displayList(of: archive, traits: traits)
        let scene = WidgetScene()
        scene.show(archive, list, at: now.sceneTime)
        let key = BoardOrder.Key(kind: .widget, id: id)
        return WebItem(
            key, tapped: key, name: "<b>&\"", shape: "systemSmall", list: list, targets: archive.tapTargets, trouble: trouble,
            fragment: WidgetFragment(list, in: scene, isChanged: false, at: now, id: key.element, pictures: PictureShelf()))
    }

    @Test func textsOfProvidersAreHarmless() throws {
        let item = try item(
            ##"{"vstack": [{"text": "<script>alert(1)</script>\" onload='x'"}, {"link": "https://example.org/?a&b='c'", "view": "\"><img src=x>"}]}"##,
            trouble: "\"><script>")
        for html in [item.html(for: .act), item.html(for: .look)] {
            #expect(!html.contains("<script") && !html.contains("<img") && !html.contains("<b>") && !html.contains("\" onload"))
            #expect(html.contains("&lt;script") && html.contains("https://example.org/?a&amp;b=&#39;c&#39;"))
        }
    }

    @Test func aPlaceToTapLiesWhereItsViewDoes() throws {
        let html = try item(#"{"vstack": ["a", {"button": "Add", "id": "add", "intent": "Add"}, {"spacer": 0}]}"#).html(for: .act)
        let place = try #require(
            html.firstMatch(of: /value="widget\/a\/add" aria-label="Add" style="left:([\d.]+)px;top:([\d.]+)px;width:([\d.]+)px;height:([\d.]+)px"/))
        let numbers = [place.1, place.2, place.3, place.4].compactMap { Double($0) }
        #expect(numbers[0] > 16 && numbers[0] + numbers[2] < 142 && numbers[1] > 30 && numbers[1] + numbers[3] < 142 && numbers[2] > 40, "\(numbers)")
        #expect(abs(numbers[0] + numbers[2] / 2 - 79) < 1, "it isn't in the middle: \(numbers)")
    }

    @Test func aPlaceToTapIsTurnedAndScaledAsItsViewIs() throws {
        func size(_ effects: String) throws -> (width: Double, height: Double) {
            let label = #"{"shape": "rectangle", "frame": {"width": 60, "height": 20}}"#
            let html = try item(#"{"button": \#(label), "id": "add", "intent": "Add"\#(effects)}"#).html(for: .act)
            let place = try #require(html.firstMatch(of: /value="widget\/a\/add"[^>]*width:([\d.]+)px;height:([\d.]+)px/))
            return (Double(place.1) ?? 0, Double(place.2) ?? 0)
        }
        let plain = try size("")
        let turned = try size(#", "rotation": 90"#)
        let scaled = try size(#", "scale": 0.5"#)
        #expect(abs(turned.width - plain.height) < 1 && abs(turned.height - plain.width) < 1, "\(plain) is \(turned)")
        #expect(abs(scaled.width - plain.width / 2) < 1 && abs(scaled.height - plain.height / 2) < 1, "\(plain) is \(scaled)")
    }

    @Test func aToggleSaysWhatATapSets() throws {
        let html = try item(#"{"toggle": "Lamp", "on": true, "id": "lamp", "intent": "Lamp"}"#).html(for: .act)
        #expect(html.contains(#"value="widget/a/lamp/off" aria-label="Lamp" role="switch" aria-checked="true""#))
    }

    @Test func onlyProtectedAddressesAreLinks() throws {
        for (url, isLink) in [("https://example.org/", true), ("http://example.org/", false), ("obsidian://open", false)] {
            let html = try item(#"{"link": "\#(url)", "view": "Go"}"#).html(for: .look)
            #expect(html.contains("<a ") == isLink, "\(url)")
            #expect(isLink || html.contains("<p>\(url)</p>"))
        }
    }

    @Test func lettersOfOtherFontsKeepTheirRoom() throws {
        #expect(try item(#"{"text": "words", "fontDesign": "serif"}"#).html(for: .look).contains("textLength="))
        #expect(try !item(#"{"text": "words"}"#).html(for: .look).contains("textLength="))
    }

    @Test func idsAreTheItemsOwn() throws {
        let all = try ["a", "b"].map { id in
            try item(#"{"shape": "circle", "fill": {"linearGradient": ["red", "blue"]}}"#, id: id).html(for: .look)
        }.joined()
        let ids = all.matches(of: /\bid="([^"]+)"/).map { String($0.1) }
        #expect(ids.count > 5 && Set(ids).count == ids.count, "\(ids)")
    }
}
