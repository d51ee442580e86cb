import Synchronization
import Testing
import WidgetCore

@testable import DaemonCore

/// A thing that changes often is shown at once and then once in a drawing interval; its last state isn't left out.
@Suite struct UpdateThrottleTests {
    private final class Watch: Sendable {
        private let value = Mutex(Duration.zero)
        var reading: Duration { value.withLock { $0 } }

        func advance(_ time: Duration) { value.withLock { $0 += time } }
    }

    private let watch = Watch()
    private let a = WidgetID(high: 1, low: 1)
    private let b = WidgetID(high: 1, low: 2)

    private func pacing() -> UpdateThrottle { UpdateThrottle(uptime: { [watch] in watch.reading }) }

    @Test func theFirstIsShownAtOnceAndTheNextAtTheEndOfTheInterval() {
        var pacing = pacing()
        #expect(pacing.turn(of: a) == .now)
        watch.advance(.milliseconds(6))
        #expect(pacing.turn(of: a) == .after(.milliseconds(10)))
        #expect(pacing.turn(of: a) == .waiting)
        #expect(pacing.turn(of: b) == .now, "each for itself")
    }

    @Test func afterAWaitTheIntervalBeginsAnew() {
        var pacing = pacing()
        _ = pacing.turn(of: a)
        _ = pacing.turn(of: a)
        // A timer is late.
        watch.advance(.milliseconds(20))
        #expect(pacing.turn(of: a) == .waiting)
        pacing.waitIsOver(of: a)
        #expect(pacing.turn(of: a) == .after(DaemonCoreLimits.drawingInterval))
    }

    @Test func whatChangesSlowlyNeverWaits() {
        var pacing = pacing()
        for _ in 0..<3 {
            #expect(pacing.turn(of: a) == .now)
            watch.advance(DaemonCoreLimits.drawingInterval)
        }
    }

    @Test func whatIsForgottenIsShownAtOnce() {
        var pacing = pacing()
        _ = pacing.turn(of: a)
        pacing.forget(a)
        #expect(pacing.turn(of: a) == .now)
    }
}
