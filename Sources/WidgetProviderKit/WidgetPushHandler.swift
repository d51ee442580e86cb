public import WidgetCore

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
