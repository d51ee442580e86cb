import Foundation
import Glibc
import Synchronization
import Testing
import WidgetAPI
import WidgetCore
import WidgetReplication
import WidgetTestSupport

@testable import WidgetDaemon

/// Where a change is: two real daemons.
@Suite("widgetctl trace", .timeLimit(.minutes(5))) struct TraceTests {
    private func change(_ part: ProtoTracePart, _ trace: ProtoTraceResponse) throws -> ProtoTracedChange {
        try #require(trace.changes.first { $0.part == part }, "\(trace)")
    }

    @Test("A placement is traced to its caller, and to the other device, from both")
    func arrived() throws {
        let daemons = try PairedDaemons { _, daemon in try daemon.addProvider("greeting", script: Scripts.text("hello")) }
        try daemons.pair()
        let id = try PairedDaemons.place("greeting", on: daemons[0], name: "mine")
        try PairedDaemons.wait(daemons[1]) { $0[id]?.state == .current }
        for (daemon, other) in [(daemons[0], "b"), (daemons[1], "a")] {
            let trace = try daemon.client().trace("mine")
            #expect(trace.id == id)
            for part in [ProtoTracePart.placement, .timeline] {
                let change = try change(part, trace)
                #expect(change.deviceName == "a" && change.hasCommittedAt && !change.onlyBegun && change.number > 0, "\(change)")
                let arrival = try #require(change.arrivals.first)
                #expect(change.arrivals.count == 1 && arrival.deviceName == "b" && arrival.state == .arrived && arrival.hasAt, "\(arrival)")
                // Both daemons read one clock, so only the comparison's error makes it earlier.
                #expect(arrival.after.seconds >= 0 || arrival.after.nanos > -100_000_000, "\(arrival)")
            }
            let compared = try #require(trace.devices.first { $0.name == other })
            #expect(compared.hasClockOffset && compared.unavailable.isEmpty && !compared.local, "\(compared)")
            #expect(abs(compared.clockOffset.seconds) < 1)
            let call = try #require(trace.events.first { $0.call.method == "Place" })
            #expect(call.deviceName == "a" && call.call.uid == getuid() && call.call.pid == getpid())
            #expect(trace.events.contains { $0.decision.event == .timelineAccepted && $0.deviceName == "a" })
        }
        let text = try daemons[1].widgetctl("trace", "mine")
        #expect(text.status == 0, "\(text)")
        for part in ["Placement and settings, change", "Timeline, change", "on disk", "there", "Place called by uid", "a's", "±"] {
            #expect(text.output.contains(part), "\(part) in \(text.output)")
        }
    }

    @Test("A device that is away is said to be, and the change to be there when it is back")
    func away() throws {
        let daemons = try PairedDaemons { _, daemon in try daemon.addProvider("greeting", script: Scripts.text("hello")) }
        try daemons.pair()
        let id = try PairedDaemons.place("greeting", on: daemons[0])
        try PairedDaemons.wait(daemons[1]) { $0[id] != nil }
        daemons[1].stop()
        try PairedDaemons.wait(daemons[0], status: { $0.peers.first?.device.state == .offline })
        _ = try daemons[0].client().configure(.with { ($0.widget, $0.name) = (id, "renamed") })
        let trace = try daemons[0].client().trace(id)
        #expect(try change(.placement, trace).arrivals.map(\.state) == [.unknown])
        let device = try #require(trace.devices.first { $0.name == "b" })
        #expect(device.unavailable.contains("isn't connected") && device.ahead > 0 && device.hasLastSeenAt && !device.hasClockOffset, "\(device)")
        let text = try daemons[0].widgetctl("trace", id).output
        #expect(text.contains("unknown") && text.contains("isn't connected") && text.contains("for it"), "\(text)")
        try daemons[1].start()
        try PairedDaemons.wait(daemons[1]) { $0[id]?.widget.name == "renamed" }
        try PairedDaemons.wait(daemons[0], status: { $0.peers.first?.device.state == .connected })
        let later = try change(.placement, daemons[0].client().trace(id))
        #expect(later.arrivals.map(\.state) == [.arrived] && later.arrivals[0].hasAfter, "\(later)")
    }

    @Test("An activity is traced by its tag, and a removed widget by its id")
    func others() throws {
        let daemon = try DaemonFixture()
        try daemon.addProvider("greeting", script: Scripts.text("hello"))
        try daemon.start()
        let task = TaskActivity(title: "Backup")
        _ = try daemon.client().start(
            .with {
                ($0.app, $0.tag, $0.type, $0.attributes) = ("app", "backup", TaskActivity.type, task.attributes)
                $0.content = .with { $0.state = task.state }
            })
        let activity = try daemon.client().trace("backup")
        #expect(try change(.activity, activity).hasCommittedAt && activity.events.contains { $0.call.method == "Start" }, "\(activity)")
        let id = try PairedDaemons.place("greeting", on: daemon)
        _ = try daemon.client().remove(id)
        let removed = try daemon.client().trace(id)
        #expect(try change(.placement, removed).removed && removed.events.contains { $0.call.method == "Remove" }, "\(removed)")
        let unknown = #expect(throws: WidgetError.self) { try daemon.client().trace("nothing") }
        #expect(unknown?.code == .notFound && unknown?.message.contains("widgetctl widgets") == true)
        #expect(throws: WidgetError.self) { try daemon.client().trace("01900000-0000-7000-8000-000000000000") }
    }
}

/// The parts of a trace.
@Suite("Traces") struct TraceAssemblyTests {
    private let devices = (1...3).map { byte in DeviceID(bytes: Array(repeating: UInt8(byte), count: 32)) }.compactMap(\.self)

    private func row(_ writer: DeviceID, _ number: UInt64, at milliseconds: Int64?) -> ProtoTracedRow {
        .with {
            ($0.part, $0.device, $0.incarnation, $0.number) = (.timeline, Data(writer.bytes), 1, number)
            if let milliseconds { $0.committedAt = .init(Timestamp(milliseconds: milliseconds)) }
        }
    }

    private func answer(_ index: Int, _ rows: [ProtoTracedRow]?, offset: Int64 = 0) -> TraceAssembly.Answer {
        TraceAssembly.Answer(
            device: devices[index], name: "\(index)", trace: rows.map { rows in ProtoDeviceTrace.with { $0.rows = rows } }, offset: Milliseconds(offset))
    }

    @Test("The newest change counts: who has an older one lacks it, and who wasn't asked may have it")
    func newest() throws {
        let writer = devices[0]
        let assembly = TraceAssembly(answers: [answer(0, [row(writer, 5, at: 1_000)]), answer(1, [row(writer, 4, at: 900)]), answer(2, nil)])
        let change = try #require(assembly.changes.first)
        #expect(assembly.changes.count == 1 && change.number == 5 && change.committedAt.timestamp == Timestamp(milliseconds: 1_000))
        #expect(change.arrivals.map(\.state) == [.missing, .unknown])
    }

    @Test("Dates of another clock are converted, and a date that is forgotten isn't made up")
    func clocks() throws {
        let writer = devices[1]
        let assembly = TraceAssembly(
            answers: [answer(0, [row(writer, 5, at: 1_004)]), answer(1, [row(writer, 5, at: 61_000)], offset: 60_000), answer(2, [row(writer, 5, at: nil)])])
        let change = try #require(assembly.changes.first)
        #expect(change.deviceName == "1" && change.committedAt.timestamp == Timestamp(milliseconds: 1_000))
        #expect(change.arrivals.map(\.state) == [.arrived, .arrived])
        #expect(change.arrivals[0].after.nanos == 4_000_000 && !change.arrivals[1].hasAt && !change.arrivals[1].hasAfter)
    }

    @Test("A placement whose device is away has the date at which it was begun")
    func begun() throws {
        var placement = row(devices[2], 7, at: 500)
        placement.part = .placement
        placement.clock = HybridLogicalClock.Reading(date: Timestamp(milliseconds: 400)).rawValue
        let change = try #require(TraceAssembly(answers: [answer(0, [placement]), answer(2, nil)]).changes.first)
        #expect(change.onlyBegun && change.committedAt.timestamp == Timestamp(milliseconds: 400) && change.arrivals[0].after.nanos == 100_000_000)
    }

    @Test("Two clocks are compared by the times of question and answer, whatever lies between")
    func comparison() {
        func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }
        // Theirs is a minute ahead; 4 ms to it, 100 ms of work, 2 ms back.
        let clock = ClockComparison(sent: at(1_000), received: at(1_106), theirs: (received: at(61_004), sent: at(61_104)))
        #expect(clock.offset == Milliseconds(60_001) && clock.error == Milliseconds(4))
        #expect(ClockComparison(sent: at(5), received: at(5), theirs: (at(5), at(5))).error == Milliseconds(1))
    }

    @Test("A device of an earlier version doesn't know the question")
    func earlier() {
        let unknown = WidgetError(.unimplemented, "this device doesn't know 'trace'; bring widgetd up to date on it")
        #expect(ChangeTracer.reason(unknown) == "its version of widgetd can't tell")
        #expect(ChangeTracer.reason(WidgetError(.unavailable, "the device 'b' isn't connected")) == "the device 'b' isn't connected")
    }

    @Test("The newest commits are remembered, and how far back that is")
    func ring() {
        let time = Mutex<Int64>(999)
        let recent = RecentChanges(limit: 2) {
            time.withLock { time in
                time += 1
                return Timestamp(milliseconds: time)
            }
        }
        #expect(recent.since == Timestamp(milliseconds: 1_000))
        let ids = (1...3).map { WidgetID(high: 0, low: $0) }
        for id in ids {
            var changes = ReplicaChanges()
            changes.rows = [RowKey(table: SharedSchema.widget, id: RowID(id)), RowKey(table: SharedSchema.device, id: RowID(id))]
            recent.note(changes, began: .now)
        }
        func newest(_ id: WidgetID) -> Int64? { recent.newest(.init(set: nil, device: nil, id: id))?.at.milliseconds }
        #expect(ids.map(newest) == [nil, 1_002, 1_003])
        #expect(recent.since == Timestamp(milliseconds: 1_002))
        #expect(recent.newest(.init(set: .timelines, device: devices[0], id: ids[2])) == nil)
    }
}
