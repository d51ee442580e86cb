import CommandRendering
import Glibc
import WidgetAPI
import WidgetCore
import WidgetSurfaces

/// Runs a bar: waits for changes, clicks and the next moment at which something looks different, and prints when something does. It waits for a daemon that
/// restarts.
final class BarLoop {
    private let client: WidgetClient
    private let runner: BarRunner
    /// The descriptor that clicks come from; nil: none come, or no more.
    private var input: Int32?
    private var printer: BarPrinter
    private var reader = BarClickReader()
    private var model: BarModel
    private var widgetWatch: WidgetWatch?
    private var activityWatch: ActivityWatch?
    private var controlWatch: ControlWatch?
    private var link = Reconnection()
    /// The bar as a surface; nil while it isn't one.
    private var surface: EphemeralSurface?
    private var items: [BarItem] = []
    /// When something next looks different without an event, by the wall clock; nil: never.
    private var nextChange: Timestamp?
    /// When the next line may be printed.
    private var nextPrint = ContinuousClock.now
    private var needsDrawing = false
    /// Events came that aren't drawn yet, because the initial state isn't complete.
    private var hasNews = false
    private var isRunning = true

    init(client: WidgetClient, selection: BarSelection, printer: BarPrinter, runner: BarRunner, input: Int32?) {
        self.client = client
        self.runner = runner
        self.printer = printer
        self.input = input
        model = BarModel(selection)
    }

    /// Shows the bar until nobody reads it any more.
    /// - Throws: NOT_FOUND for a widget or control that isn't there; ``OutputFile/WriteError``.
    func run() throws {
        try printer.begin()
        surface = try? EphemeralSurface(at: client.location, name: "bar-\(printer.format.rawValue)", .bar)
        // The surface says what is seen.
        client.isRegistered = surface != nil
        while isRunning {
            try takeEvents()
            takeSurface()
            if let nextChange, SystemClock.now >= nextChange { needsDrawing = true }
            if needsDrawing, ContinuousClock.now >= nextPrint { try draw() }
            wait()
        }
    }

    /// Waits until everything has come once.
    /// - Returns: what a bar shows now.
    func once() throws -> (items: [BarItem], hidden: Int) {
        try connect()
        while !model.isComplete {
            try takeEvents()
            guard link.isConnected else { throw WidgetError(.unavailable, "the daemon ended the connection") }
            if !model.isComplete { wait() }
        }
        let shown = model.items(BarItems(now: SystemClock.now, localTime: SystemClock.localTime))
        return (shown.items, shown.hidden)
    }

    /// The effect of a click in a bar that starts a program for each click, and doesn't name the item. It is that of the first item for which the button does
    /// anything.
    func intent(of button: BarButton) throws -> BarIntent? {
        try once().items.lazy.compactMap { $0.intent(of: button) }.first { $0.arguments != nil }
    }

    private func draw() throws(OutputFile.WriteError) {
        let now = SystemClock.now
        let shown = model.items(BarItems(now: now, localTime: SystemClock.localTime))
        (items, nextChange, needsDrawing, nextPrint) = (shown.items, shown.nextChange, false, ContinuousClock.now + BarLimits.drawingPause)
        try printer.show(shown.items, hidden: shown.hidden)
    }

    private func takeSurface() {
        surface?.take()
        guard surface?.isUnknown == true, client.isRegistered else { return }
        // Then what this program watches counts as seen.
        client.isRegistered = false
        lose()
    }

    // MARK: Waiting

    private func wait() {
        var entries = [
            pollfd(fd: link.isConnected ? client.descriptor ?? -1 : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input ?? -1, events: Int16(POLLIN), revents: 0),
            // Only to notice that the bar is gone: the next write may be hours away.
            pollfd(fd: printer.output.descriptor, events: 0, revents: 0),
            pollfd(fd: surface?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&entries, nfds_t(entries.count), timeout()) > 0 else { return }
        if entries[1].revents != 0 { takeClicks() }
        if entries[2].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { isRunning = false }
    }

    /// Milliseconds until something is to be done without an event; -1: never.
    private func timeout() -> Int32 {
        let print = needsDrawing ? ContinuousClock.now.duration(to: nextPrint).wholeMilliseconds : nil
        let change = needsDrawing ? nil : nextChange.map { ($0 - SystemClock.now).count }
        return [print, change, link.milliseconds, surface?.milliseconds].compactMap(\.self).min().map { Int32(clamping: max(0, $0)) } ?? -1
    }

    private func takeClicks() {
        guard let input else { return }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(input, &buffer, buffer.count)
        // The bar sends no more clicks, but may still show the items.
        if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { self.input = nil }
        guard count > 0 else { return }
        for click in reader.clicks(buffer[..<count]) {
            if let intent = model.click(click, among: items) { runner.start(intent) } else { needsDrawing = true }
        }
    }

    // MARK: The daemon

    private func takeEvents() throws {
        if link.isDue { try reconnect() }
        guard link.isConnected else { return }
        do {
            try widgetWatch?.take { event in changed { $0.apply(event) } }
            try activityWatch?.take { event in changed { $0.apply(event, at: SystemClock.now) } }
            try controlWatch?.take { event in changed { $0.apply(event) } }
        } catch {
            lose()
        }
        if hasNews, model.isComplete { (hasNews, needsDrawing) = (false, true) }
    }

    private func changed(_ change: (inout BarModel) -> Void) {
        change(&model)
        hasNews = true
    }

    /// - Throws: NOT_FOUND for a widget or control that isn't there; other errors may pass.
    private func reconnect() throws(WidgetError) {
        do throws(WidgetError) {
            client.patience = .zero
            try connect()
        } catch {
            if error.code == .notFound { throw error }
            lose()
        }
    }

    private func connect() throws(WidgetError) {
        var ids: [String] = []
        for name in model.selection.widgets { ids.append(try client.widget(name).widget.id) }
        widgetWatch = ids.isEmpty ? nil : try client.watch(ids: ids)
        activityWatch = model.selection.showsActivities ? try client.watchActivities() : nil
        var controlIDs: [String] = []
        for name in model.selection.controls { controlIDs.append(try client.control(name).control.id) }
        controlWatch = model.selection.showsControls ? try client.watchControls() : controlIDs.isEmpty ? nil : try client.watchControls(controlIDs)
        model.connected(widgetIDs: ids, controlIDs: controlIDs)
        link.connected()
        surface?.say { surface in
            surface.families = ids.isEmpty ? [] : [.accessoryInline]
            surface.setPages([ids + controlIDs.map { PageWord.control($0).text }], stacks: [:])
        }
    }

    private func lose() {
        (widgetWatch, activityWatch, controlWatch, needsDrawing) = (nil, nil, nil, true)
        client.close()
        model.lost(at: SystemClock.now)
        link.lost()
    }
}

/// Writes to a bar, and never the same text twice in a row.
struct BarPrinter {
    let format: BarFormat
    let output: OutputFile
    let separator: String
    let program: String
    let options: [String]
    private var shown: String?

    init(_ format: BarFormat, output: OutputFile, separator: String, program: String, options: [String]) {
        self.format = format
        self.output = output
        self.separator = separator
        self.program = program
        self.options = options
    }

    func begin() throws(OutputFile.WriteError) {
        if !format.preamble.isEmpty { try output.write(format.preamble) }
    }

    /// - Parameter once: nothing follows.
    mutating func show(_ items: [BarItem], hidden: Int, once: Bool = false) throws(OutputFile.WriteError) {
        let content = BarContent(items, hidden: hidden, separator: separator, program: program, options: options)
        let text = format.text(content, once: once)
        guard text != shown else { return }
        shown = text
        try output.write(text)
    }
}

/// Does what a click asks for by running widgetctl, as every other bar's clicks do. Its output goes to standard error, which bars write into their log.
struct BarRunner {
    /// The options by which widgetctl finds the daemon.
    let options: [String]

    /// Starts widgetctl, and doesn't wait for it.
    func start(_ intent: BarIntent) { _ = spawn(intent) }

    /// Runs widgetctl, and returns when it has ended.
    func run(_ intent: BarIntent) {
        guard let process = spawn(intent) else { return }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    private func spawn(_ intent: BarIntent) -> pid_t? {
        guard let arguments = intent.arguments else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        // Standard output is the bar's.
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        var words: [UnsafeMutablePointer<CChar>?] = (["widgetctl"] + arguments + options).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        // The running program, also where another file has taken its place.
        guard posix_spawn(&process, "/proc/self/exe", &actions, nil, &words, environ) == 0 else { return nil }
        return process
    }
}
