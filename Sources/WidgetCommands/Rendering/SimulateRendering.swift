import WidgetAPI

/// `simulate`.
enum SimulateRendering {
    static func text(_ response: ProtoSimulateResponse, _ dates: DateFormatting, _ style: Style) -> String {
        var text = ""
        var left: UInt32?
        for step in response.steps {
            var line = DecisionRendering.line(step.decision, widget: nil, dates, style)
            // What is left is said where it changes.
            if let before = left, before != step.ownLeft { line = line.dropLast() + style(.dim, ", \(step.ownLeft) left") + "\n" }
            left = step.ownLeft
            text += line
        }
        if response.steps.isEmpty { text += "Nothing would happen.\n" }
        if response.truncated { text += style(.dim, "… and so on") + "\n" }
        let reloads = response.reloads == 1 ? "1 reload" : "\(response.reloads) reloads"
        text += "\nUntil \(dates.both(response.until.timestamp)): \(reloads), \(response.countedReloads) of them from the budget.\n"
        text += style(.dim, "Taken for granted:") + "\n"
        for assumption in response.assumptions { text += "  " + style(.dim, PlainText.line(assumption)) + "\n" }
        return text
    }
}
