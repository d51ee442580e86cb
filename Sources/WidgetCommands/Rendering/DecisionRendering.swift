import WidgetAPI

/// `log`, and the decisions that `explain` shows.
enum DecisionRendering {
    /// One decision, one line: date, widget, what happened, why.
    static func line(_ decision: ProtoDecision, widget: String?, _ dates: DateFormatting, _ style: Style) -> String {
        var parts = [style(.dim, dates.local(decision.time.timestamp))]
        if let widget { parts.append(style(.cyan, PlainText.line(widget))) }
        let event = Names.event(decision.event)
        let cause = Names.cause(decision.cause)
        parts.append(style(emphasis(decision.event), event))
        if !cause.isEmpty, cause != event { parts.append("(\(cause))") }
        if decision.outcome != .unspecified {
            let outcome = Names.outcome(decision.outcome)
            parts.append(style(outcome.emphasis, outcome.text))
        }
        if decision.hasUntil { parts.append("until \(dates.local(decision.until.timestamp))") }
        // A rule that has the cause's name says nothing new.
        if !decision.rule.isEmpty, decision.rule != cause { parts.append("by \(PlainText.line(decision.rule))") }
        if decision.count > 1 { parts.append("(\(decision.count) times)") }
        let line = parts.joined(separator: " ")
        return decision.detail.isEmpty ? line + "\n" : "\(line): \(PlainText.line(decision.detail))\n"
    }

    private static func emphasis(_ event: ProtoDecision.Event) -> Style.Emphasis? {
        switch event {
        case .reloadFailed, .intentFailed: .red
        case .timelineAccepted, .intentPerformed: .green
        default: nil
        }
    }
}
