import WidgetAPI

/// `show`: the picture, and below it what a user has to know about it.
enum ShowRendering {
    static func text(_ snapshot: ProtoWidgetSnapshot, picture: [String], _ dates: DateFormatting, _ style: Style) -> String {
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
            text += style(.yellow, "What it shows came \(dates.both(snapshot.receivedAt.timestamp)).") + "\n"
        }
        if snapshot.privateHidden { text += style(.dim, "What is private is hidden: the session is locked.") + "\n" }
        if snapshot.invalidated { text += style(.dim, "Out of date: an action was performed and the new entry hasn't come yet.") + "\n" }
        return text
    }
}
