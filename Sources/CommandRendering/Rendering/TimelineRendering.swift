package import WidgetAPI
package import WidgetCore

/// `timeline`.
package enum TimelineRendering {
    package static func text(_ timeline: ProtoGetTimelineResponse, _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        var fields = FieldList()
        fields.add("widget", timeline.widgetID)
        fields.add("received", timeline.hasReceivedAt ? dates.both(timeline.receivedAt.timestamp) : "not yet: the placeholder is shown")
        if timeline.hasReceivedAt { fields.add("next", Names.policy(timeline.policy, dates)) }
        guard !timeline.entries.isEmpty else { return fields.text(style) }
        var table = Table("", "DATE", "WHEN", "RELEVANCE", "SIZE", "DIGEST")
        for entry in timeline.entries {
            let date = entry.date.timestamp
            let emphasis: Style.Emphasis? = entry.current ? .bold : nil
            table.add(
                entry.current ? .init(">", .green) : .init(entry.redrawn ? "+" : " ", .dim), .init(dates.local(date), emphasis),
                .init(dates.relative(date), emphasis), .init(entry.hasRelevance ? "\(entry.relevance.score)" : ""), .init(ByteCount.text(UInt64(entry.size))),
                .init(digest(entry)))
        }
        let note = timeline.entries.contains { $0.redrawn } ? style(.dim, "+ the entry before, drawn again for a TimelineView") + "\n" : ""
        return fields.text(style) + "\n" + table.text(style, maximumWidth: width) + note
    }

    /// The digest's first 6 bytes: enough to see which entries show the same.
    private static func digest(_ entry: ProtoTimelineEntryInfo) -> String {
        entry.digest.prefix(6).reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }
}

/// `simulate`.
package enum SimulateRendering {
    /// - Parameter end: until when it was asked for.
    package static func text(_ response: ProtoSimulateResponse, asked end: Timestamp, _ dates: DateFormatting, _ style: Style) -> String {
        var text = ""
        for step in response.steps {
            var line = DecisionRendering.line(step.decision, widget: nil, dates, style)
            switch step.paidFrom {
            case .own: line = line.dropLast() + style(.dim, ", \(step.ownLeft) left") + "\n"
            case .push: line = line.dropLast() + style(.dim, ", \(step.pushLeft) left for pushes") + "\n"
            case .unspecified, .UNRECOGNIZED: break
            }
            text += line
        }
        if response.steps.isEmpty { text += "Nothing would happen.\n" }
        if response.truncated {
            let last = response.completeUntil.timestamp
            text += style(.yellow, "Only the first \(response.steps.count) lines, up to \(dates.both(last)); go on with --from \(last.rfc3339)") + "\n"
        }
        if response.until.timestamp < end {
            text += style(.yellow, "It ends earlier than \(end.rfc3339): the widget decides more often than a forecast follows") + "\n"
        }
        let reloads = response.reloads == 1 ? "1 reload" : "\(response.reloads) reloads"
        text += "\nUntil \(dates.both(response.until.timestamp)): \(reloads), \(response.countedReloads) of them from the budget.\n"
        text += DeveloperModeRendering.note(response.developerMode, style)
        text += style(.dim, "Assumptions:") + "\n"
        for assumption in response.assumptions { text += "  " + style(.dim, PlainText.line(assumption)) + "\n" }
        return text
    }
}

/// `log`, and the decisions that `explain` shows.
package enum DecisionRendering {
    /// One decision, one line: date, widget, what happened, why.
    package static func line(_ decision: ProtoDecision, widget: String?, _ dates: DateFormatting, _ style: Style) -> String {
        var parts = [style(.dim, dates.local(decision.time.timestamp))]
        if let widget { parts.append(style(.cyan, PlainText.line(widget))) }
        return "\(parts.joined(separator: " ")) \(words(decision, dates, style))\n"
    }

    /// The event with its reasons.
    static func words(_ decision: ProtoDecision, _ dates: DateFormatting, _ style: Style) -> String {
        var parts: [String] = []
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
        return decision.detail.isEmpty ? line : "\(line): \(PlainText.line(decision.detail))"
    }

    private static func emphasis(_ event: ProtoDecision.Event) -> Style.Emphasis? {
        switch event {
        case .reloadFailed, .intentFailed: .red
        case .timelineAccepted, .intentPerformed: .green
        default: nil
        }
    }
}
