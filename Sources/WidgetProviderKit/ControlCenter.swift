import Glibc
import WidgetAPI
public import WidgetCore

/// Tells the daemon that controls stand differently than their provider said last.
public enum ControlCenter {
    /// Has the values of all controls of a kind loaded anew.
    /// - Parameter socket: the daemon's; nil: where the environment says, or else where it usually is.
    /// - Throws: UNAVAILABLE where there is no daemon.
    public static func reloadControls(ofKind kind: String, socket: String? = nil) throws(WidgetError) {
        let client = WidgetClient.here(socket)
        defer { client.close() }
        _ = try client.reload(.with { $0.kind = kind })
    }
}

extension WidgetClient {
    /// The daemon's that is there now.
    /// - Parameter socket: nil: where the environment says, or else where it usually is.
    static func here(_ socket: String?) -> WidgetClient {
        WidgetClient(location: SocketLocation(explicit: socket, environment: { getenv($0).map { String(cString: $0) } }, uid: getuid()), patience: .zero)
    }
}
