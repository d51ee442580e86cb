internal import CSystemd
import Glibc

/// Tells the service manager how the daemon is doing, by the protocol of sd_notify(3).
///
/// Outside a `Type=notify` service, every method does nothing and ``isActive`` is false. So callers need no condition of their own.
public struct ServiceNotifier: Sendable {
    /// Hands one notification (newline-separated assignments) to the service manager.
    public typealias Send = @Sendable (_ state: String) throws(SystemdError) -> Void

    private let send: Send?

    /// Creates a notifier that hands each notification to `send`. With nil it is silent. Tests use this.
    public init(send: Send?) {
        self.send = send
    }

    /// The notifier of this process: active if the service manager set `NOTIFY_SOCKET`.
    public static func current() -> ServiceNotifier {
        guard let path = getenv("NOTIFY_SOCKET"), path.pointee != 0 else { return ServiceNotifier(send: nil) }
        return ServiceNotifier { state throws(SystemdError) in
            let result = sd_notify(0, state)
            guard result >= 0 else {
                throw SystemdError(message: "cannot notify the service manager through NOTIFY_SOCKET", code: -result)
            }
        }
    }

    /// Whether a service manager receives the notifications.
    public var isActive: Bool { send != nil }

    /// The daemon has started: the store is open and the socket is served. It also ends a reload.
    ///
    /// - Parameter status: what `systemctl status` shows, as for ``status(_:)``.
    /// - Throws: ``SystemdError`` where the service manager's socket refuses the message.
    public func ready(status: String? = nil) throws(SystemdError) {
        try notify("READY=1", status: status)
    }

    /// The daemon reads its configuration again. ``ready(status:)`` must follow.
    ///
    /// - Parameter microseconds: CLOCK_MONOTONIC when the reload began. With `Type=notify-reload` (systemd 253 and later), the manager matches it to its
    ///   request by that.
    /// - Throws: ``SystemdError`` where the service manager's socket refuses the message.
    public func reloading(at microseconds: UInt64 = ServiceNotifier.monotonicMicroseconds()) throws(SystemdError) {
        try notify("RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
    }

    /// The daemon has begun to stop and serves no more calls.
    ///
    /// - Parameter status: what `systemctl status` shows, as for ``status(_:)``.
    /// - Throws: ``SystemdError`` where the service manager's socket refuses the message.
    public func stopping(status: String? = nil) throws(SystemdError) {
        try notify("STOPPING=1", status: status)
    }

    /// Says in one line for `systemctl status` what the daemon does. Line breaks become spaces, and at most ``SystemdLimits/statusText`` bytes are sent.
    /// - Throws: ``SystemdError`` where the service manager's socket refuses the message.
    public func status(_ text: String) throws(SystemdError) {
        try notify("STATUS=" + Self.oneLine(text))
    }

    /// The daemon is alive. Call it from the loop that does the work, every ``watchdogInterval(environment:processID:)``: a ping from a thread of its own
    /// would hide a hang.
    /// - Throws: ``SystemdError`` where the service manager's socket refuses the message.
    public func pingWatchdog() throws(SystemdError) {
        try notify("WATCHDOG=1")
    }

    /// How often the daemon should ping: half of `WatchdogSec`, as sd_watchdog_enabled(3) recommends. Nil if no watchdog watches this process.
    ///
    /// - Parameters:
    ///   - environment: the process's environment. It reads `WATCHDOG_USEC` (the limit in microseconds) and `WATCHDOG_PID` (the process that it is for).
    ///   - processID: of this process; nil: its own. A watchdog for another process, such as our parent, is ignored.
    public static func watchdogInterval(environment: [String: String], processID: Int32? = nil) -> Duration? {
        guard let limit = environment["WATCHDOG_USEC"].flatMap(Int64.init), limit > 0 else { return nil }
        if let owner = environment["WATCHDOG_PID"], Int32(owner) != processID ?? getpid() { return nil }
        return .microseconds(max(1, limit / 2))
    }

    /// CLOCK_MONOTONIC in microseconds.
    public static func monotonicMicroseconds() -> UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1_000
    }

    private func notify(_ state: String, status: String? = nil) throws(SystemdError) {
        guard let send else { return }
        guard let status else { return try send(state) }
        try send(state + "\nSTATUS=" + Self.oneLine(status))
    }

    /// Replaces line breaks, because a line break would begin another assignment of the protocol.
    private static func oneLine(_ text: String) -> String {
        let line = String(text.map { $0.isNewline ? " " : $0 })
        return line.bounded(toUTF8: SystemdLimits.statusText)
    }
}
