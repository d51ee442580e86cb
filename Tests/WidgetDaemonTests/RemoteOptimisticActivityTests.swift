import DaemonCore
import Testing
import WidgetAPI
import WidgetCore
import WidgetReplication
import WidgetStore

@testable import WidgetDaemon

/// Another device shows an activity before its owner has written it: the owner's side.
@Suite("An activity's update that other devices are told while it is written", .timeLimit(.minutes(1)))
struct ActivityToldAheadTests {
    private let other = OtherDevice()

    @Test("they are told before it is on disk")
    func told() async throws {
        let held = HeldExecutor()
        held.isOpen = true
        let bench = try ActivityBench(on: held, other: other)
        let id = try await bench.start()
        held.isOpen = false
        async let update: Void = bench.update(id, "half-way")
        // Also where what is waited for doesn't come.
        defer { held.isOpen = true }
        try await until { !other.told.value.isEmpty && held.count == 1 }
        #expect(other.told.value == ["half-way"])
        held.isOpen = true
        try await update
    }

    @Test("what the disk doesn't take is taken back there too")
    func takenBack() async throws {
        let bench = try ActivityBench(other: other)
        let id = try await bench.start()
        bench.store.close()
        await #expect(throws: WidgetError.self) { try await bench.update(id, "half-way") }
        try await until { other.told.value.count == 2 }
        #expect(other.told.value == ["half-way", "begins"])
    }

    @Test("not of news, nor of what a provider has drawn or is to draw")
    func news() async throws {
        let bench = try ActivityBench(other: other)
        let id = try await bench.start()
        try await bench.update(id, "half-way", alert: true)
        _ = await bench.service.perform(.drawn(id, DrawnActivity(error: ", drawn")))
        _ = try await bench.service.end("\(id)", .with { $0.content.state = TaskActivity(title: "Trip", detail: "over").state })
        let drawn = ActivityRequest(app: "trips", tag: "drawn", type: "Trip", attributes: "{}", channel: [])
        let start = await bench.service.perform(.start(drawn, id: nil, follower: nil))
        let drawnID = try #require(try start.get()).id
        try await ContinuousClock().sleep(for: DaemonCoreLimits.drawingInterval)
        _ = try await bench.service.update("\(drawnID)", .with { $0.content.state = #"{"detail":"half-way"}"# })
        #expect(other.told.value == [])
    }

    @Test("one that doesn't answer is told nothing more before it has")
    func unanswering() async throws {
        let other = OtherDevice(isAnswering: false)
        let bench = try ActivityBench(other: other)
        let id = try await bench.start()
        try await bench.update(id, "one third")
        try await until { !other.told.value.isEmpty }
        try await ContinuousClock().sleep(for: DaemonCoreLimits.drawingInterval)
        try await bench.update(id, "two thirds")
        other.answerAll()
        try await until { await bench.service.untold[other.id] == nil }
        #expect(other.told.value == ["one third"])
        try await ContinuousClock().sleep(for: DaemonCoreLimits.drawingInterval)
        try await bench.update(id, "nearly there")
        try await until { other.told.value.count == 2 }
        #expect(other.told.value == ["one third", "nearly there"])
    }
}

/// Another device shows an activity before its owner has written it: the other device's side.
@Suite("Another device's activity that is about to change", .timeLimit(.minutes(1)))
struct ActivityShownAheadTests {
    private let owner = OtherDevice()
    private let bench: ActivityBench
    private let id: ActivityID
    private let row: StoredActivity

    init() async throws {
        var random = SystemRandomNumberGenerator()
        id = ActivityID(date: .now, using: &random)
        let task = TaskActivity(title: "Trip", detail: "begins")
        row = StoredActivity(
            Activity(
                id: id, app: "trips", tag: "nightly", type: TaskActivity.type, attributes: task.attributes, content: ActivityContent(state: task.state),
                style: .standard, state: .active, startDate: .now, revision: 1))
        bench = try ActivityBench(other: owner, activity: row)
        bench.watch()
        await bench.service.start()
    }

    private func row(_ detail: String, revision: Int64, state: ActivityState = .active) -> StoredActivity {
        var row = row
        (row.activity.content.state, row.activity.revision, row.activity.state) = (TaskActivity(title: "Trip", detail: detail).state, revision, state)
        return row
    }

    private func tell(_ row: StoredActivity, by device: DeviceID? = nil) async throws {
        try await bench.service.showOptimistically(row.activity.id.bytes + row.bytes, of: device ?? owner.id)
    }

    private func write(_ row: StoredActivity?) async { _ = await bench.service.apply([id: row], of: owner.id, isWhole: false) }

    private var isOptimistic: Bool { get async { await bench.service.others.isOptimistic } }

    @Test("is shown as it will be, and what is on disk is said to who asks")
    func shown() async throws {
        #expect(try bench.shown(id) == "begins")
        try await tell(row("half-way", revision: 2))
        try await bench.wait(for: "half-way", of: id)
        let listed = try await bench.service.get("\(id)").activity.content.state
        #expect(listed == row.activity.content.state)
    }

    @Test("isn't drawn again when its row comes, and is when the row says something else")
    func rowComes() async throws {
        try await tell(row("half-way", revision: 2))
        try await bench.wait(for: "half-way", of: id)
        try await ContinuousClock().sleep(for: DaemonCoreLimits.drawingInterval)
        await write(row("half-way", revision: 2))
        #expect(await bench.service.pacing.isDue(id))
        #expect(await !isOptimistic)
        try await tell(row("nearly there", revision: 3))
        await write(row("turned back", revision: 3))
        try await bench.wait(for: "turned back", of: id)
    }

    @Test("isn't shown as it was by a row that was sent before")
    func olderRow() async throws {
        try await tell(row("nearly there", revision: 3))
        await write(row("half-way", revision: 2))
        try await bench.wait(for: "nearly there", of: id)
        #expect(await isOptimistic)
    }

    @Test("is shown as it was when its owner takes that back, or is away")
    func takenBack() async throws {
        try await tell(row("half-way", revision: 2))
        try await bench.wait(for: "half-way", of: id)
        try await tell(row)
        try await bench.wait(for: "begins", of: id)
        try await tell(row("half-way", revision: 2))
        try await bench.wait(for: "half-way", of: id)
        owner.isConnected.value = false
        await bench.service.linkDidChange(to: owner.id)
        try await bench.wait(for: "begins", of: id)
        // It was on its way.
        try await tell(row("half-way", revision: 2))
        #expect(await !isOptimistic)
    }

    @Test("nothing is taken of news, of an activity that isn't known, or from who doesn't own it")
    func refused() async throws {
        try await tell(row("over", revision: 2, state: .ended))
        var news = row("half-way", revision: 2)
        news.activity.alert = ActivityAlert(title: "News", body: "", revision: 2)
        try await tell(news)
        try await tell(row("half-way", revision: 2), by: DeviceID(certificate: [3]))
        var unknown = row("half-way", revision: 2)
        unknown.activity.id = ActivityID(high: 1, low: 1)
        try await tell(unknown)
        #expect(await !isOptimistic)
        #expect(try bench.shown(id) == "begins")
        for payload in [[], [1], id.bytes + [0xFF], id.bytes, id.bytes + Array(repeating: 0, count: ReplicationLimits.ownedValueBytes + 1)] {
            let error = await #expect(throws: WidgetError.self) { try await bench.service.showOptimistically(payload, of: owner.id) }
            #expect(error?.code == .invalidArgument)
        }
    }
}
