import DaemonCore
import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetStore
import WidgetTestSupport

@testable import WidgetDaemon

/// Views for the surfaces that there are.
@Suite(.timeLimit(.minutes(10))) struct SurfaceTests {
    /// A view for dark surfaces, and one for light ones where one is there.
    private static let script = #"""
        request=$(cat)
        case $request in *'"call":"timeline"'*'"colorScheme":"light"'*)
            variants=', "variants": [{"for": {"colorScheme": "light"}, "view": "day"}]' ;; esac
        printf '{"for": {"colorScheme": "dark"}, "view": "night"%s, "policy": "never"}' "$variants"
        """#

    private func shows(_ text: String) -> (ProtoWidgetSnapshot) -> Bool {
        { snapshot in snapshot.archive.nodes.first?.text.literal == text || snapshot.archive.variants.contains { $0.nodes.first?.text.literal == text } }
    }

    private func fixture(_ script: String = script) throws -> DaemonFixture {
        let fixture = try DaemonFixture()
        try fixture.addProvider("sky", script: script)
        try fixture.start()
        return fixture
    }

    @Test func aSurfaceOfAnotherKindGetsItsViewAndKeepsItOverARestart() throws {
        let fixture = try fixture()
        let id = try fixture.client().place(.with { $0.kind = "sky" }).widget.id
        _ = try fixture.wait(for: id, until: shows("night"))
        #expect(try fixture.widgetctl("show", id).output.contains("night"))
        // It is shown as it is, until the provider has given the other one.
        #expect(try fixture.widgetctl("show", id, "--color-scheme", "light").output.contains("night"))
        _ = try fixture.wait(for: id, until: shows("day"))
        #expect(try fixture.widgetctl("show", id, "--color-scheme", "light").output.contains("day"))
        #expect(try fixture.widgetctl("show", id).output.contains("night"), "a dark terminal shows its own")
        #expect(try fixture.widgetctl("explain", id).output.contains("environment"), "the reload has its cause")

        fixture.stop()
        try fixture.start()
        let client = fixture.client()
        client.surface = .standard.with(.light)
        #expect(try client.widget(id).archive.nodes.first?.text.literal == "day")
        let other = try client.place(.with { $0.kind = "sky" }).widget.id
        _ = try fixture.wait(for: other, until: shows("day"))
    }

    @Test func aWatchHasTheViewMadeForIt() throws {
        let fixture = try fixture()
        let id = try fixture.client().place(.with { $0.kind = "sky" }).widget.id
        _ = try fixture.wait(for: id, until: shows("night"))
        let client = fixture.client()
        client.surface = .standard.with(.light)
        let watch = try client.watch()
        var text = ""
        while text != "day" {
            guard case .event(let event) = try watch.next(timeout: .seconds(60)) else { break }
            if case .widget(let snapshot)? = event.event { text = snapshot.archive.nodes.first?.text.literal ?? "" }
        }
        #expect(text == "day")
    }

    @Test func aWidgetThatTellsNoSurfacesApartIsNotReloaded() throws {
        let fixture = try fixture(#"cat >/dev/null; printf '{"view":"plain","policy":"never"}'"#)
        let id = try fixture.client().place(.with { $0.kind = "sky" }).widget.id
        _ = try fixture.wait(for: id, until: shows("plain"))
        #expect(try fixture.widgetctl("show", id, "--color-scheme", "light", "--rendering-mode", "accented").output.contains("plain"))
        // A restart gives the daemon time for whatever it would have begun.
        fixture.stop()
        try fixture.start()
        #expect(try !fixture.widgetctl("log", id).output.contains("environment"))
    }

    @Test func anotherDevicesWidgetIsMadeForASurfaceHere() throws {
        let daemons = try PairedDaemons { index, daemon in if index == 0 { try daemon.addProvider("sky", script: Self.script) } }
        let (a, b) = (daemons[0], daemons[1])
        let id = try PairedDaemons.place("sky", on: a)
        try daemons.pair()
        _ = try PairedDaemons.wait(b) { $0[id].map(shows("night")) ?? false }
        #expect(try b.widgetctl("show", id, "--color-scheme", "light").output.contains("night"))
        _ = try PairedDaemons.wait(b) { $0[id].map(shows("day")) ?? false }
        #expect(try b.widgetctl("show", id, "--color-scheme", "light").output.contains("day"))
    }

    @Test func traitsThatThereAreNotAreRefused() throws {
        let fixture = try fixture()
        let result = try fixture.widgetctl("show", "sky", "--color-scheme", "beige")
        #expect(result.status == 64 && result.errors.contains("beige") && result.errors.contains("light"), "\(result)")
    }

    @Test func theSurfacesThatAreKnownAreFewAndFresh() {
        let start = Timestamp(milliseconds: 1_795_161_600_000)
        let known = KnownSurfaces(at: start)
        func surface(_ size: Int) -> ViewTraits { ViewTraits(dynamicTypeSize: .init(rawValue: size)) }
        #expect(known.note(surface(1), at: start) == .new)
        #expect(known.note(surface(1), at: start + .hours(1)) == nil && known.isFresh(surface(1), at: start + .hours(1)))
        #expect(known.note(surface(1), at: start + .days(1)) == .seenAgain)
        for size in 2...7 { #expect(known.note(surface(size), at: start + .days(1) + .minutes(Int64(size))) == .new) }
        #expect(known.traits.count == DaemonCoreLimits.knownSurfaces)
        known.watch(surface(1), isThere: true)
        #expect(known.note(surface(8), at: start + .days(2)) == .new)
        #expect(known.traits == [1, 3, 4, 5, 6, 7, 8].map(surface), "of those that nobody looks at now, the one that was seen longest ago is forgotten")
        known.watch(surface(1), isThere: false)
        #expect(known.note(surface(9), at: start + .days(3)) == .new && !known.traits.contains(surface(1)))
        for size in 3...9 { known.watch(surface(size), isThere: true) }
        #expect(known.note(surface(10), at: start + .days(4)) == nil, "all are looked at")
        let later = KnownSurfaces(known.stored, at: start + .days(1) + DaemonLimits.surfaceMemory + .minutes(6))
        #expect(later.traits == (7...9).map(surface), "those that nobody saw for a month are forgotten")
    }
}
