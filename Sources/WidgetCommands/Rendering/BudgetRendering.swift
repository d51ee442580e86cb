import WidgetAPI
import WidgetCore

/// `budget`, and the part of `explain` that is about it.
enum BudgetRendering {
    static func fields(_ budget: ProtoReloadBudget, _ dates: DateFormatting) -> FieldList {
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
