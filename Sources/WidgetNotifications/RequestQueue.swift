import Dispatch
import WidgetAPI
import WidgetCore

/// Asks the daemon for what buttons do, each on a thread of its own: a provider or an owner on another device may take its time, and neither notifications nor other buttons wait for it.
final class RequestQueue: Sendable {
    private let queue = DispatchQueue(label: "org.widgetd.notify.requests", attributes: .concurrent)
    private let location: SocketLocation
    private let opener: PortalOpener
    private let failed: @Sendable (WidgetError) -> Void

    init(_ location: SocketLocation, opener: PortalOpener, failed: @escaping @Sendable (WidgetError) -> Void) {
        self.location = location
        self.opener = opener
        self.failed = failed
    }

    func perform(_ action: NotificationAction, activity: String) {
        queue.async { [location, opener, failed] in
            let client = WidgetClient(location: location)
            defer { client.close() }
            do throws(WidgetError) {
                switch action {
                case .end: _ = try client.end(.with { $0.activity = activity })
                case .dismiss: _ = try client.dismiss(activity: activity)
                case .act(let action):
                    if let url = try client.activity(activity).tapTargets.first(where: { $0.id == action })?.url {
                        Task {
                            do throws(WidgetError) { try await opener.open(url) } catch { failed(error) }
                        }
                        return
                    }
                    var random = SystemRandomNumberGenerator()
                    let key = IdempotencyKey.make(using: &random)
                    _ = try client.perform(.with { ($0.activity, $0.action, $0.idempotencyKey) = (activity, action, key) })
                }
            } catch {
                failed(error)
            }
        }
    }
}
