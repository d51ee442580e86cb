import Synchronization
import Testing
import WidgetCore
import WidgetReplication

@testable import WidgetDaemon

@Suite("What other devices change, before it is taken over") struct ChangeQueueTests {
    @Test("waits for the end of a snapshot, with all that comes meanwhile")
    func gathers() async {
        let (queue, clock) = (ChangeQueue(), PassingClock())
        let page = Mutex(0)
        let gathered = await queue.gather(Self.change(of: SharedSchema.widget, 0), on: clock) {
            let number = page.withLock {
                $0 += 1
                return $0
            }
            if number <= 3 { queue.put(Self.change(of: SharedSchema.widget, UInt64(number))) }
            return number <= 3
        }
        #expect(gathered.rows.count == 4)
        #expect(clock.passed == DaemonLimits.snapshotPause * 3)
    }

    @Test("doesn't wait where no snapshot comes")
    func alone() async {
        let (queue, clock) = (ChangeQueue(), PassingClock())
        _ = await queue.gather(Self.change(of: SharedSchema.widget, 0), on: clock) { false }
        #expect(clock.passed == .zero)
    }

    @Test("waits for a snapshot without end only for a while")
    func patience() async {
        let (queue, clock) = (ChangeQueue(), PassingClock())
        _ = await queue.gather(Self.change(of: SharedSchema.widget, 0), on: clock) { true }
        #expect(clock.passed == DaemonLimits.snapshotPatience)
    }

    @Test(
        "never waits where it is about who the devices are",
        arguments: [SharedSchema.device, SharedSchema.revocation, SharedSchema.leaf, SharedSchema.displayGroup, SharedSchema.enrolment])
    func devices(_ table: Int) async {
        let (queue, clock) = (ChangeQueue(), PassingClock())
        _ = await queue.gather(Self.change(of: table, 0), on: clock) { true }
        #expect(clock.passed == .zero)
        queue.put(Self.change(of: table, 0))
        let gathered = await queue.gather(Self.change(of: SharedSchema.widget, 0), on: clock) { true }
        #expect(clock.passed == DaemonLimits.snapshotPause && gathered.rows.count == 2)
    }

    private static func change(of table: Int, _ number: UInt64) -> ReplicaChanges {
        var changes = ReplicaChanges()
        changes.rows = [RowKey(table: table, id: RowID(high: 1, low: number))]
        return changes
    }
}

/// Its time passes when somebody sleeps.
private final class PassingClock: Clock {
    private let start = ContinuousClock.now
    private let time = Mutex(Duration.zero)

    var passed: Duration { time.withLock { $0 } }
    var now: ContinuousClock.Instant { start + passed }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { time.withLock { $0 = max($0, deadline - start) } }
}
