import WidgetAPI
import WidgetCore

/// `simulate`.
enum SimulateRendering {
    /// - Parameter end: until when it was asked for.
    static func text(_ response: ProtoSimulateResponse, asked end: Timestamp, _ dates: DateFormatting, _ style: Style) -> String {
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
        text += style(.dim, "Taken for granted:") + "\n"
        for assumption in response.assumptions { text += "  " + style(.dim, PlainText.line(assumption)) + "\n" }
        return text
    }
}
