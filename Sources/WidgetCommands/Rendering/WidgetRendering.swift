import WidgetAPI

/// `widgets`, and what `place`, `configure` and `remove` answer.
enum WidgetRendering {
    static func table(_ widgets: [ProtoWidgetSnapshot], _ short: ShortIDs, _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        guard !widgets.isEmpty else { return "No widgets are placed. `widgetctl kinds` lists what there is, `widgetctl place KIND` places one.\n" }
        var table = Table("WIDGET", "NAME", "KIND", "FAMILY", "STATE", "DEVICE", "NEXT ENTRY", "NEXT RELOAD", "PARAMETERS")
        for snapshot in widgets {
            let state = Names.state(snapshot)
            table.add(
                .init(short(snapshot.widget.id)), .init(Names.title(snapshot)), .init(snapshot.widget.kind), .init(Names.family(snapshot.widget.family)),
                .init(state.text, state.emphasis), .init(snapshot.local ? "" : snapshot.deviceName),
                .init(snapshot.hasNextEntryDate ? dates.relative(snapshot.nextEntryDate.timestamp) : ""),
                .init(snapshot.hasNextReloadDate ? dates.relative(snapshot.nextReloadDate.timestamp) : ""),
                .init(Names.parameters(snapshot.widget.parameters)))
        }
        var text = table.text(style, maximumWidth: width)
        text += pages(widgets, short)
        for snapshot in widgets {
            guard let what = WidgetTrouble(snapshot)?.text(now: dates.now) ?? (snapshot.lastError.isEmpty ? nil : PlainText.line(snapshot.lastError)) else {
                continue
            }
            text += style(.yellow, "\(short(snapshot.widget.id)) \(PlainText.line(Names.title(snapshot))): \(what)") + "\n"
        }
        return text
    }

    /// Which widgets are on other pages than the first, where some are.
    private static func pages(_ widgets: [ProtoWidgetSnapshot], _ short: ShortIDs) -> String {
        let others = Dictionary(grouping: widgets.filter { $0.widget.page > 1 }, by: \.widget.page).sorted { $0.key < $1.key }
        return others.map { page, widgets in "On page \(page): \(widgets.map { short($0.widget.id) }.joined(separator: ", "))\n" }.joined()
    }

    static func placed(_ response: ProtoPlaceResponse) -> String {
        let widget = response.widget
        let what = "\(description(widget))"
        return response.placed ? "Placed \(what).\n" : "Placed already: \(what).\n"
    }

    static func configured(_ response: ProtoConfigureResponse) -> String {
        let parameters = Names.parameters(response.widget.parameters)
        return "Configured \(description(response.widget))\(parameters.isEmpty ? "" : ": \(PlainText.line(parameters))").\n"
    }

    static func moved(_ response: ProtoMoveWidgetResponse) -> String {
        "Moved \(description(response.widget))\(response.widget.page > 1 ? "; it is on page \(response.widget.page)" : "").\n"
    }

    static func removed(_ response: ProtoRemoveResponse) -> String {
        "Removed \(PlainText.line(response.widgetID)).\n"
    }

    private static func description(_ widget: ProtoWidget) -> String {
        let name = widget.name.isEmpty ? "" : " \"\(PlainText.line(widget.name))\""
        return "\(PlainText.line(widget.kind))\(name) (\(Names.family(widget.family))) as \(PlainText.line(widget.id))"
    }
}
