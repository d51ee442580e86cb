package import WidgetAPI

/// `widgets`, and what `place`, `configure` and `remove` answer.
package enum WidgetRendering {
    package static func table(_ widgets: [ProtoWidgetSnapshot], _ short: ShortIDs, _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        guard !widgets.isEmpty else { return "No widgets are placed. `widgetctl kinds` lists what there is, `widgetctl place KIND` places one.\n" }
        var table = Table("WIDGET", "NAME", "KIND", "FAMILY", "STATE", "DEVICE", "NEXT ENTRY", "NEXT RELOAD", "PARAMETERS")
        for snapshot in widgets {
            let state = Names.state(snapshot)
            table.add(
                .init(short(snapshot.widget.id)), .init(Names.title(snapshot)), .init(snapshot.widget.kind), .init(Names.family(snapshot.widget.family)),
                .init(state.text, state.emphasis), .init(snapshot.local ? "" : snapshot.deviceName),
                .init(snapshot.hasNextEntryDate ? dates.relative(snapshot.nextEntryDate.timestamp) : ""),
                .init(snapshot.hasNextReloadDate ? dates.relative(snapshot.nextReloadDate.timestamp) : ""),
                .init(Names.parameters(snapshot.widget)))
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
        let off = widgets.filter(\.widget.offBoard).map { short($0.widget.id) }
        return others.map { page, widgets in "On page \(page): \(widgets.map { short($0.widget.id) }.joined(separator: ", "))\n" }.joined()
            + (off.isEmpty ? "" : "For single surfaces, and not on the board: \(off.joined(separator: ", "))\n")
    }

    package static func placed(_ response: ProtoPlaceResponse) -> String {
        let widget = response.widget
        let what = "\(description(widget))"
        return response.placed ? "Placed \(what).\n" : "Placed already: \(what).\n"
    }

    package static func configured(_ response: ProtoConfigureResponse) -> String {
        let parameters = Names.parameters(response.widget)
        return "Configured \(description(response.widget))\(parameters.isEmpty ? "" : ": \(PlainText.line(parameters))").\n"
    }

    package static func moved(_ response: ProtoMoveWidgetResponse) -> String {
        "Moved \(description(response.widget))\(response.widget.page > 1 ? "; it is on page \(response.widget.page)" : "").\n"
    }

    package static func removed(_ response: ProtoRemoveResponse) -> String {
        "Removed \(PlainText.line(response.widgetID)).\n"
    }

    private static func description(_ widget: ProtoWidget) -> String {
        let name = widget.name.isEmpty ? "" : " \"\(PlainText.line(widget.name))\""
        return "\(PlainText.line(widget.kind))\(name) (\(Names.family(widget.family))) as \(PlainText.line(widget.id))"
    }
}

/// `show`: the picture, and below it what a user has to know about it.
package enum ShowRendering {
    package static func text(_ snapshot: ProtoWidgetSnapshot, picture: [String], _ dates: DateFormatting, _ style: Style) -> String {
        var text = picture.reduce(into: "") { $0 += $1 + "\n" }
        switch snapshot.state {
        case .placeholder where WidgetTrouble(snapshot)?.isAll == true: text += style(.dim, "No timeline has come yet.") + "\n"
        case .placeholder: text += style(.dim, "The placeholder: no timeline has come yet.") + "\n"
        case .orphaned: text += style(.red, "Its provider isn't installed.") + "\n"
        default: break
        }
        if !snapshot.unavailable.isEmpty {
            let heard = snapshot.hasLastHeardAt ? "; it was last heard \(dates.both(snapshot.lastHeardAt.timestamp))" : ""
            text += style(.yellow, "Away: \(PlainText.line(snapshot.unavailable))\(heard).") + "\n"
        }
        if !snapshot.lastError.isEmpty {
            let device = snapshot.local || snapshot.deviceName.isEmpty ? "" : " on \(PlainText.line(snapshot.deviceName))"
            text += style(.yellow, "The last reload\(device) failed: \(PlainText.line(snapshot.lastError))") + "\n"
        }
        if snapshot.state == .stale, snapshot.hasReceivedAt {
            text += style(.yellow, "Its content came \(dates.both(snapshot.receivedAt.timestamp)).") + "\n"
        }
        if snapshot.privateHidden { text += style(.dim, "Private content is hidden: the session is locked.") + "\n" }
        if snapshot.invalidated { text += style(.dim, "Out of date: an action was performed and the new entry hasn't come yet.") + "\n" }
        return text
    }
}

/// `watch`: a line for each event.
package enum WatchRendering {
    package static func line(_ event: ProtoWatchEvent, _ dates: DateFormatting, _ style: Style) -> String {
        let time = style(.dim, dates.local(dates.now))
        let skipped = event.skipped == 0 ? "" : style(.dim, " (\(event.skipped) skipped before it)")
        switch event.event {
        case .widget(let snapshot): return "\(time) \(widget(snapshot, dates, style))\(skipped)\n"
        case .removedWidgetID(let id): return "\(time) \(ShortIDs.ofTime(PlainText.line(id))) removed\(skipped)\n"
        case .initialStateSent: return "\(time) " + style(.dim, "end of the current state; changes follow") + "\n"
        case nil: return "\(time) an event that this version doesn't know\n"
        }
    }

    private static func widget(_ snapshot: ProtoWidgetSnapshot, _ dates: DateFormatting, _ style: Style) -> String {
        let state = Names.state(snapshot)
        var text = "\(ShortIDs.ofTime(snapshot.widget.id)) \(style(.bold, PlainText.line(Names.title(snapshot)))) \(style(state.emphasis, state.text))"
        if snapshot.hasEntryDate { text += ", entry of \(dates.both(snapshot.entryDate.timestamp))" }
        if snapshot.hasNextEntryDate { text += ", next \(dates.relative(snapshot.nextEntryDate.timestamp))" }
        if snapshot.hasNextReloadDate { text += ", reload \(dates.relative(snapshot.nextReloadDate.timestamp))" }
        if snapshot.invalidated { text += ", out of date after an action" }
        if !snapshot.local, !snapshot.deviceName.isEmpty { text += ", on \(PlainText.line(snapshot.deviceName))" }
        if snapshot.state == .stale, snapshot.hasReceivedAt { text += ", of \(dates.both(snapshot.receivedAt.timestamp))" }
        let reasons = [snapshot.unavailable, snapshot.lastError].filter { !$0.isEmpty }.map(PlainText.line)
        if !reasons.isEmpty { text += ": " + style(.yellow, reasons.joined(separator: "; ")) }
        return text
    }
}
