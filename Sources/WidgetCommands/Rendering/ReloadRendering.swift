import WidgetAPI
import WidgetCore

/// `reload`, and the receipt that `tap` gets.
enum ReloadRendering {
    /// A line for each widget, but for those of which nobody is asked: they are errors.
    static func text(_ response: ProtoReloadResponse, _ names: WidgetNames, _ dates: DateFormatting, _ style: Style) -> String {
        guard !response.receipts.isEmpty else { return "No widget is placed that this reloads.\n" }
        let lines = response.receipts.filter { $0.outcome != .denied }.map { line($0, names, dates) }
        return lines.joined() + DeveloperModeRendering.note(response.developerMode, style)
    }

    /// Which widget, what happens, and by which rule.
    static func line(_ receipt: ProtoReloadReceipt, _ names: WidgetNames, _ dates: DateFormatting) -> String {
        PlainText.line("\(names(receipt.widgetID)): \(words(receipt, dates))") + "\n"
    }

    /// What happens, and by which rule.
    static func words(_ receipt: ProtoReloadReceipt, _ dates: DateFormatting) -> String {
        let rule = ReloadRule(name: receipt.rule)
        let why = receipt.reason.isEmpty ? rule?.sentence ?? "" : receipt.reason
        let text: String
        switch receipt.outcome {
        case .accepted where rule == .afterRunning: text = "the provider is being asked, and is asked once more as soon as it has answered"
        case .accepted: text = "the provider is asked for a new timeline"
        case .coalesced where rule == .coalescedNext: text = "the provider is asked once more anyway as soon as it has answered, which serves this too"
        case .coalesced where rule == .coalescedWaiting: text = "a reload waits for its turn already, and serves this too"
        case .coalesced: text = "a reload is under way that serves this too"
        case .deferred: text = "kept\(receipt.hasUntil ? " until \(dates.both(receipt.until.timestamp))" : ""): \(why)"
        case .denied: text = "nobody is asked: \(why)"
        case .unspecified, .UNRECOGNIZED: text = "the daemon's answer isn't one that this version knows"
        }
        return receipt.rule.isEmpty ? text : "\(text) (\(receipt.rule))"
    }

    static func performed(_ response: ProtoPerformResponse, _ dates: DateFormatting) -> String {
        let action = PlainText.line(response.action)
        if response.hasQueuedUntil {
            return "\(action) waits for its device, until \(dates.both(response.queuedUntil.timestamp)); `widgetctl intent log` says what comes of it.\n"
        }
        if response.repeatedKey { return "\(action) had been performed already with this key; nothing was done now.\n" }
        var text = "Performed \(action)."
        if response.hasReload {
            let until = response.reload.hasUntil ? " until \(dates.both(response.reload.until.timestamp))" : ""
            text += " Reload: \(Names.outcome(response.reload.outcome).text)\(until)."
        }
        return text + "\n"
    }
}
