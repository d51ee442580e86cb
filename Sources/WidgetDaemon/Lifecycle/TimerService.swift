import ServiceLifecycle

/// Brings what the timer says to the work loop.
struct TimerService: Service {
    let events: AsyncStream<DeadlineTimer.Event>
    let timer: DeadlineTimer
    let widgets: WidgetService

    func run() async {
        await cancelWhenGracefulShutdown {
            for await event in events { await widgets.handle(event) }
        }
        timer.cancel()
    }
}
