import CLinux
import Dispatch
import Glibc
import Linux
public import Logging
public import Systemd
public import WidgetAPI
import WidgetCore
public import WidgetLayout

/// Waits for the daemon, the notification server and the clock, and performs the effects of ``NotificationStateMachine``. It waits for a daemon or a server
/// that restarts.
public final class NotificationLoop {
    /// Why the loop can't go on.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    private let client: WidgetClient
    private let file: NotificationStateFile?
    private let log: Logger
    private let mailbox: Mailbox<NotificationServer.Event>
    private let server: NotificationServer
    private let requests: RequestQueue
    /// Readable when a signal asks the program to end.
    private let signals: Int32
    private let localTime: LocalTime
    private var state: NotificationStateMachine
    private var capabilities: Set<String> = []
    private var watch: ActivityWatch?
    private var link = Reconnection()
    private let surface: EphemeralSurface?
    private var next: Timestamp?
    /// The number of CloseNotification calls without an answer so far.
    private var closing = 0

    /// - Parameters:
    ///   - address: the session's bus.
    ///   - file: keeps for the next run which notifications are shown. Nil keeps nothing.
    ///   - signals: a descriptor that is readable when the program should end.
    /// - Throws: ``Failure`` where no descriptor is left, and `BusError` where there is no bus.
    public init(
        client: WidgetClient, address: BusAddress, file: NotificationStateFile?, signals: Int32, log: Logger,
        localTime: LocalTime
    ) throws {
        guard let mailbox = Mailbox<NotificationServer.Event>() else {
            throw Failure(description: "no descriptor is left: \(String(cString: strerror(errno)))")
        }
        self.client = client
        self.file = file
        self.log = log
        self.mailbox = mailbox
        self.signals = signals
        self.localTime = localTime
        server = try NotificationServer(address) { mailbox.post($0) }
        requests = RequestQueue(client.location, opener: server.makeOpener()) { error in
            log.warning("a button of a notification did nothing", metadata: ["error": "\(error.message)"])
        }
        state = NotificationStateMachine(memory: file?.read() ?? NotificationMemory(), localTime: localTime)
        client.patience = .zero
        // It shows activities alone.
        surface = try? EphemeralSurface(at: client.location, name: "notifications", .notifications)
    }

    /// Shows notifications until a signal comes, and closes them then.
    /// - Throws: ``Failure`` where the bus is gone, or where another widgetd-notify runs in the session.
    public func run() throws {
        let following = Task { [server] in await server.follow() }
        defer { following.cancel() }
        while true {
            takeEvents()
            surface?.take()
            for event in mailbox.take() { try handle(event) }
            step()
            if wait() { break }
        }
        finish()
    }

    private func step() {
        let (effects, next) = state.advance(to: now)
        self.next = next
        perform(effects)
    }

    // MARK: Waiting

    /// - Returns: whether a signal has asked the program to end.
    private func wait() -> Bool {
        var entries = [
            pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            pollfd(fd: link.isConnected ? client.descriptor ?? -1 : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: surface?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        let soonest = [next.map { max(0, ($0 - now).count) }, link.milliseconds, surface?.milliseconds].compactMap(\.self).min()
        return poll(&entries, nfds_t(entries.count), soonest.map { Int32(clamping: $0) } ?? -1) > 0 && entries[1].revents != 0
    }

    /// Closes all notifications, and waits for the answers for at most ``NotificationLimits/closingPause``.
    private func finish() {
        perform(state.closeAll())
        let end = now + Milliseconds(NotificationLimits.closingPause)
        while closing > 0, now < end {
            var entry = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&entry, 1, Int32(clamping: max(0, (end - now).count)))
            for case .closeAnswered in mailbox.take() { closing -= 1 }
        }
    }

    private var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    // MARK: The daemon

    private func takeEvents() {
        if link.isDue { connect() }
        guard link.isConnected, let watch else { return }
        do throws(WidgetError) {
            while true {
                switch try watch.next(timeout: .zero) {
                case .event(let event): state.apply(event, at: now)
                case .nothingYet: return
                case .ended: throw WidgetError(.unavailable, "the daemon ended the connection")
                }
            }
        } catch {
            lose(error)
        }
    }

    private func connect() {
        do throws(WidgetError) {
            watch = try client.watchActivities()
            link.connected()
            state.connected()
        } catch {
            lose(error)
        }
    }

    private func lose(_ error: WidgetError) {
        if link.isConnected { log.notice("the daemon is gone; it is waited for", metadata: ["error": "\(error.message)"]) }
        watch = nil
        client.close()
        link.lost()
        state.lost(at: now)
    }

    // MARK: The server

    private func handle(_ event: NotificationServer.Event) throws(Failure) {
        switch event {
        case .server(let name, let capabilities):
            self.capabilities = capabilities
            state.served(by: name)
            log.info(name == nil ? "nobody shows notifications" : "notifications are shown", metadata: ["server": "\(name ?? "none")"])
        case .shown(let activity, let notification, let server): state.shown(activity, as: notification, by: server)
        case .failed(let activity, let server, let error):
            log.warning("a notification can't be shown", metadata: ["activity": "\(activity)", "error": "\(error)"])
            state.failed(activity, by: server)
        case .closed(let notification, let isDismissed): perform(state.closed(notification, isDismissed: isDismissed, at: now))
        case .pressed(let notification, let key): perform(state.pressed(key, on: notification, at: now))
        case .closeAnswered: closing -= 1
        case .ended(let error): throw Failure(description: "\(error)")
        }
    }

    private func perform(_ effects: [NotificationEffect]) {
        for effect in effects {
            switch effect {
            case .show(let activity, let replaces, let content):
                guard let name = state.server else { continue }
                server.show(activity, content, replaces: replaces, server: name, capabilities: capabilities)
            case .close(let notification):
                closing += 1
                server.close(notification)
            case .startServer: server.start()
            case .perform(let action, let activity): requests.perform(action, activity: activity)
            case .remember: remember()
            }
        }
    }

    private func remember() {
        guard let file else { return }
        let code = file.write(state.memory)
        if code != 0 {
            log.warning("the memory for a restart can't be written", metadata: ["file": "\(file.path)", "error": "\(String(cString: strerror(code)))"])
        }
    }
}

/// Performs the buttons' actions, each on another thread. A provider or an owner on another device may be slow, and neither notifications nor other buttons
/// wait for it.
private final class RequestQueue: Sendable {
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
