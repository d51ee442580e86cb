import Glibc
public import TTRPCBlocking
public import TTRPCWire
public import WidgetCore

/// Where the daemon's socket is.
public struct SocketLocation: Sendable, Hashable {
    /// Where the machine's own daemon listens, as widgetd.socket says.
    public static let systemPath = "/run/widgetd/widgetd.sock"

    /// Where the machine's daemon of that user listens, as widgetd@.socket says.
    public static func systemPath(of uid: UInt32) -> String { "/run/widgetd-\(uid)/widgetd.sock" }

    /// The user of ``systemPath(of:)``; nil: the path is another one.
    public static func user(ofSystemPath path: String) -> UInt32? {
        let number = path.drop { !$0.isNumber }.prefix { $0.isNumber }
        return UInt32(number).flatMap { systemPath(of: $0) == path ? $0 : nil }
    }

    /// Paths to try, the best first; never empty.
    public let candidates: [String]
    /// Whether a user named the path, by option or variable: then no other is tried.
    public let isExplicit: Bool

    /// The places to look for the socket in.
    ///
    /// - Parameters:
    ///   - explicit: the value of `--socket`; before everything else.
    ///   - environment: looks a variable up. `WIDGETD_SOCKET` comes next, then `XDG_RUNTIME_DIR`.
    ///   - uid: the user whose runtime directory is tried when `XDG_RUNTIME_DIR` isn't set, or has no socket. Then the
    ///     store's directory, then the daemon that the machine runs for the user; the machine's own comes last.
    public init(explicit: String?, environment: (String) -> String?, uid: UInt32) {
        if let path = [explicit, environment("WIDGETD_SOCKET")].lazy.compactMap({ $0 }).first(where: { !$0.isEmpty }) {
            candidates = [path]
            isExplicit = true
            return
        }
        var paths: [String] = []
        if let directory = environment("XDG_RUNTIME_DIR"), directory.hasPrefix("/") { paths.append("\(directory)/widgetd/widgetd.sock") }
        let user = "/run/user/\(uid)/widgetd/widgetd.sock"
        if !paths.contains(user) { paths.append(user) }
        if let state = Self.stateDirectory(environment) { paths.append("\(state)/widgetd/widgetd.sock") }
        paths += [Self.systemPath(of: uid), Self.systemPath]
        candidates = paths
        isExplicit = false
    }

    /// Where the daemon puts its socket on a machine without a login manager, which would make a runtime directory: beside the store.
    private static func stateDirectory(_ environment: (String) -> String?) -> String? {
        if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") { return state }
        guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
        return home + "/.local/state"
    }

    /// The first candidate that exists; the first of all where none does.
    public var path: String {
        candidates.first { access($0, F_OK) == 0 || errno == EACCES } ?? candidates[0]
    }
}

/// When to connect anew to a daemon that has gone: at once, then after pauses that grow, up to ``ClientLimits/longestRetryPause``.
public struct Reconnection: Sendable {
    public private(set) var isConnected = false
    private var due = ContinuousClock.now
    private var pause = ClientLimits.firstRetryPause

    public init() {}

    public var isDue: Bool { !isConnected && ContinuousClock.now >= due }

    public mutating func connected() {
        isConnected = true
        pause = ClientLimits.firstRetryPause
    }

    /// - Parameter wait: until it is due; nil: the next of the pauses that grow.
    public mutating func lost(for wait: Duration? = nil) {
        isConnected = false
        due = ContinuousClock.now + (wait ?? pause)
        if wait == nil { pause = min(pause * 2, ClientLimits.longestRetryPause) }
    }

    /// For poll(2): until it is due; nil while there is a connection.
    public var milliseconds: Int64? {
        isConnected ? nil : max(0, ContinuousClock.now.duration(to: due).wholeMilliseconds)
    }
}

extension Duration {
    /// Rounded up, as poll(2) needs it: a wait that ends early would be followed by another one.
    public var wholeMilliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 + 1 }
}

extension WidgetError {
    /// The error of a status.
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
            self.init(.unavailable, "widgetd isn't running, or its socket was removed: there is no socket at \(places). \(Self.howToStart(path))")
        case .refused(let path):
            self.init(.unavailable, "widgetd isn't running: nothing listens on \(path). \(Self.howToStart(path))")
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

    /// - Parameter path: its socket.
    private static func howToStart(_ path: String) -> String {
        if path == SocketLocation.systemPath { return "Start it with `sudo systemctl start widgetd.socket`" }
        if let uid = SocketLocation.user(ofSystemPath: path) { return "Start it with `sudo systemctl start widgetd@\(uid).socket`" }
        return "Start it with `systemctl --user start widgetd.socket`, or with `make run` in its source directory"
    }

    /// The `WidgetError` for any error of a call.
    init(calling method: String, _ error: any Error, timeout: Duration?) {
        switch error {
        case let error as WidgetError: self = error
        case let status as RPCStatus where status.isTimeout:
            let limit = timeout.map { " within \($0.components.seconds) s" } ?? " in time"
            let advice = "see `widgetctl doctor`, or allow more with --timeout"
            self.init(.deadlineExceeded, "\(method): no answer\(limit); \(advice)", cause: status.message, isUnanswered: true)
        case let status as RPCStatus: self.init(status)
        case let error as ConnectionError: self.init(error)
        default: self.init(.internal, "\(method): \(error)")
        }
    }
}
