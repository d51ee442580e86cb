import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

@testable import WidgetDaemon

/// A device that shows the items of another set of devices beside its own: real daemons, real TLS.
@Suite("Spaces", .serialized)
struct SpaceTests {
    /// A lab with a counter and an activity, and a device that has a widget of its own.
    private func daemons(_ names: [String] = ["lab", "mine"]) throws -> PairedDaemons {
        try PairedDaemons(names) { _, daemon in
            try daemon.addProvider("counter", script: Scripts.counter(try daemon.directory.write("count", "")))
        }
    }

    private func join(_ daemon: DaemonFixture, _ lab: DaemonFixture, as name: String = "lab") throws {
        #expect(try daemon.client().joinSpace(name, code: try lab.client().invite(asLeaf: true).code).space.name == name)
    }

    private func waitForActivity(_ daemon: DaemonFixture) throws {
        let end = ContinuousClock.now + .seconds(120)
        while try daemon.client().activities().activities.isEmpty {
            guard ContinuousClock.now < end else { throw WidgetError(.deadlineExceeded, "no activity within 120 s") }
            Thread.sleep(forTimeInterval: 0.02)
        }
    }

    private func wait(_ daemon: DaemonFixture, until isRight: (ProtoSpace?) -> Bool) throws {
        try PairedDaemons.wait(daemon, status: { _ in isRight(try daemon.client().spaces().spaces.first) })
    }

    @Test("The items of a space are shown beside the own ones, also after a restart, and taken off when it is left")
    func shown() throws {
        let daemons = try daemons()
        let (lab, mine) = (daemons[0], daemons[1])
        let theirs = try PairedDaemons.place("counter", on: lab, name: "theirs")
        let own = try PairedDaemons.place("counter", on: mine, name: "own")
        #expect(try lab.widgetctl("activity", "start", "--title", "Print").status == 0)
        try join(mine, lab)
        let shown = try PairedDaemons.wait(mine) { Set($0.keys) == [theirs, own] }
        #expect(shown[theirs]?.space == "lab" && shown[theirs]?.deviceName == "lab/lab" && shown[own]?.space == "")
        try wait(mine) { $0?.activities == 1 }
        #expect(try mine.client().activities().activities.map(\.space) == ["lab"])
        #expect(try mine.client().widgets().widgets.map(\.widget.id).sorted() == [own, theirs].sorted())
        // Nothing of it is in the set that is its own.
        #expect(try !mine.widgetctl("export").output.contains(theirs))
        lab.stop()
        mine.stop()
        try mine.start()
        try PairedDaemons.wait(mine) { Set($0.keys) == [theirs, own] && $0[theirs]?.unavailable.isEmpty == false }
        try lab.start()
        try PairedDaemons.wait(mine) { $0[theirs]?.unavailable.isEmpty == true }
        #expect(try mine.client().leaveSpace("lab").space.widgets == 1)
        try PairedDaemons.wait(mine) { Set($0.keys) == [own] }
        mine.stop()
        try mine.start()
        #expect(try mine.client().spaces().spaces.isEmpty && mine.client().widgets().widgets.count == 1)
    }

    @Test("A tap on a widget of a space is performed there; nothing else is changed from here")
    func taps() throws {
        let daemons = try daemons()
        let (lab, mine) = (daemons[0], daemons[1])
        let theirs = try PairedDaemons.place("counter", on: lab)
        try join(mine, lab)
        try PairedDaemons.wait(mine) { $0[theirs]?.state == .current }
        #expect(try mine.client().perform(.with { ($0.widget, $0.action, $0.idempotencyKey) = (theirs, "add", "one") }).widgetID == theirs)
        try PairedDaemons.wait(lab) { $0[theirs]?.archive.nodes.contains { $0.text.literal == "count 1" } == true }
        try PairedDaemons.wait(mine) { $0[theirs]?.archive.nodes.contains { $0.text.literal == "count 1" } == true }
        // Without own items that have the name, it means the one of the space; with one, its own.
        #expect(try mine.client().widget("counter").widget.id == theirs)
        let own = try PairedDaemons.place("counter", on: mine)
        #expect(try mine.client().widget("counter").widget.id == own && mine.client().widget("lab/counter").widget.id == theirs)
        for command in [
            ["remove", theirs], ["configure", theirs, "--name", "mine"], ["move", theirs, "--page", "2"], ["explain", theirs], ["log", theirs],
        ] {
            let refused = try mine.widgetctl(command)
            #expect(refused.status != 0 && refused.errors.contains("of the space 'lab'"), "\(command) \(refused)")
        }
        #expect(try lab.client().widgets().widgets.map(\.widget.id) == [theirs])
        lab.stop(SIGKILL)
        try wait(mine) { $0?.status.connected == false }
        let away = #expect(throws: WidgetError.self) { try mine.client().reload(.widget(theirs)) }
        #expect(away?.code == .unavailable && away?.message.contains("space 'lab'") == true, "\(away?.message ?? "")")
    }

    @Test("A group decides what a device that looks at a space sees, and a revoked one sees nothing more")
    func rights() throws {
        let daemons = try daemons()
        let (lab, mine) = (daemons[0], daemons[1])
        let (shown, hidden) = (try PairedDaemons.place("counter", on: lab), try PairedDaemons.place("counter", on: lab))
        _ = try lab.client().move(.with { ($0.widget, $0.page) = (hidden, 2) })
        _ = try lab.client().setDisplayGroup(.with { ($0.name, $0.pages, $0.viewOnly) = ("guests", [1], true) })
        _ = try mine.client().joinSpace("lab", code: try lab.client().enrol(group: "guests", count: 1, days: 1).code)
        try PairedDaemons.wait(mine) { Set($0.keys) == [shown] && $0[shown]?.state == .current }
        let refused = #expect(throws: WidgetError.self) { try mine.client().perform(.with { ($0.widget, $0.action) = (shown, "add") }) }
        #expect(refused?.code == .permissionDenied)
        _ = try lab.client().revokeDevice("mine")
        try PairedDaemons.wait(mine) { $0.isEmpty }
        try wait(mine) { $0?.status.refused == true }
    }

    @Test("Neither the own displays nor the other own devices get anything of a space")
    func privacy() throws {
        let daemons = try daemons(["lab", "mine", "hall", "laptop"])
        let (lab, mine, hall, laptop) = (daemons[0], daemons[1], daemons[2], daemons[3])
        let theirs = try PairedDaemons.place("counter", on: lab, name: "their counter")
        #expect(try lab.widgetctl("activity", "start", "--title", "Print").status == 0)
        try join(mine, lab)
        try PairedDaemons.wait(mine) { $0[theirs] != nil }
        try wait(mine) { $0?.activities == 1 }
        #expect(try mine.widgetctl("activity", "start", "--title", "Tea").status == 0)
        #expect(try mine.client().activities().activities.count == 2)
        #expect(try hall.client().join(code: try mine.client().invite(asLeaf: true).code).leaf)
        _ = try laptop.client().join(code: try mine.client().invite().code)
        let own = try PairedDaemons.place("counter", on: mine)
        for device in [hall, laptop] {
            try PairedDaemons.wait(device) { $0[own] != nil }
            try waitForActivity(device)
            #expect(try device.client().widgets().widgets.map(\.widget.id) == [own] && device.client().activities().activities.count == 1)
        }
        // A display that asks for it by its id doesn't get it either.
        let tap = #expect(throws: WidgetError.self) { try hall.client().perform(.with { ($0.widget, $0.action, $0.idempotencyKey) = (theirs, "add", "two") }) }
        #expect(tap?.code == .notFound, "\(String(describing: tap))")
        // Names mean nothing of a space there, and errors tell nothing of it.
        for name in ["lab/counter", "their counter"] {
            let reload = #expect(throws: WidgetError.self) { try hall.client().reload(.widget(name)) }
            #expect(reload?.message == "widget: there is no '\(name)'; `widgetctl widgets` lists what is placed")
        }
    }

    @Test("A code that isn't for a leaf is refused and stays good; names and hubs are there once")
    func refusals() throws {
        let daemons = try daemons(["lab", "mine", "laptop"])
        let (lab, mine, laptop) = (daemons[0], daemons[1], daemons[2])
        let member = try lab.client().invite().code
        let wrong = #expect(throws: WidgetError.self) { try mine.client().joinSpace("lab", code: member) }
        #expect(wrong?.code == .failedPrecondition && wrong?.message.contains("device invite --leaf") == true, "\(String(describing: wrong))")
        #expect(try mine.client().spaces().spaces.isEmpty && lab.client().devices().devices.count == 1)
        #expect(try !laptop.client().join(code: member).leaf)
        try join(mine, lab)
        let name = #expect(throws: WidgetError.self) { try mine.client().joinSpace("lab", code: try lab.client().invite(asLeaf: true).code) }
        let hub = #expect(throws: WidgetError.self) { try mine.client().joinSpace("other", code: try lab.client().invite(asLeaf: true).code) }
        #expect(name?.code == .alreadyExists && hub?.code == .alreadyExists)
        let own = #expect(throws: WidgetError.self) { try laptop.client().joinSpace("lab", code: try lab.client().invite(asLeaf: true).code) }
        #expect(own?.code == .failedPrecondition)
        for bad in ["", "a b", "../x", String(repeating: "a", count: 65)] {
            let error = #expect(throws: WidgetError.self) { try mine.client().joinSpace(bad, code: "AAAA") }
            #expect(error?.code == .invalidArgument && error?.message.hasPrefix("name:") == true)
        }
        let others = try PairedDaemons((0..<DaemonLimits.spaces).map { "lab\($0)" }) { _, _ in }
        for (number, other) in others.daemons.enumerated() {
            let code = try other.client().invite(asLeaf: true).code
            guard number == DaemonLimits.spaces - 1 else {
                #expect(try mine.client().joinSpace("lab\(number)", code: code).space.name == "lab\(number)")
                continue
            }
            let full = #expect(throws: WidgetError.self) { try mine.client().joinSpace("one-too-many", code: code) }
            #expect(full?.code == .resourceExhausted && full?.message.contains("\(DaemonLimits.spaces)") == true)
        }
        let nowhere = #expect(throws: WidgetError.self) { try mine.client().leaveSpace("nowhere") }
        #expect(nowhere?.code == .notFound)
        _ = try mine.client().leaveSpace("lab")
        #expect(!FileManager.default.fileExists(atPath: "\(mine.state)/spaces/lab"))
    }
}
