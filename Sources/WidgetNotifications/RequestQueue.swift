import Dispatch
import WidgetAPI
import WidgetCore

/// Asks the daemon for what buttons do, one after another on a thread of its own: an owner on another device may take its time, and notifications don't wait for it.
final class RequestQueue: Sendable {
    private let queue = DispatchQueue(label: "org.widgetd.notify.requests")
    private let location: SocketLocation
    private let failed: @Sendable (WidgetError) -> Void

    init(_ location: SocketLocation, failed: @escaping @Sendable (WidgetError) -> Void) {
        self.location = location
        self.failed = failed
    }

    func perform(_ action: NotificationAction, activity: String) {
        queue.async { [location, failed] in
            let client = WidgetClient(location: location, timeout: NotificationLimits.requestTimeout)
            defer { client.close() }
            do throws(WidgetError) {
                switch action {
                case .end: _ = try client.end(.with { $0.activity = activity })
                case .dismiss: _ = try client.dismiss(activity: activity)
                }
            } catch {
                failed(error)
            }
        }
    }
}
