public import TTRPCBlocking
public import TTRPCWire
public import WidgetCore

extension WidgetError {
    /// The error that a status says.
    public init(_ status: RPCStatus) {
        self.init(Code(rawValue: status.code.rawValue) ?? .unknown, status.message.isEmpty ? status.code.description : status.message)
    }

    /// The error of a connection that can't be made or was lost, with what to do.
    ///
    /// - Parameter candidates: where the socket was looked for, if in more than one place.
    public init(_ error: ConnectionError, lookedIn candidates: [String] = []) {
        switch error {
        case .noSocket(let path):
            let places = candidates.count > 1 ? candidates.joined(separator: ", ") : path
            self.init(.unavailable, "widgetd isn't running, or its socket was removed: there is no socket at \(places). \(Self.howToStart)")
        case .refused(let path):
            self.init(.unavailable, "widgetd isn't running: nothing listens on \(path). \(Self.howToStart)")
        case .permission(let path):
            let advice = "Ask for membership in the group that owns it, or run a daemon of your own: systemctl --user start widgetd.socket"
            self.init(.permissionDenied, "\(path) doesn't let you in. \(advice)")
        case .pathTooLong(_, let limit):
            self.init(.invalidArgument, "\(error); \(limit) bytes is what a Unix socket can take: choose a shorter path")
        case .closed:
            self.init(.unavailable, "widgetd closed the connection; it may be restarting: try again, and see `widgetctl doctor`")
        case .protocolViolation:
            self.init(.internal, "\(error). Is it widgetd that listens there? See `widgetctl doctor`")
        case .system:
            self.init(.unavailable, "\(error)")
        }
    }

    /// The error of a connection that ends before its first answer: over its limits the daemon doesn't answer everyone.
    static let closedAtOnce = WidgetError(
        .unavailable,
        "widgetd closed the connection at once: this user has too many open (close some clients, or start widgetd with --connections-per-user), or it is "
            + "restarting; try again")

    private static let howToStart = "Start it with `systemctl --user start widgetd.socket`, or with `make run` in its source directory"

    /// The error that any error of a call amounts to.
    init(calling method: String, _ error: any Error, timeout: Duration?) {
        switch error {
        case let error as WidgetError: self = error
        case let status as RPCStatus where status.code == .deadlineExceeded:
            let limit = timeout.map { " within \($0.components.seconds) s" } ?? " in time"
            self.init(.deadlineExceeded, "\(method): no answer\(limit); see `widgetctl doctor`, or allow more with --timeout", cause: status.message)
        case let status as RPCStatus: self.init(status)
        case let error as ConnectionError: self.init(error)
        default: self.init(.internal, "\(method): \(error)")
        }
    }
}
