import CLinux
import Glibc
import Linux
public import Logging
public import Systemd
public import WidgetAPI
public import WidgetCore
import WidgetLayout
import WidgetSettings

/// Shows widgets until a signal comes: waits for the compositor, the daemon, the file, the user and the clock, and draws what has changed.
public final class WallLoop {
    private let connection: WaylandConnection
    private let context: SurfaceContext
    private let pictures: DaemonPictures
    private let location: SocketLocation
    private let configuration: WallSettings
    private let timer: WakeTimer
    private let requests: RequestQueue
    private let registrations: WallRegistrations
    /// Readable when a signal asks the program to end.
    private let signals: Int32
    private let log: Logger
    private var lock: Task<Void, Never>?
    private var views: [SurfaceView] = []
    private var feeds: [BoardFeed] = []
    private var hand = Hand()

    /// - Parameters:
    ///   - signals: a descriptor that is readable when the program should end.
    ///   - system: the bus on which logind is.
    /// - Throws: UNAVAILABLE without a compositor, INVALID_ARGUMENT for a bad file, RESOURCE_EXHAUSTED where no descriptor is left.
    public init(_ location: SocketLocation, file: WallFile, signals: Int32, system: BusAddress, log: Logger) throws(WidgetError) {
        guard let mailbox = Mailbox<LoopMessage>(), let executor = LoopExecutor() else {
            throw WidgetError(.resourceExhausted, "no descriptor is left: \(String(cString: strerror(errno)))")
        }
        configuration = try WallSettings(file, log: log)
        connection = try WaylandConnection()
        pictures = DaemonPictures(at: location)
        let formats = LocaleFormats(environment: SessionProgram.environment)
        let localTime = LocalTime(formats: formats, zoneOffset: LocalClock.offset(zone:at:))
        context = SurfaceContext(connection, pictures: pictures, log: log, localTime: localTime)
        timer = try WakeTimer()
        requests = RequestQueue(location, mailbox, executor)
        registrations = WallRegistrations(at: location, log: log)
        (self.location, self.signals, self.log) = (location, signals, log)
        lock = SessionLock.follow(system, uid: getuid(), mailbox, on: executor)
    }

    deinit { lock?.cancel() }

    /// Shows widgets until a signal comes.
    /// - Throws: UNAVAILABLE where the compositor is gone.
    public func run() throws(WidgetError) {
        _ = connection.takeOutputChange()
        arrange(at: .now)
        // The compositor's objects must not outlive the connection.
        defer { (views, hand) = ([], Hand()) }
        while true {
            let moment = Moment.now
            step(at: moment)
            guard try connection.prepareToWait() else { continue }
            var entries = [
                pollfd(fd: connection.descriptor, events: connection.interest, revents: 0), pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
                pollfd(fd: timer.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: requests.mailbox.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: requests.executor.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: configuration.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            for descriptor in feeds.flatMap(\.descriptors) + registrations.descriptors {
                entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
            }
            arm(after: moment)
            let count = poll(&entries, nfds_t(entries.count), -1)
            try connection.finishWait(count > 0 && entries[0].revents != 0)
            if entries[2].revents != 0 { timer.take() }
            if entries[1].revents != 0 || hasEnded { return }
        }
    }

    // MARK: One turn

    private func step(at moment: Moment) {
        let isRearranged = connection.takeOutputChange()
        if configuration.take() || isRearranged { arrange(at: moment) }
        requests.executor.run()
        for message in requests.mailbox.take() { take(message, at: moment) }
        for event in connection.seat?.take() ?? [] { perform(hand.take(event, views, at: moment), at: moment) }
        perform(hand.advance(at: moment), at: moment)
        for view in views where view.dim(at: moment) { follow(at: moment) }
        for feed in feeds where feed.take() {
            pictures.retry()
            for view in views where view.traits == feed.traits { view.update(feed.board, at: moment) }
        }
        for view in views {
            if view.takeChange(), let feed = feed(of: view) { view.update(feed.board, at: moment) }
            view.draw(at: moment)
        }
        for view in views {
            view.close()
            if view.isClosed { hand.forget(view) }
        }
        register(at: moment)
    }

    /// Tells the daemon what is seen where, and changes the settings that users want changed.
    private func register(at moment: Moment) {
        registrations.say(states(at: moment))
        registrations.take { name, edits throws(WidgetError) in
            guard let view = views.first(where: { $0.setup.name == name }) else { throw WidgetError(.unavailable, "no display shows the surface") }
            try configuration.change(edits, of: view.setup, showing: view.contents.pages)
            arrange(at: moment)
        } then: {
            states(at: moment)
        }
    }

    /// The surfaces as the daemon is told of them.
    private func states(at moment: Moment) -> [SurfaceState] { views.map { $0.state(isComplete: feed(of: $0)?.board.isComplete ?? false, at: moment) } }

    /// The user has closed all windows, and there is nothing else.
    private var hasEnded: Bool { !views.isEmpty && views.allSatisfy { $0.isClosed && $0.isWindow } }

    /// Sleeps until the next date on which something changes.
    private func arm(after moment: Moment) {
        var next = Timestamp.latest
        func include(_ seconds: Double) {
            if seconds < .infinity { next = min(next, moment.date + Milliseconds(Int64(max(0, seconds - moment.seconds) * 1_000 + 1))) }
        }
        for view in views {
            if let wake = view.wake(after: moment) {
                next = min(next, wake.date)
                include(wake.seconds)
            }
            if let deadline = view.coverDeadline(after: moment) { include(deadline) }
            if let change = view.nextDimming(after: moment) { next = min(next, change) }
        }
        if let deadline = hand.deadline { include(deadline) }
        for wait in feeds.map(\.milliseconds) + [registrations.milliseconds] { if let wait { next = min(next, moment.date + Milliseconds(wait)) } }
        timer.set(next == .latest ? nil : next)
    }

    // MARK: Surfaces

    /// The displays of a surface; nil: the compositor chooses one, as for windows.
    private func outputs(of setup: WallSurface) -> [WaylandOutput?] {
        guard setup.kind != .window, connection.layerShell != nil else { return [nil] }
        return connection.outputs.filter { $0.isKnown && (setup.outputs.isEmpty || setup.outputs.contains($0.name)) }
    }

    /// Makes the surfaces that the file names on the displays that there are, and keeps those that stay.
    private func arrange(at moment: Moment) {
        var rest = views
        views = configuration.current.surfaces.flatMap { setup in
            outputs(of: setup).map { output in
                guard let index = rest.firstIndex(where: { $0.output === output && $0.canBecome(setup) }) else {
                    return SurfaceView(setup, on: output, context)
                }
                rest[index].become(setup, at: moment)
                return rest.remove(at: index)
            }
        }
        for view in rest { hand.forget(view) }
        log.info(
            "surfaces are shown", metadata: ["surfaces": "\(views.map { "\($0.setup.name) on \($0.output?.name ?? "any display")" }.joined(separator: ", "))"])
        for view in views { _ = view.dim(at: moment) }
        follow(at: moment)
    }

    /// Watches widgets for the traits that the surfaces have.
    private func follow(at moment: Moment) {
        let wanted = views.reduce(into: [ViewTraits]()) { if !$0.contains($1.traits) { $0.append($1.traits) } }
        feeds = wanted.map { traits in feeds.first { $0.traits == traits } ?? BoardFeed(at: location, traits, log: log) }
        for feed in feeds {
            let words = views.filter { $0.traits == feed.traits }.flatMap { $0.setup.pages ?? [] }.joined()
            feed.follow(Set(words.map(PageWord.init)))
        }
        for view in views { if let feed = feed(of: view), feed.board.isComplete { view.update(feed.board, at: moment) } }
    }

    private func feed(of view: SurfaceView) -> BoardFeed? { feeds.first { $0.traits == view.traits } }

    // MARK: Commands

    private func perform(_ commands: [Hand.Command], at moment: Moment) {
        for command in commands {
            switch command {
            case .tap(let view, let item, let target):
                let widget = view.decks[item].map { $0.card?.widgetID ?? "" } ?? item
                if let url = target.url {
                    requests.open(url, of: widget, target.id)
                } else if case .toggle(let isOn) = target.kind {
                    view.item(widget)?.set(target.id, to: !isOn, at: moment)
                    view.redraw()
                    requests.perform(target.id, of: widget, value: !isOn)
                } else {
                    requests.perform(target.id, of: widget, value: nil)
                }
            case .press(let control): requests.press(control)
            case .remove(let view, let widget): configuration.remove(widget, from: view.setup, showing: view.contents)
            case .move(let view, let widget, let place, let page): move(widget, to: place, on: page, of: view)
            }
        }
    }

    private func move(_ widget: String, to place: Int, on page: Int, of view: SurfaceView) {
        let widgets = view.contents.pages[page]
        guard view.setup.pages == nil else { return configuration.move(widget, to: place, on: page, of: view.setup, showing: view.contents) }
        var request = ProtoMoveWidgetRequest()
        request.widget = widget
        if place < widgets.count { request.before = widgets[place] } else if let last = widgets.last { request.after = last }
        requests.move(request)
    }

    private func take(_ message: LoopMessage, at moment: Moment) {
        switch message {
        case .failed(let widget, let action, let error):
            log.warning("a tap did nothing", metadata: ["widget": "\(widget)", "action": "\(action)", "error": "\(error.message)"])
            for view in views {
                view.item(widget)?.set(action, to: nil, at: moment)
                view.settle(at: moment)
            }
        case .locked(let isLocked):
            guard context.isLocked != isLocked else { return }
            context.isLocked = isLocked
            for view in views { if let feed = feed(of: view) { view.update(feed.board, at: moment) } }
        }
    }
}
