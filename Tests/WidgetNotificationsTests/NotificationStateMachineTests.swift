import Testing
import WidgetAPI
import WidgetCore
import WidgetLayout

@testable import WidgetNotifications

/// Each activity is one notification.
@Suite("The state machine of notifications") struct NotificationStateMachineTests {
    static let start = Timestamp(milliseconds: 1_795_266_300_000)

    static func snapshot(
        _ id: String = "a", title: String = "Backup", progress: Double? = 0.2, state: ProtoActivity.State = .active, style: ProtoActivity.Style = .standard,
        alert: Int64? = nil
    ) throws -> ProtoActivitySnapshot {
        let task = TaskActivity(title: title, detail: "12 GB left", progress: progress)
        return try ProtoActivitySnapshot.with {
            $0.activity.id = id
            $0.activity.app = "backup"
            $0.activity.type = TaskActivity.type
            $0.activity.state = state
            $0.activity.style = style
            if let alert { $0.activity.alert = .with { ($0.title, $0.revision) = ("Look here", alert) } }
            $0.archive = try ProtoActivityArchive(serializedBytes: ActivityArchiveCodec.encode(task.views))
            $0.local = true
        }
    }

    static func event(_ snapshot: ProtoActivitySnapshot) -> ProtoActivityEvent { .with { $0.activity = snapshot } }
    static let complete = ProtoActivityEvent.with { $0.initialStateSent = true }

    /// A state machine that a daemon and a server have met, with these activities.
    static func machine(_ snapshots: ProtoActivitySnapshot..., memory: NotificationMemory = NotificationMemory()) -> NotificationStateMachine {
        var machine = NotificationStateMachine(memory: memory)
        machine.connected()
        for snapshot in snapshots { machine.apply(event(snapshot), at: start) }
        machine.apply(complete, at: start)
        machine.served(by: ":1.1")
        return machine
    }

    /// A state machine whose only activity, `a`, is shown as notification 7.
    static func shown(_ snapshot: ProtoActivitySnapshot) -> NotificationStateMachine {
        var machine = machine(snapshot)
        _ = machine.advance(to: start)
        machine.shown("a", as: 7, by: ":1.1")
        return machine
    }

    static func shows(_ effects: [NotificationEffect]) -> [(activity: String, replaces: UInt32, content: NotificationContent)] {
        effects.compactMap { if case .show(let activity, let replaces, let content) = $0 { (activity, replaces, content) } else { nil } }
    }

    static func closes(_ effects: [NotificationEffect]) -> [UInt32] {
        effects.compactMap { if case .close(let notification) = $0 { notification } else { nil } }
    }

    static func later(_ milliseconds: Int64) -> Timestamp { start + Milliseconds(milliseconds) }

    @Test("An activity is shown once, with its title, what it says and its progress, and replaced in place by an update")
    func replaces() throws {
        var machine = Self.machine(try Self.snapshot())
        let first = Self.shows(machine.advance(to: Self.start).effects)
        #expect(first.map(\.replaces) == [0])
        #expect(first.first?.content.summary == "⚙ Backup 20 %")
        #expect(first.first?.content.body == "12 GB left")
        #expect(first.first?.content.value == 20)
        #expect(first.first?.content.actions.map(\.title) == ["End", "Dismiss"])
        machine.shown("a", as: 7, by: ":1.1")
        #expect(Self.shows(machine.advance(to: Self.later(300)).effects).isEmpty)
        machine.apply(Self.event(try Self.snapshot(progress: 0.6)), at: Self.later(400))
        let second = Self.shows(machine.advance(to: Self.later(400)).effects)
        #expect(second.map(\.replaces) == [7])
        #expect(second.first?.content.value == 60)
    }

    @Test("A flood of updates is one notification in each drawing interval, with the latest state, and none before the server has answered")
    func paced() throws {
        var machine = Self.machine(try Self.snapshot(progress: 0))
        var sent: [Int?] = []
        for millisecond in 0..<1_000 as Range<Int64> {
            machine.apply(Self.event(try Self.snapshot(progress: Double(millisecond) / 1_000)), at: Self.later(millisecond))
            let shows = Self.shows(machine.advance(to: Self.later(millisecond)).effects)
            sent += shows.map(\.content.value)
            if !shows.isEmpty, millisecond < 700 { machine.shown("a", as: 7, by: ":1.1") }
        }
        #expect(sent == [0, 20, 40, 60, 80])
    }

    @Test("An update that comes too early is due at the next interval, and nothing is due without one")
    func deadline() throws {
        var machine = Self.shown(try Self.snapshot())
        #expect(machine.advance(to: Self.later(10)).next == nil)
        machine.apply(Self.event(try Self.snapshot(progress: 0.6)), at: Self.later(20))
        let step = machine.advance(to: Self.later(20))
        #expect(Self.shows(step.effects).isEmpty)
        #expect(step.next == Self.start + NotificationLimits.drawingInterval)
    }

    @Test("One that ends says how, and is closed when it is dismissed or forgotten")
    func ends() throws {
        var machine = Self.shown(try Self.snapshot())
        machine.apply(Self.event(try Self.snapshot(state: .ended)), at: Self.later(1_000))
        let last = Self.shows(machine.advance(to: Self.later(1_000)).effects)
        #expect(last.map(\.replaces) == [7])
        #expect(last.first?.content.expires == true)
        #expect(last.first?.content.actions.map(\.title) == ["Dismiss"])
        machine.shown("a", as: 7, by: ":1.1")
        machine.apply(Self.event(try Self.snapshot(state: .dismissed)), at: Self.later(2_000))
        #expect(Self.closes(machine.advance(to: Self.later(2_000)).effects) == [7])
        #expect(Self.closes(machine.advance(to: Self.later(3_000)).effects).isEmpty)
    }

    @Test("One that had ended before it was shown is no news; nor is one that is to start")
    func oldNews() throws {
        var machine = Self.machine(try Self.snapshot("a", state: .ended), try Self.snapshot("b", state: .pending))
        #expect(Self.shows(machine.advance(to: Self.start).effects).isEmpty)
    }

    @Test("What a user closes stays away; of a transient activity it is the end", arguments: [ProtoActivity.Style.standard, .transient])
    func closedByThePerson(style: ProtoActivity.Style) throws {
        var machine = Self.shown(try Self.snapshot(style: style))
        let effects = machine.closed(7, isDismissed: true, at: Self.later(5_000))
        #expect(effects == (style == .transient ? [.perform(.dismiss, activity: "a")] : []))
        machine.apply(Self.event(try Self.snapshot(progress: 0.9, style: style)), at: Self.later(6_000))
        #expect(Self.shows(machine.advance(to: Self.later(6_000)).effects).isEmpty)
    }

    @Test("One that expired at the server ends nothing")
    func expired() throws {
        var machine = Self.shown(try Self.snapshot(style: .transient))
        #expect(machine.closed(7, isDismissed: false, at: Self.later(5_000)).isEmpty)
    }

    @Test("An alert brings back what a user closed, with its words, for a while")
    func alerts() throws {
        var machine = Self.shown(try Self.snapshot())
        _ = machine.closed(7, isDismissed: true, at: Self.later(5_000))
        machine.apply(Self.event(try Self.snapshot(progress: 0.9, alert: 3)), at: Self.later(6_000))
        let step = machine.advance(to: Self.later(6_000))
        #expect(Self.shows(step.effects).first?.content.summary == "Look here")
        #expect(Self.shows(step.effects).first?.content.urgency == .normal)
        #expect(step.next == Self.later(6_000) + NotificationLimits.alertShown)
        machine.shown("a", as: 8, by: ":1.1")
        let after = Self.shows(machine.advance(to: Self.later(16_000)).effects)
        #expect(after.map(\.replaces) == [8])
        #expect(after.first?.content.summary == "⚙ Backup 90 %")
    }

    @Test("A button asks for what it says; a server that closes what was pressed is given it anew")
    func buttons() throws {
        var machine = Self.shown(try Self.snapshot())
        #expect(machine.pressed("end", on: 7, at: Self.later(1_000)) == [.perform(.end, activity: "a")])
        #expect(machine.pressed("dismiss", on: 7, at: Self.later(1_000)) == [.perform(.dismiss, activity: "a")])
        #expect(machine.pressed("rm -rf", on: 7, at: Self.later(1_000)).isEmpty)
        #expect(machine.pressed("end", on: 8, at: Self.later(1_000)).isEmpty)
        #expect(machine.closed(7, isDismissed: true, at: Self.later(1_100)).isEmpty)
        #expect(Self.shows(machine.advance(to: Self.later(1_200)).effects).map(\.replaces) == [0])
    }

    @Test("An activity's own buttons come first, those of every view once, and ask for the action of that id")
    func ownButtons() throws {
        var snapshot = try Self.snapshot()
        let play = ViewTree.button("Pause", id: "pause", intent: "Pause")
        let views: [ActivityPresentation: ViewTree] = [
            .lockScreen: .vstack([.text("Song"), play]), .expandedBottom: .hstack([play, .button("Next", id: "next", intent: "Next")]),
        ]
        snapshot.archive = try ProtoActivityArchive(serializedBytes: ActivityArchiveCodec.encode(views))
        var machine = Self.shown(snapshot)
        let content = NotificationContent.of(snapshot, isAlerting: false, now: Self.start, localTime: .utc).content
        #expect(content.summary == "Song" && content.body.isEmpty)
        #expect(content.actions.map(\.title) == ["Pause", "Next", "End", "Dismiss"])
        #expect(machine.pressed(content.actions[1].key, on: 7, at: Self.later(1_000)) == [.perform(.act("next"), activity: "a")])
        snapshot.activity.state = .ended
        #expect(NotificationContent.of(snapshot, isAlerting: false, now: Self.start, localTime: .utc).content.actions.map(\.title) == ["Dismiss"])
    }

    @Test("Of more buttons than a notification has the text names the rest, and how they are pressed")
    func manyButtons() throws {
        var snapshot = try Self.snapshot()
        snapshot.activity.tag = "player"
        let view = ViewTree.vstack([.text("Song")] + (1...6).map { .button("Key \($0)", id: "k\($0)", intent: "Key", parameters: ["n": .integer(Int64($0))]) })
        snapshot.archive = try ProtoActivityArchive(serializedBytes: ActivityArchiveCodec.encode([.lockScreen: view]))
        let content = NotificationContent.of(snapshot, isAlerting: false, now: Self.start, localTime: .utc).content
        #expect(content.actions.map(\.title) == ["Key 1", "Key 2", "Key 3", "Key 4", "End", "Dismiss"])
        #expect(content.body == "2 more: Key 5, Key 6; widgetctl activity tap player")
    }

    @Test("Another server is shown everything anew, and is asked for once where there is none")
    func serverRestarts() throws {
        var machine = Self.shown(try Self.snapshot())
        machine.served(by: nil)
        #expect(machine.advance(to: Self.later(1_000)).effects == [.startServer])
        #expect(machine.advance(to: Self.later(2_000)).effects.isEmpty)
        machine.served(by: ":1.2")
        #expect(Self.shows(machine.advance(to: Self.later(3_000)).effects).map(\.replaces) == [0])
        // The answers of the one before.
        machine.shown("a", as: 7, by: ":1.1")
        machine.shown("a", as: 1, by: ":1.2")
        machine.apply(Self.event(try Self.snapshot(progress: 0.9)), at: Self.later(4_000))
        #expect(Self.shows(machine.advance(to: Self.later(4_000)).effects).map(\.replaces) == [1])
    }

    @Test("After a restart of the program its notifications are replaced, those of activities that are gone closed, and what a user closed stays away")
    func ownRestart() throws {
        let lines = ["a": NotificationMemory.Line(notification: 7, alert: 0), "b": .init(notification: 8, alert: 0), "c": .init(notification: 0, alert: 0)]
        let memory = NotificationMemory(server: ":1.1", lines: lines)
        for servedFirst in [false, true] {
            var machine = NotificationStateMachine(memory: memory)
            if servedFirst { machine.served(by: ":1.1") }
            machine.connected()
            machine.apply(Self.event(try Self.snapshot("a")), at: Self.start)
            machine.apply(Self.event(try Self.snapshot("c")), at: Self.start)
            #expect(machine.advance(to: Self.start).effects.isEmpty, "not before everything is known")
            machine.apply(Self.complete, at: Self.start)
            machine.served(by: ":1.1")
            let effects = machine.advance(to: Self.start).effects
            #expect(Self.shows(effects).map(\.replaces) == [7])
            #expect(Self.closes(effects) == [8])
        }
    }

    @Test("Numbers of another server mean nothing")
    func otherServersMemory() throws {
        let memory = NotificationMemory(server: ":1.9", lines: ["a": .init(notification: 7, alert: 0), "b": .init(notification: 8, alert: 0)])
        var machine = Self.machine(try Self.snapshot(), memory: memory)
        let effects = machine.advance(to: Self.start).effects
        #expect(Self.shows(effects).map(\.replaces) == [0])
        #expect(Self.closes(effects).isEmpty)
    }

    @Test("An activity that was forgotten while the daemon was away is closed once everything has come again, not before")
    func daemonRestarts() throws {
        var machine = Self.shown(try Self.snapshot())
        machine.lost(at: Self.later(1_000))
        #expect(Self.closes(machine.advance(to: Self.later(2_000)).effects).isEmpty)
        machine.connected()
        #expect(Self.closes(machine.advance(to: Self.later(3_000)).effects).isEmpty)
        machine.apply(Self.complete, at: Self.later(3_000))
        #expect(Self.closes(machine.advance(to: Self.later(3_000)).effects) == [7])
    }

    @Test("Of a daemon that doesn't come back nothing is shown for ever")
    func daemonGone() throws {
        var machine = Self.shown(try Self.snapshot())
        machine.lost(at: Self.later(1_000))
        let end = Self.later(1_000) + NotificationLimits.offlineShown
        #expect(machine.advance(to: Self.later(2_000)).next == end)
        #expect(Self.closes(machine.advance(to: end).effects) == [7])
    }

    @Test("An activity that is gone is forgotten once its notification is closed")
    func forgotten() throws {
        var machine = Self.shown(try Self.snapshot())
        machine.apply(Self.event(try Self.snapshot("b", state: .dismissed)), at: Self.start)
        for id in ["a", "b"] { machine.apply(.with { $0.removedActivityID = id }, at: Self.later(1_000)) }
        #expect(machine.entries.count == 2)
        #expect(Self.closes(machine.advance(to: Self.later(1_000)).effects) == [7])
        #expect(machine.entries.isEmpty)
    }

    @Test("A clock that is set back holds nothing up, and keeps no alert's words")
    func clockSetBack() throws {
        var machine = Self.shown(try Self.snapshot())
        machine.apply(Self.event(try Self.snapshot(alert: 2)), at: Self.start)
        let earlier = Self.later(-3_600_000)
        machine.apply(Self.event(try Self.snapshot(progress: 0.9, alert: 2)), at: earlier)
        #expect(Self.shows(machine.advance(to: earlier).effects).map(\.content.summary) == ["⚙ Backup 90 %"])
    }

    @Test("What alerted before this program was there doesn't again")
    func oldAlert() throws {
        var machine = Self.machine(try Self.snapshot(alert: 3))
        #expect(Self.shows(machine.advance(to: Self.start).effects).map(\.content.summary) == ["⚙ Backup 20 %"])
    }

    @Test("At the program's end everything is closed")
    func end() throws {
        var machine = Self.shown(try Self.snapshot())
        #expect(Self.closes(machine.closeAll()) == [7])
        #expect(machine.memory.lines.isEmpty)
    }
}
