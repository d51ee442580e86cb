import WidgetAPI

/// `watch`: a line for each event.
enum WatchRendering {
    static func line(_ event: ProtoWatchEvent, _ dates: DateFormatting, _ style: Style) -> String {
        let time = style(.dim, dates.local(dates.now))
        let skipped = event.skipped == 0 ? "" : style(.dim, " (\(event.skipped) skipped before it)")
        switch event.event {
        case .widget(let snapshot): return "\(time) \(widget(snapshot, dates, style))\(skipped)\n"
        case .removedWidgetID(let id): return "\(time) \(ShortIDs.ofTime(PlainText.line(id))) removed\(skipped)\n"
        case .initialStateSent: return "\(time) " + style(.dim, "that is everything as it is; changes follow") + "\n"
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
