import CommandRendering
import WidgetAPI
import WidgetCore

/// `apply`.
enum SetupRendering {
    private enum Action: String {
        case add, change, remove

        var mark: String { self == .add ? "+" : self == .change ? "~" : "-" }
        var color: Style.Emphasis { self == .add ? .green : self == .change ? .yellow : .red }
    }

    /// The changes, one a line: `+` for what comes, `~` for what changes, `-` for what goes.
    static func plan(_ changes: [SetupChange], isDryRun: Bool, _ style: Style) -> String {
        guard !changes.isEmpty else { return "All is as the file says.\n" }
        let lines = changes.map { change in
            let line = line(change)
            let detail = line.detail.isEmpty ? "" : ": \(PlainText.line(line.detail))"
            return style(line.action.color, "\(line.action.mark) \(line.thing) \(PlainText.line(line.name))") + detail + "\n"
        }
        let count = "\(changes.count) change\(changes.count == 1 ? "" : "s")"
        return lines.joined() + (isDryRun ? "\(count) to make; nothing was changed.\n" : "\(count) made. To go back: widgetctl apply --back\n")
    }

    static func json(_ changes: [SetupChange], isDryRun: Bool) -> String {
        let list = changes.map { change in
            let line = line(change)
            let (name, detail) = (JSONOutput.string(line.name), JSONOutput.string(line.detail))
            return "{\"action\":\"\(line.action.rawValue)\",\"thing\":\"\(line.thing)\",\"name\":\(name),\"detail\":\(detail)}"
        }
        return "{\"format\":\"\(JSONOutput.format)\",\"dryRun\":\(isDryRun),\"changes\":[\(list.joined(separator: ","))]}"
    }

    /// The error of an apply that ended before its end.
    static func interrupted(_ error: WidgetError, after done: Int, of changes: [SetupChange]) -> WidgetError {
        let line = line(changes[done])
        let state = "\(done) of \(changes.count) changes are made: apply the file again to go on, or take all back with --back"
        return WidgetError(error.code, "\(line.thing) \(line.name): \(error.message); \(state)", cause: error.cause)
    }

    private static func line(_ change: SetupChange) -> (action: Action, thing: String, name: String, detail: String) {
        switch change {
        case .setGroup(let group, nil): (.add, "group", group.name, FleetRendering.shows(ProtoDisplayGroup(group)))
        case .setGroup(let group, let before?):
            (.change, "group", group.name, "\(FleetRendering.shows(ProtoDisplayGroup(before))) -> \(FleetRendering.shows(ProtoDisplayGroup(group)))")
        case .removeGroup(let group): (.remove, "group", group.name, "")
        case .place(let widget, let spot): (.add, "widget", widget.name, placed(widget, spot))
        case .configure(let widget, let before): (.change, "widget", widget.name, configured(widget, before))
        case .move(let widget, let spot): (.change, "widget", widget.name, moved(widget, spot))
        case .removeWidget(let widget): (.remove, "widget", widget.name, "")
        case .moveDisplay(let display, let group): (.change, "display", display.name, "group \(name(display.group)) -> \(name(group))")
        }
    }

    private static func placed(_ widget: Widget, _ spot: Spot?) -> String {
        let secrets = widget.sealed.keys.filter { widget.parameters[$0] != nil }
        let parameters = Names.parameters(widget.parameters.mapValues { ProtoParameterValue($0) }, secrets: secrets)
        return [widget.kind, widget.family.shortName, "page \(spot?.page ?? 1)", parameters].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static func configured(_ widget: Widget, _ before: Widget) -> String {
        var parts: [String] = []
        if widget.family != before.family { parts.append("family \(before.family.shortName) -> \(widget.family.shortName)") }
        for name in Set(widget.parameters.keys).union(before.parameters.keys).sorted() where widget.parameters[name] != before.parameters[name] {
            let isSecret = widget.sealed[name] != nil || ParameterDefinition.isSecret(name)
            parts.append("\(name) \(value(before.parameters[name], isSecret)) -> \(value(widget.parameters[name], isSecret))")
        }
        return parts.joined(separator: ", ")
    }

    private static func moved(_ widget: Widget, _ spot: Spot) -> String {
        let page = widget.position.page
        guard page == spot.page else { return "page \(page) -> \(spot.page)" }
        switch spot.target {
        case .before(let name): return "before \(name)"
        case .after(let name): return "after \(name)"
        case .last: return "to the end of the page"
        }
    }

    private static func value(_ value: ParameterValue?, _ isSecret: Bool) -> String {
        guard let value else { return "(default)" }
        return isSecret ? Names.hidden : Names.value(ProtoParameterValue(value))
    }

    private static func name(_ group: String) -> String { group.isEmpty ? "(none)" : group }
}
