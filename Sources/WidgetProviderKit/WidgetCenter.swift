import Glibc
import WidgetAPI
public import WidgetCore

/// Tells the daemon that widgets are out of date.
public enum WidgetCenter {
    /// Has the timelines of all widgets of a kind loaded anew. It counts on their budget, except while an action of a user's is being performed.
    /// - Parameter socket: the daemon's; nil: where the environment says, or else where it usually is.
    /// - Throws: UNAVAILABLE where there is no daemon.
    public static func reloadTimelines(ofKind kind: String, socket: String? = nil) throws(WidgetError) {
        let client = WidgetClient.here(socket)
        defer { client.close() }
        _ = try client.reload(.kind(kind))
    }
}

/// Tells the daemon that the values of controls have changed.
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

/// Hears where the provider's server pushes to, so that it can tell the server.
///
/// ```swift
/// struct ScoresPushHandler: WidgetPushHandler {
///     func pushTokenDidChange(_ pushInfo: WidgetPushInfo, widgets: [WidgetInfo]) throws {
///         try Server.register(pushInfo.token?.hexadecimal, teams: widgets.compactMap { $0.configuration.text("team") })
///     }
/// }
/// ```
public protocol WidgetPushHandler {
    init()

    /// There is a token for the first time, or it has changed, or which widgets are placed.
    /// - Parameters:
    ///   - pushInfo: without a token: the last widget was removed, and the token that was known works no more.
    ///   - widgets: those that have this handler.
    /// - Throws: why the server couldn't be told: it is called again later.
    func pushTokenDidChange(_ pushInfo: WidgetPushInfo, widgets: [WidgetInfo]) throws
}

/// Hears where the provider's server pushes to for each control, so that it can tell the server.
public protocol ControlPushHandler {
    init()

    /// A control was added, configured or removed, or has another token.
    /// - Parameter controls: those that have this handler, each with the token of its own.
    /// - Throws: why the server couldn't be told: it is called again later.
    func pushTokensDidChange(controls: [ControlPushInfo]) throws
}
