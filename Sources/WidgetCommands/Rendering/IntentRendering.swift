import WidgetAPI

/// What became of intents, in words.
enum IntentRendering {
    static func table(_ intents: [ProtoIntentRecord], _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        guard !intents.isEmpty else { return "Nothing was tapped yet. `widgetctl tap WIDGET` lists a widget's actions.\n" }
        var table = Table("WHEN", "WHAT", "ACTION", "STATE", "ON", "FROM", "WHY")
        for intent in intents {
            let state = state(intent.state)
            let action = intent.action + (intent.hasValue ? intent.value ? " on" : " off" : "")
            table.add(
                .init(dates.relative(intent.startedAt.timestamp)), .init(intent.targetName.isEmpty ? intent.targetID : intent.targetName), .init(action),
                .init(state.text, state.emphasis), .init(intent.performedOn), .init(intent.askedOn == intent.performedOn ? "" : intent.askedOn),
                .init(why(intent, dates)))
        }
        return table.text(style, maximumWidth: width)
    }

    private static func state(_ state: ProtoIntentRecord.State) -> (text: String, emphasis: Style.Emphasis?) {
        switch state {
        case .pending: ("pending", .cyan)
        case .confirmed: ("confirmed", .green)
        case .reverted: ("reverted", .red)
        case .queued: ("queued", .yellow)
        default: ("unknown", nil)
        }
    }

    private static func why(_ intent: ProtoIntentRecord, _ dates: DateFormatting) -> String {
        guard intent.state == .queued else { return intent.reason }
        return "\(intent.expiresAt.timestamp <= dates.now ? "waited" : "waits") until \(dates.both(intent.expiresAt.timestamp)); its key is \(intent.key)"
    }
}
