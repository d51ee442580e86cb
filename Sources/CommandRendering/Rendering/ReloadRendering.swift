package import WidgetAPI
import WidgetCore

/// `reload`, and the receipt that `tap` gets.
package enum ReloadRendering {
    /// A line for each widget, except for denied ones, which are errors.
    package static func text(_ response: ProtoReloadResponse, _ names: WidgetNames, _ dates: DateFormatting, _ style: Style) -> String {
        guard !response.receipts.isEmpty else { return "No placed widget matches.\n" }
        let lines = response.receipts.filter { $0.outcome != .denied }.map { line($0, names, dates) }
        return lines.joined() + DeveloperModeRendering.note(response.developerMode, style)
    }

    /// Which widget, what happens, and by which rule.
    package static func line(_ receipt: ProtoReloadReceipt, _ names: WidgetNames, _ dates: DateFormatting) -> String {
        PlainText.line("\(names(receipt.widgetID)): \(words(receipt, dates))") + "\n"
    }

    /// The outcome, and its rule.
    package static func words(_ receipt: ProtoReloadReceipt, _ dates: DateFormatting) -> String {
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
        case .denied: text = "not reloaded: \(why)"
        case .unspecified, .UNRECOGNIZED: text = "the daemon's answer isn't one that this version knows"
        }
        return receipt.rule.isEmpty ? text : "\(text) (\(receipt.rule))"
    }

    package static func performed(_ response: ProtoPerformResponse, _ dates: DateFormatting) -> String {
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

/// `budget`, and the part of `explain` that is about it.
package enum BudgetRendering {
    package static func fields(_ budget: ProtoReloadBudget, _ dates: DateFormatting) -> FieldList {
        var fields = FieldList()
        add(budget, to: &fields, dates)
        return fields
    }

    static func add(_ budget: ProtoReloadBudget, to fields: inout FieldList, _ dates: DateFormatting) {
        if budget.developerMode { fields.add("developer mode", DeveloperModeRendering.state, .yellow) }
        if budget.source == .interval {
            fields.add("budget", "not counted: a user chose how often its provider is asked")
        } else {
            fields.add("budget", bucket(budget.own, budget, dates), budget.own.left == 0 && !budget.developerMode ? .yellow : nil)
            fields.add("pushes", bucket(budget.push, budget, dates), budget.push.left == 0 && !budget.developerMode ? .yellow : nil)
            fields.add("gains", "\(budget.reloadsPerDay) a day, \(owner(budget.source))\(pace(budget))")
        }
        let last = budget.hasLastSpentAt && !budget.developerMode ? "; the last one began \(dates.both(budget.lastSpentAt.timestamp))" : ""
        fields.add("spacing", "\(DateFormatting.words(seconds: UInt64(max(0, budget.spacingMs)) / 1_000)) at least between two that \(spaced(budget))\(last)")
    }

    /// Which reloads are spaced.
    private static func spaced(_ budget: ProtoReloadBudget) -> String {
        if budget.developerMode { return "its timelines ask for" }
        return budget.source == .interval ? "nobody waits for" : "count"
    }

    private static func bucket(_ bucket: ProtoReloadPurse, _ budget: ProtoReloadBudget, _ dates: DateFormatting) -> String {
        let next = bucket.hasNextToken ? ", one more \(dates.both(bucket.nextToken.timestamp))" : ""
        return "\(bucket.left) of \(budget.savedReloads) reloads left\(next)"
    }

    private static func owner(_ source: ProtoReloadBudget.Source) -> String {
        switch source {
        case .kind: "as its kind has"
        case .widget: "its own: `widgetctl budget --reset` takes that back"
        default: "as every widget has"
        }
    }

    /// Why tokens accrue more slowly now.
    private static func pace(_ budget: ProtoReloadBudget) -> String {
        let reasons = [budget.onBattery ? "on battery" : nil, budget.unseen ? "no surface has shown it for a day" : nil].compactMap(\.self)
        guard budget.ratePermille < 1_000, !reasons.isEmpty else { return "" }
        return "; now at \(budget.ratePermille / 10) % of that: \(reasons.joined(separator: ", "))"
    }
}
