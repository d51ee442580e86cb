import CLinux
import Dispatch
import Glibc
import Linux
import Logging
import WebAccess
import WidgetAPI
import WidgetCore
import WidgetLayout

/// Follows the daemon for the looks that some browser needs, on a thread of its own. With none it sleeps until it is asked.
final class FeedLoop {
    /// A request to the loop.
    enum Command: Sendable {
        case follow(BoardLook)
        case drop(BoardLook)
        /// Somebody looks at these surfaces (``WebLayouts/surface(of:)``), and at no others.
        case looking(Set<String>)
        /// A surface shows these words on each page; nil: as it does without pages of its own. The choice's number comes back in the answer.
        case show([[String]]?, on: String, choice: Int)
        /// Whether some browser wants alerts.
        case alerts(Bool)
        case stop
    }

    /// A message of the loop.
    enum News: Sendable {
        case changed(BoardChange)
        case alert(WebAlert)
        /// The pages that browsers show have changed.
        case layouts(WebLayouts)
        /// A choice is kept; or why it isn't.
        case chosen(Int, WidgetError?)
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
    private var feeds: [BoardLook: LookFeed] = [:]
    private var alerts: AlertFeed?
    private let surfaces: WebSurfaces

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - access: the list of browsers.
    ///   - pages: the file of the pages that browsers show.
    ///   - tell: called on the loop's thread.
    /// - Throws: RESOURCE_EXHAUSTED where there is no descriptor or thread left.
    static func start(
        at location: SocketLocation, localTime: LocalTime, access: WebAccessFile, pages: WallFile, log: Logger, tell: @escaping @Sendable (News) -> Void
    ) throws(WidgetError) -> Handle {
        guard let mailbox = Mailbox<Command>() else {
            throw WidgetError(.resourceExhausted, "no descriptor is left: \(String(cString: strerror(errno)))")
        }
        let events = try FileEvents()
        var files = WatchedFiles()
        files.add(file: access.path)
        if let failure = events.follow(files).failure { throw failure }
        let end = DispatchSemaphore(value: 0)
        do {
            try DetachedThread.run {
                let surfaces = WebSurfaces(at: location, access: access, file: pages, log: log)
                FeedLoop(location: location, localTime: localTime, mailbox: mailbox, access: events, surfaces: surfaces, tell: tell).run()
                close(events.descriptor)
                end.signal()
            }
        } catch {
            throw WidgetError(.resourceExhausted, "no thread is left: \(String(cString: strerror(error.code)))")
        }
        return Handle(mailbox: mailbox, end: end)
    }

    private init(
        location: SocketLocation, localTime: LocalTime, mailbox: Mailbox<Command>, access: FileEvents, surfaces: WebSurfaces,
        tell: @escaping @Sendable (News) -> Void
    ) {
        self.location = location
        self.localTime = localTime
        self.mailbox = mailbox
        self.access = access
        self.tell = tell
        pictures = PictureShelf(client: WidgetClient(location: location, patience: .zero))
        self.surfaces = surfaces
    }

    private func run() {
        while true {
            for command in mailbox.take() {
                switch command {
                case .follow(let look): if feeds[look] == nil { feeds[look] = LookFeed(look, at: location, localTime: localTime) }
                case .drop(let look):
                    feeds.removeValue(forKey: look)?.close()
                    if feeds.isEmpty { pictures.clear() }
                case .looking(let names): surfaces.look(names)
                case .show(let pages, let surface, let choice):
                    let failure = surfaces.show(pages, on: surface)
                    // The page that the browser loads next is the new one.
                    if let layouts = surfaces.takeLayouts() { tell(.layouts(layouts)) }
                    tell(.chosen(choice, failure))
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
            if access.take() {
                tell(.accessChanged)
                surfaces.register()
            }
            let now = Self.now
            for feed in feeds.values {
                guard let change = feed.step(now: now, pictures: pictures) else { continue }
                tell(.changed(change))
                if let contents = feed.contents { surfaces.show(contents, on: feed.look.pages) }
            }
            for alert in alerts?.step() ?? [] { tell(.alert(alert)) }
            surfaces.take { feeds.values.lazy.compactMap(\.board).first }
            if let layouts = surfaces.takeLayouts() { tell(.layouts(layouts)) }
            wait()
        }
    }

    private func wait() {
        let own = [mailbox.descriptor, access.descriptor] + surfaces.descriptors + [alerts?.descriptor].compactMap(\.self)
        var entries = (own + feeds.values.flatMap(\.descriptors)).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let now = Self.now
        let soonest = (feeds.values.map { $0.timeout(now: now) } + [alerts?.timeout, surfaces.milliseconds]).compactMap(\.self).min()
        poll(&entries, nfds_t(entries.count), soonest.map { Int32(clamping: $0) } ?? -1)
    }

    private static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
