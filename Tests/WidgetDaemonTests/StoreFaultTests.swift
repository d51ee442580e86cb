import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// A store that can't be written is said clearly, and what can be read is served.
@Suite(.timeLimit(.minutes(10))) struct StoreFaultTests {
    @Test(.enabled(if: SmallDisk.canBeMade, "needs root and mount(8): a full disk can't be made otherwise"))
    func aFullDiskIsSaidAndReadsGoOn() throws {
        let fixture = try DaemonFixture()
        try SmallDisk.mount(at: fixture.state)
        defer { SmallDisk.unmount(fixture.state) }
        try fixture.addProvider("hello", script: Scripts.text("hello"))
        try fixture.start()
        defer { fixture.stop() }
        var request = ProtoPlaceRequest()
        request.kind = "hello"
        let id = try fixture.client().place(request).widget.id
        _ = try fixture.wait(for: id) { $0.state == .current }

        try SmallDisk.fill(fixture.state)
        let error = #expect(throws: WidgetError.self) { for _ in 0..<2_000 { _ = try fixture.client().place(request) } }
        #expect(error?.code == .resourceExhausted, "\(error?.message ?? "")")
        #expect(error?.message.contains(fixture.state) == true, "it names the place: \(error?.message ?? "")")
        #expect(try fixture.client().widget(id).archive.nodes.contains { $0.text.literal == "hello" })
        let status = try fixture.client().status()
        #expect(status.storeState == .readOnly && !status.storeError.isEmpty)

        try FileManager.default.removeItem(atPath: "\(fixture.state)/filler")
        _ = try fixture.client().place(request)
        #expect(try fixture.client().status().storeState == .ok)

        fixture.stop()
        let lines = fixture.log.split(separator: "\n")
        let failed = try #require(lines.firstIndex { $0.contains("the store can't be written") && $0.contains("is full") }, "\(fixture.log)")
        #expect(lines[failed...].contains { $0.contains("the store can be written again") }, "\(fixture.log)")
    }

    @Test(.enabled(if: SmallDisk.canBeMade, "needs root and mount(8): a full disk can't be made otherwise"))
    func aPushFromHereThatDoesNotFitIsSaidAsAnyOtherWriteAlsoWhereItsTokenDoesNot() throws {
        let daemon = try PushedDaemon { fixture in
            try SmallDisk.mount(at: fixture.state)
        }
        defer { SmallDisk.unmount(daemon.fixture.state) }
        defer { daemon.fixture.stop() }
        _ = try daemon.place()
        try SmallDisk.fill(daemon.fixture.state)
        let error = #expect(throws: WidgetError.self) { for _ in 0..<2_000 { _ = try daemon.push() } }
        #expect(error?.code == .resourceExhausted, "\(error?.message ?? "")")
        #expect(try daemon.fixture.widgetctl("push", "send", "--app", "scores").status == 73)
    }

    @Test(.enabled(if: SmallDisk.canBeMade, "needs root and mount(8): a full disk can't be made otherwise"), arguments: [false, true])
    func anActionWhoseEndCannotBeRecordedIsSaidToHaveBeenPerformed(isRestarted: Bool) throws {
        let fixture = try DaemonFixture()
        try SmallDisk.mount(at: fixture.state)
        defer { SmallDisk.unmount(fixture.state) }
        let file = try fixture.directory.write("count", "")
        let filler = "\(fixture.state)/filler"
        try fixture.addProvider("counter", script: Scripts.counter(file, fillingUpWith: filler))
        try fixture.start()
        defer { fixture.stop() }
        let client = fixture.client()
        let id = try client.place(.with { $0.kind = "counter" }).widget.id
        _ = try fixture.wait(for: id) { $0.state == .current }
        let tap = ProtoPerformRequest.with { ($0.widget, $0.action, $0.idempotencyKey) = (id, "add", "once") }
        func performed() throws -> Int { try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count }

        let error = #expect(throws: WidgetError.self) { try client.perform(tap) }
        #expect(error?.code == .dataLoss)
        #expect(error?.message.contains("'add' was performed, but that could not be recorded: the store's disk is full") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("don't perform it again") == true, "\(error?.message ?? "")")
        let again = #expect(throws: WidgetError.self) { try client.perform(tap) }
        #expect(again?.code == .dataLoss, "the same as long as the disk is full: \(again?.message ?? "")")
        #expect(try performed() == 1)

        try FileManager.default.removeItem(atPath: filler)
        if isRestarted {
            fixture.stop()
            try fixture.start()
        }
        #expect(try fixture.client().perform(tap).repeatedKey, "and what became of it as soon as there is room, also after a restart")
        #expect(try performed() == 1)
    }

    @Test(.enabled(if: SmallDisk.canBeMade, "needs root and mount(8): a full disk can't be made otherwise"), arguments: [false, true])
    func aControlWhoseEndCannotBeRecordedIsSaidToHaveBeenPerformed(isRestarted: Bool) throws {
        let fixture = try DaemonFixture()
        try SmallDisk.mount(at: fixture.state)
        defer { SmallDisk.unmount(fixture.state) }
        let filler = "\(fixture.state)/filler"
        let lamp = try Lamp(fixture)
        try lamp.write("filler", filler)
        try fixture.start()
        defer { fixture.stop() }
        let id = try fixture.addControl()

        let answer = try fixture.widgetctl("control", "set", id, "on", "--key", "once")
        #expect(answer.status == 74, "\(answer)")
        #expect(answer.output.contains("it was performed, but that could not be recorded: the store's disk is full"), "\(answer)")
        #expect(try fixture.press(id, isOn: true, key: "once").isUnrecorded, "the same as long as the disk is full")

        try FileManager.default.removeItem(atPath: filler)
        if isRestarted {
            fixture.stop()
            try fixture.start()
        } else {
            _ = try fixture.client().reload(ProtoReloadControlsRequest.with { $0.control = id })
        }
        #expect(try fixture.end(of: "once", control: id).outcome == .confirmed)
        #expect(lamp.performed.count == 1)
    }

    @Test(.enabled(if: SmallDisk.canBeMade, "needs root and mount(8): a full disk can't be made otherwise"))
    func aControlThatFailsOnAFullDiskShowsWhatItLastWas() throws {
        let fixture = try DaemonFixture()
        try SmallDisk.mount(at: fixture.state)
        defer { SmallDisk.unmount(fixture.state) }
        let lamp = try Lamp(fixture)
        try lamp.write("filler", "\(fixture.state)/filler")
        try lamp.write("failure", "the bulb is burnt")
        try fixture.start()
        defer { fixture.stop() }
        let id = try fixture.addControl()
        let answer = try fixture.widgetctl("control", "set", id, "on", "--key", "once")
        #expect(answer.status == 75 && answer.output.contains("the bulb is burnt"), "\(answer)")
        let shown = try fixture.client().control(id)
        #expect(!shown.value.isOn && !shown.isPerforming && shown.receipts.map(\.outcome) == [.reverted], "\(shown)")
    }

    @Test(.enabled(if: SmallDisk.canBeMade, "needs root and mount(8): a full disk can't be made otherwise"))
    func whatBecameOfATapIsSaidAlsoWhereTheStoreCannotBeWritten() throws {
        let fixture = try DaemonFixture()
        try SmallDisk.mount(at: fixture.state)
        defer { SmallDisk.unmount(fixture.state) }
        let file = try fixture.directory.write("count", "")
        try fixture.addProvider("counter", script: Scripts.counter(file))
        try fixture.start()
        let id = try fixture.client().place(.with { $0.kind = "counter" }).widget.id
        _ = try fixture.wait(for: id) { $0.state == .current }
        let tap = ProtoPerformRequest.with { ($0.widget, $0.action, $0.idempotencyKey) = (id, "add", "once") }
        _ = try fixture.client().perform(tap)

        // It finds no room for a write-ahead log.
        fixture.stop()
        try SmallDisk.fill(fixture.state)
        try fixture.start()
        defer { fixture.stop() }
        #expect(try fixture.client().perform(tap).repeatedKey)
        let error = #expect(throws: WidgetError.self) {
            try fixture.client().perform(.with { ($0.widget, $0.action, $0.idempotencyKey) = (id, "add", "again") })
        }
        #expect(error?.code == .resourceExhausted, "\(error?.message ?? "")")
        #expect(try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count == 1)
    }

    @Test(.enabled(if: SmallDisk.canBeMade, "needs root and mount(8): a full disk can't be made otherwise"))
    func aPushThatIsRefusedDoesNothing() throws {
        let daemon = try PushedDaemon(["--developer-mode"]) { fixture in
            try SmallDisk.mount(at: fixture.state)
        }
        defer {
            daemon.fixture.stop()
            SmallDisk.unmount(daemon.fixture.state)
        }
        let id = try daemon.place()
        // While there is room for it.
        _ = try #require(try daemon.token())
        try SmallDisk.fill(daemon.fixture.state)
        var (taken, refused) = (0, 0)
        let before = daemon.lines("runs").count
        while refused < 10, taken < 2_000 {
            do throws(WidgetError) {
                try push(daemon)
                taken += 1
            } catch {
                #expect(error.code == .resourceExhausted, "\(error.message)")
                refused += 1
            }
            try daemon.wait { try !daemon.fixture.client().explain(id).reloading }
        }
        #expect(refused == 10)
        // A user's reload comes after all that was asked for before.
        _ = try daemon.fixture.client().reload(.widget(id))
        try daemon.wait { try !daemon.fixture.client().explain(id).reloading }
        #expect(daemon.lines("runs").count <= before + taken + 1)
    }

    private func push(_ daemon: PushedDaemon) throws(WidgetError) {
        _ = try daemon.fixture.client().sendPush(.with { ($0.app, $0.priority) = ("scores", 10) })
    }

    @Test func aCorruptStoreIsSetAsideAndNamed() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("hello", script: Scripts.text("hello"))
        try fixture.start()
        fixture.stop()
        let store = "\(fixture.state)/widgetd.sqlite"
        let garbage = Data((0..<8_192).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try garbage.write(to: URL(filePath: store))
        try fixture.start()
        let aside = try fixture.client().status().corruptStore
        #expect(try Data(contentsOf: URL(filePath: aside)) == garbage, "it is kept as it was")
        fixture.stop()
        #expect(fixture.log.contains(aside))
    }

    @Test func aSecondDaemonOnTheSameStoreIsRefused() throws {
        let fixture = try DaemonFixture()
        try fixture.start()
        let second = try Programs.run(
            Programs.path("widgetd"), ["--config", "none", "--state-directory", fixture.state, "--socket", fixture.directory.file("other.sock")])
        #expect(second.status != 0)
        #expect(second.errors.contains("\(fixture.processID)"), "it names the process that has it: \(second.errors)")
        #expect(try fixture.client().status().processID == UInt32(fixture.processID))
    }
}
