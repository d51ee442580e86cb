package import NIOCore

/// The continuous clock, with an event loop's timers for its sleeps.
///
/// `Task.sleep` would start libdispatch's pool, and with it the monitor that ``GlobalExecutor`` is there to avoid.
package struct EventLoopClock: Clock {
    package let loop: any EventLoop

    package init(loop: any EventLoop) { self.loop = loop }

    package var now: ContinuousClock.Instant { .now }
    package var minimumResolution: Duration { .milliseconds(1) }

    /// - Throws: `CancellationError` when the task is cancelled.
    package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        let delay = TimeAmount(now.duration(to: deadline))
        guard delay > .zero else { return }
        let alarm = loop.scheduleTask(in: delay) {}
        do {
            try await withTaskCancellationHandler {
                try await alarm.futureResult.get()
            } onCancel: {
                alarm.cancel()
            }
        } catch {
            throw CancellationError()
        }
    }
}
