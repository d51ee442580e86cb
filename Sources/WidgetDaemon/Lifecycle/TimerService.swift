import ServiceLifecycle

/// Brings what a timer says to whom it is for.
struct TimerService: Service {
    let events: AsyncStream<DeadlineTimer.Event>
    let timer: DeadlineTimer
    let handle: @Sendable (DeadlineTimer.Event) async -> Void

    func run() async {
        await cancelWhenGracefulShutdown {
            for await event in events { await handle(event) }
        }
        timer.cancel()
    }
}
