import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct ControlPressCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "press", abstract: "Press a button, or switch a toggle over.",
        discussion: """
            The provider performs it, on the device that provides the control, at most once for a key. The command ends when that is done. The exit status is \
            75 if it failed or its outcome isn't known after 3 minutes, 69 if the device is away, 74 if it was performed but the disk doesn't take the record, \
            and 77 if it isn't allowed.

            Examples:
              widgetctl control press Coffee
              widgetctl control press power-saver --queue 6h
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
              widgetctl control set power-saver on
              widgetctl control set power-saver off --no-wait
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

/// How a tap is made, on the command line.
struct ControlTapOptions: ParsableArguments {
    @Option(help: TapKey.help, transform: TapKey.init(parsing:))
    var key: TapKey?

    @Option(help: ArgumentHelp("Let it wait until then if the device that performs it is away: 30min, 6h, or a date; at most 24 hours.", valueName: "when"))
    var queue: FutureArgument?

    @Flag(help: "Don't wait until it has been performed.")
    var noWait = false

    /// Taps, waits for the end, and says what became of it.
    func tap(_ control: String, isOn: Bool?, in session: Session) throws {
        var request = ProtoPressControlRequest()
        request.control = control
        request.idempotencyKey = TapKey.text(key)
        if let isOn { request.isOn = isOn }
        if let queue { request.queueUntil = .init(queue.date(from: session.dates.now)) }
        var receipt = try session.perform(key: request.idempotencyKey) { () throws(WidgetError) in try session.client.press(request) }
        if !noWait, receipt.outcome == .pending && !receipt.isUnrecorded || receipt.outcome == .queued && queue == nil {
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
        let patience = Duration.milliseconds(ControlLimits.actionTimeout.count + ControlLimits.waitTimeout.count)
        // The receipt is asked for by its key at this interval: the tap may have ended on a device that can't write that into the control's row.
        let interval = Duration.milliseconds(ControlLimits.actionTimeout.count)
        var asksAfter = interval
        while true {
            let left = asksAfter - (ContinuousClock.now - start)
            guard left > .zero else {
                let receipt = try session.client.press(
                    .with {
                        ($0.control, $0.idempotencyKey) = (tap.controlID, tap.idempotencyKey)
                        if tap.hasIsOn { $0.isOn = tap.isOn }
                    })
                if receipt.isFinal || receipt.isUnrecorded { return receipt }
                guard asksAfter < patience else { throw Self.unknownOutcome(after: patience) }
                asksAfter += interval
                continue
            }
            switch try watch.next(timeout: left) {
            case .event(let event):
                if case .removedControlID = event.event { throw WidgetError(.aborted, "the control was removed while it was being performed") }
                guard case .control(let snapshot) = event.event else { continue }
                if let receipt = snapshot.receipts.first(where: { $0.idempotencyKey == tap.idempotencyKey }), receipt.isFinal || receipt.isUnrecorded {
                    return receipt
                }
                if !snapshot.unavailable.isEmpty, !snapshot.local {
                    throw WidgetError(.unavailable, snapshot.unavailable)
                }
            case .nothingYet: continue
            case .ended: throw WidgetError(.unavailable, "widgetd ended the connection")
            }
        }
    }

    private static func unknownOutcome(after patience: Duration) -> WidgetError {
        WidgetError(.deadlineExceeded, "no word of its outcome came within \(patience.components.seconds) s")
    }

    /// The command's exit status; nil: success.
    private static func status(of receipt: ProtoControlReceipt) -> ExitStatus? {
        switch receipt.outcome {
        case .pending where receipt.isUnrecorded: .inputOutput
        case .reverted: .temporary
        case .unavailable: .unavailable
        case .denied: .noPermission
        default: nil
        }
    }
}
