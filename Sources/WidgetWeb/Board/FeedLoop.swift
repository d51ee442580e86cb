import CLinux
import Dispatch
import Glibc
import Linux
import WidgetAPI
import WidgetCore
import WidgetLayout

/// Follows the daemon for the schemes that some browser needs, on a thread of its own. With none it sleeps until it is asked.
final class FeedLoop {
    /// A request to the loop.
    enum Command: Sendable {
        case follow(BoardScheme)
        case drop(BoardScheme)
        /// Whether some browser wants alerts.
        case alerts(Bool)
        case stop
    }

    /// A message of the loop.
    enum News: Sendable {
        case changed(BoardChange)
        case alert(WebAlert)
        /// The file of browsers was written.
        case accessChanged
    }

    /// A loop that runs.
    struct Handle: Sendable {
        fileprivate let mailbox: Mailbox<Command>
        fileprivate let end: DispatchSemaphore

        func send(_ command: Command) { mailbox.post(command) }

        /// Ends the loop, and waits until it has ended: it tells nothing afterwards. A loop that waits for a daemon that hangs isn't waited for. To be called
        /// once.
        func stop() {
            mailbox.post(.stop)
            _ = end.wait(timeout: .now() + .seconds(2))
        }
    }

    private let location: SocketLocation
    private let localTime: LocalTime
    private let mailbox: Mailbox<Command>
    private let access: FileEvents
    private let tell: @Sendable (News) -> Void
    private let pictures: PictureShelf
    private var feeds: [BoardScheme: LookFeed] = [:]
    private var alerts: AlertFeed?
    /// The board as a surface; nil: its name isn't one.
    private let surface: SurfaceFeed?

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - accessFile: the path of the list of browsers.
    ///   - tell: called on the loop's thread.
    /// - Throws: RESOURCE_EXHAUSTED where there is no descriptor or thread left.
    static func start(
        at location: SocketLocation, localTime: LocalTime, accessFile: String, tell: @escaping @Sendable (News) -> Void
    ) throws(WidgetError) -> Handle {
        guard let mailbox = Mailbox<Command>() else {
            throw WidgetError(.resourceExhausted, "no descriptor is left: \(String(cString: strerror(errno)))")
        }
        let events = try FileEvents()
        var files = WatchedFiles()
        files.add(file: accessFile)
        if let failure = events.follow(files).failure { throw failure }
        let end = DispatchSemaphore(value: 0)
        do {
            try DetachedThread.run {
                FeedLoop(location: location, localTime: localTime, mailbox: mailbox, access: events, tell: tell).run()
                close(events.descriptor)
                end.signal()
            }
        } catch {
            throw WidgetError(.resourceExhausted, "no thread is left: \(String(cString: strerror(error.code)))")
        }
        return Handle(mailbox: mailbox, end: end)
    }

    private init(location: SocketLocation, localTime: LocalTime, mailbox: Mailbox<Command>, access: FileEvents, tell: @escaping @Sendable (News) -> Void) {
        self.location = location
        self.localTime = localTime
        self.mailbox = mailbox
        self.access = access
        self.tell = tell
        pictures = PictureShelf(client: WidgetClient(location: location, patience: .zero))
        surface = Self.registration(isSeen: false).map { SurfaceFeed(at: location, $0) }
    }

    private func run() {
        while true {
            for command in mailbox.take() {
                switch command {
                case .follow(let scheme): if feeds[scheme] == nil { feeds[scheme] = LookFeed(scheme, at: location, localTime: localTime) }
                case .drop(let scheme):
                    feeds.removeValue(forKey: scheme)?.close()
                    if feeds.isEmpty { pictures.clear() }
                case .alerts(true): if alerts == nil { alerts = AlertFeed(at: location) }
                case .alerts(false):
                    alerts?.close()
                    alerts = nil
                case .stop:
                    for feed in feeds.values { feed.close() }
                    alerts?.close()
                    return
                }
            }
            if access.take() { tell(.accessChanged) }
            let now = Self.now
            for feed in feeds.values {
                if let change = feed.step(now: now, pictures: pictures) { tell(.changed(change)) }
            }
            for alert in alerts?.step() ?? [] { tell(.alert(alert)) }
            register()
            wait()
        }
    }

    /// Tells the daemon whether a browser looks. The board has no settings.
    private func register() {
        guard let surface, let registration = Self.registration(isSeen: !feeds.isEmpty) else { return }
        surface.say(registration)
        // An older daemon knows no surfaces, and the board is served all the same.
        _ = try? surface.take()
    }

    private static func registration(isSeen: Bool) -> SurfaceRegistration? {
        var surface = try? SurfaceRegistration(name: "web", kind: .web, field: "surface")
        surface?.families = WidgetFamily.allCases
        surface?.visiblePages = isSeen ? [1] : []
        return surface
    }

    private func wait() {
        let own = [mailbox.descriptor, access.descriptor] + [alerts?.descriptor, surface?.descriptor].compactMap(\.self)
        var entries = (own + feeds.values.flatMap(\.descriptors)).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let now = Self.now
        let soonest = (feeds.values.map { $0.timeout(now: now) } + [alerts?.timeout, surface?.milliseconds]).compactMap(\.self).min()
        poll(&entries, nfds_t(entries.count), soonest.map { Int32(clamping: $0) } ?? -1)
    }

    private static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
