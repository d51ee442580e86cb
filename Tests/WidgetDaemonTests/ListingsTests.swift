import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Widgets as they are written for Apple's platforms, in a real daemon: placed, shown, and tapped.
@Suite(.timeLimit(.minutes(10))) struct ListingsTests {
    private let daemon: DaemonFixture

    init() throws {
        daemon = try DaemonFixture()
        try daemon.directory.write(
            "providers/listings.json",
            #"""
            {"format":1,"id":"listings","name":"Listings","protocol":"rpc","exec":["\#(Programs.path("ListingsProvider"))"],"deadline_seconds":120,
             "environment":{"XDG_STATE_HOME":"\#(daemon.directory.path)"}}
            """#)
        try daemon.start()
    }

    private func place(_ kind: String, name: String, family: String) throws -> (id: String, archive: ViewArchive) {
        let placed = try daemon.widgetctl("place", kind, "--name", name, "--family", family)
        #expect(placed.status == 0, "\(placed.errors)")
        let widgets = try daemon.client().widgets().widgets.map(\.widget)
        let id = try #require(widgets.first { $0.name == name }?.id)
        return (id, try ViewArchive(daemon.wait(for: id) { $0.state == .current }.archive))
    }

    @Test func aDrinkIsLoggedByATapAndItsTotalShown() throws {
        let (id, _) = try place("CaffeineTracker", name: "drinks", family: "large")
        #expect(try daemon.widgetctl("show", "drinks").output.contains("0 mg"))
        let tapped = try daemon.widgetctl("tap", "drinks", "Espresso")
        #expect(tapped.status == 0, "\(tapped.errors)")
        _ = try daemon.wait(for: id) { $0.archive.nodes.contains { $0.text.literal == "68 mg" } }
        let shown = try daemon.widgetctl("show", "drinks").output
        #expect(shown.contains("68 mg") && shown.contains("Espresso"), "\(shown)")
    }

    @Test func theAnimatedPicturesAreShown() throws {
        let (_, archive) = try place("Avatars", name: "pets", family: "medium")
        #expect(archive.nodes.count { if case .image = $0.content { true } else { false } } == 8)
        #expect(archive.nodes.flatMap(\.modifiers).contains { if case .animation = $0 { true } else { false } })
        #expect(try !daemon.widgetctl("show", "pets").output.isEmpty)
    }

    @Test func aViewThatFollowsTheClockHasAnEntryForEachMinute() throws {
        let (id, _) = try place("Clock", name: "clock", family: "small")
        let entries = try daemon.client().timeline(id).entries
        #expect(entries.count == 61 && entries.map(\.redrawn) == [false] + Array(repeating: true, count: 60))
        #expect(Set(entries.map(\.digest)).count == 61)
        // A second lies between two drawings at least. So the first minute may come late: by less than that, where the entry came just before it.
        let late = entries.dropFirst().map { $0.date.timestamp.milliseconds % 60_000 }
        #expect(late[0] < 1_000 && late.dropFirst().allSatisfy { $0 == 0 }, "\(late)")
        #expect(try daemon.widgetctl("timeline", "clock").output.contains("\n+  "))
        // One entry and atEnd: the daemon chooses the date, as without the further entries.
        #expect(try daemon.widgetctl("explain", "clock").output.contains("policy-at-end-idle"))
        let run = try daemon.widgetctl("provider", "check", "listings")
        #expect(run.output.contains("timeline: 1 entry, drawn again at 60 more dates, atEnd"), "\(run.output)\(run.errors)")
    }
}
