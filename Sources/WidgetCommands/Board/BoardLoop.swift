import CommandRendering
import Glibc
import Linux
import WidgetAPI
import WidgetCore
import WidgetSurfaces

/// Runs the board: waits for keys, signals, changes and the next moment at which something looks different, and draws when one of them came.
final class BoardLoop {
    private let location: SocketLocation
    private let widgets: WatchFeed<ProtoWatchEvent>
    private let activities: WatchFeed<ProtoActivityEvent>
    private let controls: WatchFeed<ProtoControlEvent>
    private let stacks: StackFeeds
    private let registration: TerminalSurface?
    private let screen: FullScreen
    private let signals: SignalPipe
    private let input: Int32
    private var drawing: BoardDrawing
    private let pictures: WidgetClient
    private var model: BoardModel
    private var keys = KeyDecoder()
    private var answer = PictureAnswer()
    private var link = Reconnection()
    private var performing: BoardRequest?
    private var reloading: BoardRequest?
    /// The activities that are still to be dismissed, one after the other.
    private var dismissals: [String] = []
    private var nextChange: Timestamp?
    /// When the next frame of an animation is due, in milliseconds of ``Uptime``; nil: nothing moves.
    private var nextFrame: Int64?
    private var isRunning = true
    private var needsDrawing = true

    private static let busy = "An action is in progress; try again when it has ended."

    init(at location: SocketLocation, screen: FullScreen, signals: SignalPipe, input: Int32, surface: ViewTraits?, drawing: BoardDrawing, page: Int) {
        model = BoardModel(page: page)
        self.location = location
        widgets = WatchFeed(at: location, surface) { client throws(WidgetError) in try client.watch() }
        activities = WatchFeed(at: location, surface) { client throws(WidgetError) in try client.watchActivities() }
        controls = WatchFeed(at: location, surface) { client throws(WidgetError) in try client.watchControls() }
        stacks = StackFeeds(at: location, surface)
        registration = TerminalSurface(at: location, terminal: input)
        // The surface says what is seen.
        widgets.isRegistered = registration != nil
        self.screen = screen
        self.signals = signals
        self.input = input
        self.drawing = drawing
        pictures = WidgetClient(location: location, timeout: PictureLimits.patience, patience: .zero)
    }

    /// Shows the board until a user or a signal ends it.
    ///
    /// - Throws: the first connection's error; later ones are shown, and the board connects again.
    func run() throws {
        try connect()
        try screen.enter()
        defer { screen.leave() }
        while isRunning {
            takeEvents()
            takeEnds()
            takeRegistration()
            if let nextChange, SystemClock.now >= nextChange { needsDrawing = true }
            if let nextFrame, Uptime.now >= nextFrame { needsDrawing = true }
            if needsDrawing { try draw() }
            try wait()
        }
    }

    private func draw() throws(OutputFile.WriteError) {
        needsDrawing = false
        drawing.loadPictures(model, from: pictures, now: SystemClock.now)
        let picture = drawing.lines(model, now: SystemClock.now)
        nextChange = picture.nextChange
        nextFrame = picture.nextFrame.map { Uptime.now + Int64($0) }
        model.didShow(picture.scene)
        if model.isSettled { registration?.say(model, widgets.surface) }
        try screen.show(picture.lines, cells: picture.cells, pictures: picture.pictures, terminal: drawing.traits, drawing.pictures)
    }

    // MARK: Waiting

    private func wait() throws {
        var entries = [pollfd(fd: input, events: Int16(POLLIN), revents: 0), pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
        for descriptor in [widgets.descriptor, activities.descriptor, controls.descriptor, performing?.descriptor, reloading?.descriptor] {
            entries.append(pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0))
        }
        for descriptor in stacks.descriptors + [registration?.descriptor].compactMap(\.self) {
            entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        guard poll(&entries, nfds_t(entries.count), timeout()) > 0 else { return }
        if entries[1].revents != 0 { try takeSignals() }
        if entries[0].revents != 0 { takeKeys() }
    }

    /// Milliseconds until something is to be done without an event; -1: never.
    private func timeout() -> Int32 {
        let pauses: [Int64?] = [
            nextChange.map { ($0 - SystemClock.now).count }, nextFrame.map { $0 - Uptime.now }, link.milliseconds.map { Int64($0) },
            stacks.milliseconds, registration?.milliseconds,
        ]
        return pauses.compactMap(\.self).min().map { Int32(clamping: max(0, $0)) } ?? -1
    }

    private func takeSignals() throws(OutputFile.WriteError) {
        for signal in signals.taken() {
            switch signal {
            case SIGWINCH:
                drawing.resize()
                try screen.invalidate()
                needsDrawing = true
            case SIGTSTP:
                screen.leave()
                registration?.hide()
                // Stops here, and goes on when the shell brings it back.
                raise(SIGSTOP)
                try screen.enter()
                drawing.resize()
                needsDrawing = true
            default: isRunning = false
            }
        }
    }

    private func takeKeys() {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = read(input, &buffer, buffer.count)
        // The terminal is gone.
        if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { isRunning = false }
        guard count > 0 else { return }
        for key in keys.keys(Array(buffer[..<count])) {
            if case .background(let red, let green, let blue) = key {
                drawing.set(background: .rgb(red: red, green: green, blue: blue))
                take(scheme: CellColor.rgb(red: red, green: green, blue: blue).isLight ? .light : .dark)
            }
            if let answer = answer.take(key) { drawing.take(pictures: answer) }
            if let effect = model.press(key) { apply(effect) }
            needsDrawing = true
        }
    }

    // MARK: The daemon

    private func takeEvents() {
        if link.isDue { reconnect() }
        if link.isConnected {
            do throws(WidgetError) {
                try widgets.take { event in changed { $0.apply(event) } }
                try activities.take { event in changed { $0.apply(event) } }
                try controls.take { event in changed { $0.apply(event) } }
            } catch {
                lose(error.message)
            }
        }
        // They have a connection of their own, also while that of the widgets is lost.
        if stacks.names != model.stackNames { stacks.follow(model.stackNames) }
        for (name, cards) in stacks.take() { changed { $0.apply(cards, of: name) } }
    }

    private func takeRegistration() {
        registration?.take()
        // Then what this program watches counts as seen.
        guard registration?.isUnknown == true, widgets.isRegistered else { return }
        widgets.isRegistered = false
        guard link.isConnected else { return }
        widgets.close()
        activities.close()
        controls.close()
        reconnect()
    }

    private func changed(_ change: (inout BoardModel) -> Void) {
        change(&model)
        needsDrawing = true
    }

    /// The terminal has reported its background. From now on views for that background are watched, and the present views stay until those have come.
    private func take(scheme: ColorScheme) {
        guard Environment.value("WIDGETCTL_COLOR_SCHEME") == nil, let surface = widgets.surface, surface.colorScheme != scheme else { return }
        widgets.surface = surface.with(scheme, surface.locale)
        activities.surface = widgets.surface
        guard link.isConnected else { return }
        widgets.close()
        activities.close()
        controls.close()
        reconnect()
    }

    private func connect() throws(WidgetError) {
        try widgets.connect()
        try activities.connect()
        try controls.connect()
        link.connected()
    }

    private func reconnect() {
        do throws(WidgetError) {
            try connect()
            model.connected()
            needsDrawing = true
        } catch {
            lose(error.message)
        }
    }

    private func lose(_ why: String) {
        link.lost()
        widgets.close()
        activities.close()
        controls.close()
        if model.link != .lost(why) { changed { $0.link = .lost(why) } }
    }

    private func apply(_ effect: BoardModel.Effect) {
        switch effect {
        case .quit: isRunning = false
        case .move(let widget, let other, let isEarlier):
            move(
                .with {
                    $0.widget = widget
                    if isEarlier { $0.before = other } else { $0.after = other }
                })
        case .reload(let widget):
            start(\.reloading, "Reload…", "A reload is being asked for already.") { () throws(WidgetError) in
                try .reload(widget, at: location, dates: SystemClock.formatting)
            }
        case .dismiss(let activities):
            dismissals = activities
            dismissNext()
        case .press(let control):
            let dates = SystemClock.formatting
            start(\.performing, "Press…", Self.busy) { () throws(WidgetError) in
                try .press(control, at: location, dates: dates)
            }
        case .open(let link): open(link, isSure: true)
        case .perform(let action, let item):
            if let url = model.address(of: action, item) {
                open(BoardLink(item: item, action: action, url: url), isSure: false)
            } else {
                perform(action, of: item)
            }
        }
    }

    private func open(_ link: BoardLink, isSure: Bool) {
        start(\.performing, "\(PlainText.line(link.action))…", Self.busy) { () throws(WidgetError) in
            try .open(link, isSure: isSure, at: location)
        }
    }

    private func perform(_ action: String, of item: BoardItem) {
        switch item {
        case .activity(let id):
            start(\.performing, "\(PlainText.line(action))…", Self.busy) { () throws(WidgetError) in
                try .perform(action, ofActivity: id, at: location)
            }
        case .widget(let id):
            start(\.performing, "\(PlainText.line(action))…", Self.busy) { () throws(WidgetError) in
                try .perform(action, of: id, at: location)
            }
        // A control is pressed instead, and the line of ended activities has no actions.
        case .control, .ended: break
        }
    }

    private func move(_ request: ProtoMoveWidgetRequest) {
        start(\.performing, "Move…", Self.busy) { () throws(WidgetError) in try .move(request, at: location) }
    }

    private func dismissNext() {
        guard performing == nil, !dismissals.isEmpty else { return }
        let activity = dismissals.removeFirst()
        start(\.performing, "Dismiss…", Self.busy) { () throws(WidgetError) in try .dismiss(activity, at: location) }
    }

    /// Starts a request, one of each kind at a time.
    private func start(
        _ slot: ReferenceWritableKeyPath<BoardLoop, BoardRequest?>, _ note: String, _ refusal: String, _ request: () throws(WidgetError) -> BoardRequest
    ) {
        guard self[keyPath: slot] == nil else {
            model.note = refusal
            return
        }
        do {
            self[keyPath: slot] = try request()
            model.note = note
        } catch {
            model.note = PlainText.line(error.message)
        }
    }

    private func takeEnds() {
        for slot in [\BoardLoop.performing, \.reloading] {
            guard let request = self[keyPath: slot], let note = request.end() else { continue }
            self[keyPath: slot] = nil
            if request.isQuestion, let link = request.asksAbout {
                model.ask(about: link)
            } else {
                model.answered(note, tap: request.tap)
            }
            needsDrawing = true
        }
        dismissNext()
    }
}
