import WidgetAPI
import WidgetCore

/// `apply`.
enum SetupRendering {
    /// The changes, one a line: `+` for what comes, `~` for what changes, `-` for what goes.
    static func plan(_ changes: [SetupChange], isDryRun: Bool, _ style: Style) -> String {
        guard !changes.isEmpty else { return "All is as the file says.\n" }
        let lines = changes.map { change in
            let line = line(change)
            let color: Style.Emphasis = line.mark == "+" ? .green : line.mark == "-" ? .red : .yellow
            return style(color, "\(line.mark) \(line.thing) \(PlainText.line(line.name))") + (line.detail.isEmpty ? "" : ": \(PlainText.line(line.detail))")
                + "\n"
        }
        let count = "\(changes.count) change\(changes.count == 1 ? "" : "s")"
        return lines.joined() + (isDryRun ? "\(count) to make; nothing was changed.\n" : "\(count) made. To go back: widgetctl apply --back\n")
    }

    static func json(_ changes: [SetupChange], isDryRun: Bool) -> String {
        let list = changes.map { change in
            let line = line(change)
            let action = line.mark == "+" ? "add" : line.mark == "-" ? "remove" : "change"
            return
                "{\"action\":\"\(action)\",\"thing\":\"\(line.thing)\",\"name\":\(JSONOutput.string(line.name)),\"detail\":\(JSONOutput.string(line.detail))}"
        }
        return "{\"format\":\"\(JSONOutput.format)\",\"dryRun\":\(isDryRun),\"changes\":[\(list.joined(separator: ","))]}"
    }

    /// The error of an apply that ended before its end.
    static func interrupted(_ error: WidgetError, after done: Int, of changes: [SetupChange]) -> WidgetError {
        let line = line(changes[done])
        let advice = done == 0 ? "nothing was changed" : "\(done) of \(changes.count) changes are made: apply the file again to go on, or go back with --back"
        return WidgetError(error.code, "\(line.thing) \(line.name): \(error.message); \(advice)", cause: error.cause)
    }

    private static func line(_ change: SetupChange) -> (mark: String, thing: String, name: String, detail: String) {
        switch change {
        case .setGroup(let group, nil): ("+", "group", group.name, FleetRendering.shows(ProtoDisplayGroup(group)))
        case .setGroup(let group, let before?):
            ("~", "group", group.name, "\(FleetRendering.shows(ProtoDisplayGroup(before))) -> \(FleetRendering.shows(ProtoDisplayGroup(group)))")
        case .removeGroup(let group): ("-", "group", group.name, "")
        case .place(let widget, let spot): ("+", "widget", widget.name, placed(widget, spot))
        case .configure(let widget, let before): ("~", "widget", widget.name, configured(widget, before))
        case .move(let widget, let spot): ("~", "widget", widget.name, moved(widget, spot))
        case .removeWidget(let widget): ("-", "widget", widget.name, "")
        case .moveDisplay(let display, let group): ("~", "display", display.name, "group \(name(display.group)) -> \(name(group))")
        }
    }

    private static func placed(_ widget: Widget, _ spot: Spot?) -> String {
        let parameters = Names.parameters(widget.parameters.mapValues { ProtoParameterValue($0) })
        return ([widget.kind, widget.family.shortName] + (spot.map { ["page \($0.page)"] } ?? []) + (parameters.isEmpty ? [] : [parameters])).joined(
            separator: ", ")
    }

    private static func configured(_ widget: Widget, _ before: Widget) -> String {
        var parts: [String] = []
        if widget.family != before.family { parts.append("family \(before.family.shortName) -> \(widget.family.shortName)") }
        for name in Set(widget.parameters.keys).union(before.parameters.keys).sorted() where widget.parameters[name] != before.parameters[name] {
            parts.append("\(name) \(value(before.parameters[name], of: name)) -> \(value(widget.parameters[name], of: name))")
        }
        return parts.joined(separator: ", ")
    }

    private static func moved(_ widget: Widget, _ spot: Spot) -> String {
        let page = widget.position.page
        guard page == spot.page else { return "\(page == 0 ? "on no page" : "page \(page)") -> page \(spot.page)" }
        switch spot.target {
        case .behind(let name): return "behind \(name)"
        case .before(let name): return "before \(name)"
        case .end: return "to the end of the page"
        }
    }

    private static func value(_ value: ParameterValue?, of name: String) -> String {
        guard let value else { return "(default)" }
        return ParameterDefinition.isSecret(name) ? Names.hidden : Names.value(ProtoParameterValue(value))
    }

    private static func name(_ group: String) -> String { group.isEmpty ? "(none)" : group }
}
