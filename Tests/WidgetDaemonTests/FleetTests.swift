import Foundation
import Glibc
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Groups of displays, and codes with which displays join: real daemons, real TLS.
@Suite(.timeLimit(.minutes(10))) struct FleetTests {
    /// Waits until the displays of a fleet are as expected. There is no event for it: the hub is asked again.
    @discardableResult
    private func wait(_ hub: DaemonFixture, until isRight: ([String: ProtoDisplay]) -> Bool) throws -> [String: ProtoDisplay] {
        let end = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < end {
            if let list = try? hub.client().displays(all: true).displays {
                let found = Dictionary(list.map { ($0.name, $0) }) { first, _ in first }
                if isRight(found) { return found }
            }
            Thread.sleep(forTimeInterval: 0.02)
        }
        throw WidgetError(.deadlineExceeded, "not as expected within 120 s: \(try hub.client().displays(all: true))")
    }

    private func join(_ display: DaemonFixture, _ name: String, to hub: DaemonFixture, group: String) throws {
        #expect(try display.client().join(code: try hub.client().enrol(group: group, count: 1, days: 7).code).leaf)
        try wait(hub) { $0[name]?.state == .connected }
    }

    @Test("A display shows the pages of its group and nothing else, as widgets are moved and the group changes; a hidden widget can't be tapped")
    func groups() throws {
        let daemons = try PairedDaemons(["hub", "hall"]) { index, daemon in
            guard index == 0 else { return }
            try daemon.addProvider("counter", script: Scripts.counter(try daemon.directory.write("count", "")))
            try daemon.addProvider("secret", script: Scripts.text("hidden"))
        }
        let (hub, hall) = (daemons[0], daemons[1])
        let (shown, hidden) = (try PairedDaemons.place("counter", on: hub), try PairedDaemons.place("secret", on: hub))
        _ = try hub.client().move(.with { ($0.widget, $0.page) = (shown, 2) })
        _ = try hub.client().setDisplayGroup(.with { ($0.name, $0.pages) = ("lobby", [2]) })
        try join(hall, "hall", to: hub, group: "lobby")
        try PairedDaemons.wait(hall) { Set($0.keys) == [shown] }
        #expect(try hall.client().kinds().kinds.map(\.id) == ["counter"])
        _ = try hall.client().perform(.with { ($0.widget, $0.action) = (shown, "add") })
        let unseen = #expect(throws: WidgetError.self) { try hall.client().perform(.with { ($0.widget, $0.action) = (hidden, "add") }) }
        let absent = #expect(throws: WidgetError.self) { try hall.client().perform(.with { ($0.widget, $0.action) = ("nothing", "add") }) }
        #expect(unseen?.code == .notFound && absent?.code == .notFound)
        #expect(unseen?.message.replacing(hidden, with: "") == absent?.message.replacing("nothing", with: ""))
        let reload = #expect(throws: WidgetError.self) { try hall.client().reload(.widget(hidden)) }
        #expect(reload?.code == .notFound)
        let all = #expect(throws: WidgetError.self) { try hall.client().reload(.all(true)) }
        #expect(all?.code == .permissionDenied)
        // Widgets come and go with their pages.
        _ = try hub.client().move(.with { ($0.widget, $0.page) = (hidden, 2) })
        try PairedDaemons.wait(hall) { Set($0.keys) == [shown, hidden] }
        _ = try hub.client().move(.with { ($0.widget, $0.page) = (shown, 1) })
        try PairedDaemons.wait(hall) { Set($0.keys) == [hidden] }
        // The group changes.
        _ = try hub.client().setDisplayGroup(.with { ($0.name, $0.pages, $0.viewOnly) = ("lobby", [1], true) })
        try PairedDaemons.wait(hall) { Set($0.keys) == [shown] }
        let refused = #expect(throws: WidgetError.self) { try hall.client().perform(.with { ($0.widget, $0.action) = (shown, "add") }) }
        #expect(refused?.code == .permissionDenied && refused?.message.contains("only show") == true)
        _ = try hub.client().removeDisplayGroup("lobby")
        try PairedDaemons.wait(hall) { $0.isEmpty }
        #expect(try hub.client().moveDisplay("hall", to: "").display.group == "")
        try PairedDaemons.wait(hall) { Set($0.keys) == [shown, hidden] }
    }

    @Test("A group that shows no controls and no activities lets displays see none of them, and switch none")
    func controls() throws {
        let daemons = try PairedDaemons(["hub", "hall"]) { index, daemon in
            guard index == 0 else { return }
            try daemon.directory.write("providers/lamp.sh", "#!/bin/sh\nprintf '{\"value\":true}'\n", mode: 0o755)
            try daemon.directory.write(
                "providers/lamp.json",
                """
                {"format":1,"id":"lamp","name":"lamp","protocol":"json","exec":["lamp.sh"],
                 "controls":[{"id":"lamp","type":"toggle","symbol":"lightbulb","display_name":"Lamp"}]}
                """)
        }
        let (hub, hall) = (daemons[0], daemons[1])
        #expect(try hub.widgetctl("activity", "start", "--title", "Tea").status == 0)
        let lamp = try hub.client().add(.with { $0.kind = "lamp" }).control.id
        _ = try hub.client().setDisplayGroup(.with { ($0.name, $0.pages, $0.activities, $0.controls) = ("open", [1], true, true) })
        _ = try hub.client().setDisplayGroup(.with { ($0.name, $0.pages) = ("closed", [1]) })
        try join(hall, "hall", to: hub, group: "open")
        try waitForActivities(hall, 1)
        #expect(try hall.client().controls().controls.map(\.control.id) == [lamp])
        _ = try hub.client().moveDisplay("hall", to: "closed")
        try waitForActivities(hall, 0)
        let error = #expect(throws: WidgetError.self) { try hall.client().press(.with { ($0.control, $0.idempotencyKey) = (lamp, "one") }) }
        #expect(error?.code == .notFound)
        #expect(try hall.client().controls().controls.isEmpty && hall.client().controlKinds().kinds.isEmpty)
    }

    private func waitForActivities(_ daemon: DaemonFixture, _ count: Int) throws {
        let end = ContinuousClock.now + .seconds(120)
        while try daemon.client().activities().activities.count != count {
            guard ContinuousClock.now < end else { throw WidgetError(.deadlineExceeded, "not \(count) activities within 120 s") }
            Thread.sleep(forTimeInterval: 0.02)
        }
    }

    @Test("A code lets as many displays in as it says, also after a kill of its hub, and none after its end")
    func enrolment() throws {
        let daemons = try PairedDaemons(["hub", "one", "two", "three", "four"]) { _, _ in }
        let hub = daemons[0]
        _ = try hub.client().setDisplayGroup(.with { ($0.name, $0.pages) = ("lobby", [1]) })
        let enrolment = try hub.client().enrol(group: "lobby", count: 2, days: 1)
        #expect(try daemons[1].client().join(code: enrolment.code).leaf)
        hub.stop(SIGKILL)
        try hub.start()
        // A daemon serves its own machine first, and listens for others a moment later.
        try PairedDaemons.wait(hub, status: { !$0.listening.isEmpty })
        #expect(try daemons[2].client().join(code: enrolment.code).leaf)
        let full = #expect(throws: WidgetError.self) { try daemons[3].client().join(code: enrolment.code) }
        // Nothing is open any more, so the hub speaks with no stranger.
        #expect(full?.code == .permissionDenied && full?.message.contains("no invitation is open") == true)
        #expect(try hub.client().enrolments().enrolments.map(\.used) == [2])
        let found = try wait(hub) { found in ["one", "two"].allSatisfy { found[$0]?.state == .connected } }
        #expect(found["one"]?.group == "lobby" && found["one"]?.enrolment == enrolment.enrolment.id && found["one"]?.hub == "hub")
        let (other, open) = (try hub.client().enrol(group: "", count: 1, days: 1), try hub.client().enrol(group: "", count: 1, days: 1))
        _ = try hub.client().endEnrolment(other.enrolment.id)
        let over = #expect(throws: WidgetError.self) { try daemons[4].client().join(code: other.code) }
        #expect(over?.code == .permissionDenied && over?.message.contains("fleet enrol") == true)
        // The code of an enrolment that is over isn't a guess.
        for _ in 0..<6 { _ = try? daemons[4].client().join(code: other.code) }
        #expect(try daemons[4].client().join(code: open.code).leaf)
        let unknown = #expect(throws: WidgetError.self) { try hub.client().enrol(group: "nowhere", count: 1, days: 1) }
        #expect(unknown?.code == .notFound)
    }

    @Test("Editors join with one code and change everything; the log says which user made the code, and who was revoked by whom")
    func editors() throws {
        let daemons = try PairedDaemons(["hub", "one", "two", "three"]) { _, daemon in try daemon.addProvider("note", script: Scripts.text("a note")) }
        let hub = daemons[0]
        let group = #expect(throws: WidgetError.self) { try hub.client().enrol(as: .editor, group: "lobby", pages: [1], count: 1, days: 1) }
        #expect(group?.code == .invalidArgument && group?.message.contains("an editor sees") == true)
        let many = #expect(throws: WidgetError.self) { try hub.client().enrol(as: .editor, count: Limits.editorEnrolmentUses + 1, days: 1) }
        #expect(many?.code == .invalidArgument && many?.message.contains("100") == true)
        let enrolment = try hub.client().enrol(as: .editor, count: 2, days: 1)
        #expect(enrolment.enrolment.role == .editor)
        let other = #expect(throws: WidgetError.self) { try daemons[3].client().joinSpace("fleet", code: enrolment.code) }
        #expect(other?.code == .failedPrecondition)
        for editor in [daemons[1], daemons[2]] { #expect(try !editor.client().join(code: enrolment.code).leaf) }
        let full = #expect(throws: WidgetError.self) { try daemons[3].client().join(code: enrolment.code) }
        #expect(full?.code == .permissionDenied)
        #expect(try hub.client().enrolments().enrolments.map { [$0.used, $0.count] } == [[2, 2]])
        // A display becomes an editor when it is one no more.
        #expect(try daemons[3].client().join(code: try hub.client().enrol(count: 1, days: 1).code).leaf)
        try wait(hub) { $0["three"]?.state == .connected }
        let next = try hub.client().enrol(as: .editor, count: 1, days: 1).code
        let leaf = #expect(throws: WidgetError.self) { try daemons[3].client().join(code: next) }
        #expect(leaf?.message.contains("widgetctl device leave") == true)
        _ = try daemons[3].client().leave()
        // It starts anew, and answers nobody for a moment.
        while (try? daemons[3].client().status().hasLeaf) != false { Thread.sleep(forTimeInterval: 0.02) }
        #expect(try !daemons[3].client().join(code: next).leaf)
        try PairedDaemons.wait(daemons[3], status: { $0.peers.contains { $0.device.state == .connected } })
        _ = try hub.client().setDisplayGroup(.with { ($0.name, $0.pages) = ("lobby", [1]) })
        _ = try hub.client().removeDisplayGroup("lobby")
        // They edit, and each other's edits come.
        let widget = try PairedDaemons.place("note", on: daemons[1])
        try PairedDaemons.wait(daemons[2]) { $0[widget] != nil }
        _ = try hub.client().revokeDevice("two")
        let user = String(cString: getpwuid(getuid()).pointee.pw_name)
        let log = try hub.client().syncLog().entries
        #expect(log.first { $0.operations.contains("enrolment \(enrolment.enrolment.id) added") }?.user == user)
        #expect(log.first { $0.operations == ["two revoked"] }?.user == user)
        #expect(log.first { $0.operations == ["device two added"] }?.user == "")
        #expect(log.contains { $0.operations == ["display group lobby removed"] && $0.user == user })
        #expect(log.first { $0.deviceName == "one" && $0.operations.contains { $0.hasPrefix("widget ") } }?.user == user)
    }

    @Test("A device has no name that others couldn't show; a code that was ended stays ended, and doesn't count towards the limit")
    func namesAndEnds() throws {
        let daemons = try PairedDaemons(["hub", "one"]) { _, _ in }
        let hub = daemons[0]
        for name in ["a\u{200D}b", "a\u{2028}b", "a\nb", "", String(repeating: "x", count: 65)] {
            let refused = #expect(throws: WidgetError.self) { try hub.client().renameDevice("hub", to: name) }
            #expect(refused?.code == .invalidArgument && refused?.message.hasPrefix("name:") == true)
        }
        for _ in 0...Limits.enrolments {
            let made = try hub.client().enrol(count: 1, days: 1)
            let ended = try hub.client().endEnrolment(made.enrolment.id).enrolment
            #expect(ended.count == 0 && ended.expiresAt.timestamp < made.enrolment.expiresAt.timestamp)
        }
        #expect(try hub.client().enrolments().enrolments.count <= Limits.enrolments + 1)
        for _ in 0..<Limits.enrolments { _ = try hub.client().enrol(count: 1, days: 1) }
        let full = #expect(throws: WidgetError.self) { try hub.client().enrol(count: 1, days: 1) }
        #expect(full?.code == .resourceExhausted)
    }

    @Test("A drained hub sends its displays to another one, and lets them in again; the fleet's status tells where they are")
    func drain() throws {
        let daemons = try PairedDaemons(["first", "second", "hall"]) { _, _ in }
        let (first, second, hall) = (daemons[0], daemons[1], daemons[2])
        let alone = #expect(throws: WidgetError.self) { try first.client().drain() }
        #expect(alone?.code == .failedPrecondition)
        _ = try second.client().join(code: try first.client().invite().code)
        try PairedDaemons.wait(first, status: { $0.peers.contains { $0.device.state == .connected } })
        try join(hall, "hall", to: first, group: "")
        try PairedDaemons.wait(second, status: { _ in try second.client().displays().displays.contains { !$0.hub.isEmpty } })
        // Which hub it takes first follows from the ids.
        let isAtFirst = try second.client().displays().displays.first?.hub == "first"
        let (near, far) = isAtFirst ? (first, second) : (second, first)
        let (nearName, farName) = isAtFirst ? ("first", "second") : ("second", "first")
        #expect(try near.client().drain().displays == 1)
        try wait(near) { $0["hall"]?.hub == farName }
        let status = try far.client().fleetStatus()
        #expect(
            status.hubs.map(\.device.name) == [farName, nearName] && status.hubs.map(\.displays) == [1, 0] && status.hubs.map(\.draining) == [false, true])
        #expect(status.groups.map(\.connected) == [1])
        _ = try near.client().drain(ends: true)
        far.stop(SIGKILL)
        try wait(near) { $0["hall"]?.hub == nearName }
    }
}
