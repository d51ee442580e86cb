import WidgetCore
import WidgetGateway

/// The push services to which messages are sent. Pure.
///
/// A browser says by itself where its messages go. So a stranger who has paired one could have this machine call any address of its network.
struct PushServices: Sendable {
    /// Those of Chromium, Firefox, Safari and Edge; a dot stands for all names that end so.
    static let known: Set<String> = [
        "fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com", ".push.apple.com", ".notify.windows.com",
    ]

    /// Names in lower case.
    private let names: Set<String>

    /// - Parameter further: such as that of a service of one's own; with a port where it isn't 443.
    init(further: some Sequence<String>) { names = Self.known.union(further.map { $0.lowercased() }) }

    /// - Throws: INVALID_ARGUMENT for a service that isn't among them.
    func check(_ receiver: WebPushReceiver) throws(WidgetError) {
        let name = receiver.port == 443 ? receiver.host : "\(receiver.host):\(receiver.port)"
        guard names.contains(name) || Self.known.contains(where: { $0.hasPrefix(".") && name.hasSuffix($0) }) else {
            throw .invalid("endpoint", "\(name) is no push service that the board calls; start widgetd-web with --push-service \(name)")
        }
    }
}
