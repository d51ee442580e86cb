import ArgumentParser
import CommandRendering
import Glibc
import WidgetAPI
import WidgetCore
import WidgetSurfaces

struct BarCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "bar", abstract: "Feed a status bar: activities, widgets and controls, live, in the bar's own format.",
        discussion: """
            It prints when something changes and never otherwise, waits for a daemon that restarts, and ends with the bar. The left button performs the first \
            action or presses the control. The middle one dismisses an activity, or reloads a widget or control. The right one shows more where the bar can. \
            docs/bars.md has the configuration for each bar.

            Examples:
              widgetctl bar waybar
              widgetctl bar i3bar caffeine --activities
              widgetctl bar waybar --click middle
              widgetctl bar i3bar --control Coffee --control power-saver
            """)

    @Argument(help: "\(BarFormat.allCases.map(\.rawValue).joined(separator: ", ")) (of which swaybar takes i3bar's).")
    var bar: BarFormatArgument

    @Argument(help: "The widgets; without any, and without controls, the activities.", completion: DaemonCompletion.widgets)
    var widgets: [String] = []

    @Option(
        help: ArgumentHelp("This control, by its name, id or kind, behind the widgets; may be repeated.", valueName: "control"),
        completion: DaemonCompletion.controls)
    var control: [String] = []

    @Flag(help: "All controls, behind the widgets.")
    var controls = false

    @Flag(help: "Activities too, before the widgets.")
    var activities = false

    @Option(
        help: ArgumentHelp("Only this activity, by its tag or id; may be repeated.", valueName: "activity"),
        completion: DaemonCompletion.activities)
    var activity: [String] = []

    @Option(help: "How many activities are shown at most; the others are counted.")
    var limit = BarLimits.activities

    @Option(help: "The text between two items, in a bar that takes one text. It may have that bar's markup.")
    var separator = "  "

    @Flag(help: "Print what is shown now, then exit; always so for xbar.")
    var once = false

    @Option(
        help: ArgumentHelp(
            "Perform a click with this button on the first item that reacts to it, then exit: left, middle or right.", valueName: "button"))
    var click: BarButtonArgument?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if common.json {
            throw ValidationError("--json: a bar has its own format; `widgetctl watch --json` and `widgetctl activity watch --json` give the same as data")
        }
        if !(1...ActivityLimits.activities).contains(limit) { throw ValidationError("--limit: \(limit) isn't from 1 to \(ActivityLimits.activities)") }
        if control.count > CommandLimits.watchedWidgets {
            throw ValidationError("--control: at most \(CommandLimits.watchedWidgets) can be named; --controls shows all")
        }
        if widgets.count > CommandLimits.watchedWidgets { throw ValidationError("at most \(CommandLimits.watchedWidgets) widgets can be named") }
    }

    func run(in session: Session) throws {
        let format = bar.format
        let isOnce = once || format.isOneShot
        // A bar that starts a program for a click names the button in the environment (man i3blocks, COMMAND).
        let button = click?.button ?? (isOnce ? Environment.value("BLOCK_BUTTON").flatMap(Int.init).flatMap(BarButton.init) : nil)
        let (program, options) = (WidgetctlCall.program, WidgetctlCall.options(common))
        let runner = BarRunner(options: options)
        var printer = BarPrinter(format, output: session.output, separator: separator, program: program, options: options)
        if let button, let intent = try loop(session, printer, runner).intent(of: button) { runner.run(intent) }
        if click != nil { return }
        if isOnce {
            let shown = try loop(session, printer, runner).once()
            try printer.begin()
            return try printer.show(shown.items, hidden: shown.hidden, once: true)
        }
        // Nobody waits for what clicks start.
        signal(SIGCHLD, SIG_IGN)
        try loop(session, printer, runner, input: format.readsClicks ? STDIN_FILENO : nil).run()
    }

    private func loop(_ session: Session, _ printer: BarPrinter, _ runner: BarRunner, input: Int32? = nil) -> BarLoop {
        let selection = BarSelection(
            showsActivities: activities || !activity.isEmpty || widgets.isEmpty && control.isEmpty && !controls, activities: activity, widgets: widgets,
            showsControls: controls, controls: control, limit: limit)
        return BarLoop(client: session.client, selection: selection, printer: printer, runner: runner, input: input)
    }
}

/// A bar by its name.
struct BarFormatArgument: ExpressibleByArgument {
    var format: BarFormat

    init?(argument: String) {
        guard let format = BarFormat(rawValue: argument) else { return nil }
        self.format = format
    }

    static var allValueStrings: [String] { BarFormat.allCases.map(\.rawValue) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// A mouse's button by its name.
struct BarButtonArgument: ExpressibleByArgument {
    var button: BarButton

    init?(argument: String) {
        guard let button = BarButton.allCases.first(where: { $0.name == argument }) else { return nil }
        self.button = button
    }

    static var allValueStrings: [String] { BarButton.allCases.map(\.name) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// How another program calls this widgetctl.
private enum WidgetctlCall {
    /// As it was called: the name that the shell finds, or the path, from the root.
    static var program: String {
        guard let name = CommandLine.arguments.first, name.contains("/"), let path = realpath(name, nil) else { return "widgetctl" }
        defer { free(path) }
        return String(cString: path)
    }

    /// The options by which it finds the same daemon.
    static func options(_ common: CommonOptions) -> [String] {
        common.socket.map { ["--socket", $0] } ?? []
    }
}
