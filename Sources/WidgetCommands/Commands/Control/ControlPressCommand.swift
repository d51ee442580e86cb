import ArgumentParser
import WidgetAPI
import WidgetCore

/// How a tap is made, on the command line.
struct ControlTapOptions: ParsableArguments {
    @Option(help: "An idempotency key: what was performed with it in the last 24 hours isn't performed again.")
    var key: String?

    @Option(help: ArgumentHelp("Where the device that performs it is away: let it wait until then, 30min, 6h, or a date; at most 24 hours.", valueName: "when"))
    var queue: FutureArgument?

    @Flag(help: "Don't wait until it has been performed.")
    var noWait = false

    /// Taps, waits for the end, and says what became of it.
    func tap(_ control: String, isOn: Bool?, in session: Session) throws {
        var random = SystemRandomNumberGenerator()
        var request = ProtoPressControlRequest()
        request.control = control
        request.idempotencyKey = key ?? IdempotencyKey.make(using: &random)
        if let isOn { request.isOn = isOn }
        if let queue { request.queueUntil = .init(queue.date(from: session.dates.now)) }
        var receipt = try session.perform(key: request.idempotencyKey) { () throws(WidgetError) in try session.client.press(request) }
        if !noWait, receipt.outcome == .pending || receipt.outcome == .queued && queue == nil {
            do throws(WidgetError) {
                receipt = try end(of: receipt, in: session)
            } catch {
                throw [.unavailable, .deadlineExceeded].contains(error.code) ? error.unanswered(key: request.idempotencyKey) : error
            }
        }
        try session.show(receipt) { ControlRendering.receipt($0, session.dates, session.style) }
        if let status = Self.status(of: receipt) { throw ExitCode(status.rawValue) }
    }

    private func end(of tap: ProtoControlReceipt, in session: Session) throws(WidgetError) -> ProtoControlReceipt {
        let watch = try session.client.watchControls([tap.controlID])
        let start = ContinuousClock.now
        let patience = Duration.milliseconds(ControlLimits.actsFor.count + ControlLimits.waitsFor.count)
        while true {
            let left = patience - (ContinuousClock.now - start)
            guard left > .zero else { throw Self.unheard(for: patience) }
            switch try watch.next(timeout: left) {
            case .event(let event):
                if case .removedControlID = event.event { throw WidgetError(.aborted, "the control was removed while it was being performed") }
                guard case .control(let snapshot) = event.event else { continue }
                if let receipt = snapshot.receipts.first(where: { $0.idempotencyKey == tap.idempotencyKey }), receipt.isFinal { return receipt }
                if !snapshot.unavailable.isEmpty, !snapshot.local {
                    throw WidgetError(.unavailable, snapshot.unavailable)
                }
            case .nothingYet: throw Self.unheard(for: patience)
            case .ended: throw WidgetError(.unavailable, "widgetd ended the connection")
            }
        }
    }

    private static func unheard(for patience: Duration) -> WidgetError {
        WidgetError(.deadlineExceeded, "what became of it wasn't heard within \(patience.components.seconds) s")
    }

    /// What the command ends with; nil: success.
    private static func status(of receipt: ProtoControlReceipt) -> ExitStatus? {
        switch receipt.outcome {
        case .reverted: .temporary
        case .unavailable: .unavailable
        case .denied: .noPermission
        default: nil
        }
    }
}

struct ControlPressCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "press", abstract: "Press a button, or switch a toggle over.",
        discussion: """
            It is performed in the provider, on the device that provides the control, at most once for a key; the command ends when that is done, and with status 75 \
            where it came to nothing or nothing was heard of its end in 3 minutes, 69 where the device is away, 77 where it isn't allowed.

            Examples:
              widgetctl control press Coffee
              widgetctl control press lamp --queue 6h
            """)

    @Argument(help: "The control: its name, its id, or its kind.", completion: DaemonCompletion.controls)
    var control: String

    @OptionGroup var tap: ControlTapOptions
    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws { try tap.tap(control, isOn: nil, in: session) }
}

struct ControlSetCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set a toggle on or off.",
        discussion: """
            It ends as `widgetctl control press` does.

            Examples:
              widgetctl control set lamp on
              widgetctl control set lamp off --no-wait
            """)

    @Argument(help: "The control: its name, its id, or its kind.", completion: DaemonCompletion.controls)
    var control: String

    @Argument(help: "on or off.", completion: .list(["on", "off"]))
    var value: OnOffArgument

    @OptionGroup var tap: ControlTapOptions
    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws { try tap.tap(control, isOn: value == .on, in: session) }
}

enum OnOffArgument: String, ExpressibleByArgument, CaseIterable {
    case on, off
}

struct ControlReloadCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Ask providers anew how controls stand.",
        discussion: """
            Examples:
              widgetctl control reload lamp
              widgetctl control reload --kind lamp
              widgetctl control reload --all
            """)

    @Argument(help: "The control: its name, its id, or its kind.", completion: DaemonCompletion.controls)
    var control: String?

    @Option(help: "All that are of a kind, on every device that is connected.", completion: DaemonCompletion.controlKinds)
    var kind: String?

    @Flag(help: "All, on every device that is connected.")
    var all = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if [control != nil, kind != nil, all].filter({ $0 }).count != 1 { throw ValidationError("give one of CONTROL, --kind and --all") }
    }

    func run(in session: Session) throws {
        var request = ProtoReloadControlsRequest()
        request.which = control.map { .control($0) } ?? kind.map { .kind($0) } ?? .all(true)
        try session.show(session.client.reload(request)) { ControlRendering.reloaded($0, session.style) }
    }
}

struct ControlTokenCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Print the token by which a server reloads a control.",
        discussion: """
            It works until the control is removed.

            Example:
              widgetctl control token lamp
            """)

    @Argument(help: "The control: its name, its id, or its kind.", completion: DaemonCompletion.controls)
    var control: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.pushToken(control: control)) {
            "Servers push to \(PlainText.line($0.token)), topic \(PlainText.line($0.app)).push-type.controls.\n"
        }
    }
}
