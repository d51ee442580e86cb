import WidgetAPI
public import WidgetCore

/// Tells the daemon that widgets show what isn't so any more.
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
