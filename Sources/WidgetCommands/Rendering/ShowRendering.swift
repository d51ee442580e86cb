import WidgetAPI

/// `show`: the picture, and below it what a person has to know about it.
enum ShowRendering {
    static func text(_ snapshot: ProtoWidgetSnapshot, picture: [String], _ style: Style) -> String {
        var text = picture.reduce(into: "") { $0 += $1 + "\n" }
        switch snapshot.state {
        case .placeholder: text += style(.dim, "The placeholder: no timeline has come yet.") + "\n"
        case .orphaned: text += style(.red, "Its provider isn't installed.") + "\n"
        default: break
        }
        if !snapshot.lastError.isEmpty { text += style(.yellow, "The last reload failed: \(PlainText.line(snapshot.lastError))") + "\n" }
        if snapshot.invalidated { text += style(.dim, "Out of date: an action was performed and the new entry hasn't come yet.") + "\n" }
        return text
    }
}
