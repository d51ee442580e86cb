package import WidgetAPI
package import WidgetCore

/// The actions, as `tap` lists them.
package enum ActionRendering {
    /// - Parameter what: `widget` or `activity`.
    package static func text(_ targets: [TapTarget], of what: String, _ style: Style) -> String {
        var table = Table("ACTION", "WHAT", "DOES")
        for target in targets { table.add(.init(target.id, .bold), .init(name(target, of: what)), .init(effect(target.effect))) }
        return targets.isEmpty ? "This \(what) has no actions now.\n" : table.text(style)
    }

    private static func name(_ target: TapTarget, of what: String) -> String {
        let title = target.title.isEmpty || target.title == target.id ? "" : " \"\(target.title)\""
        return switch target.kind {
        case .button: "button" + title
        case .toggle(let isOn): "toggle\(title), \(isOn ? "on" : "off")"
        case .link: "link" + title
        case .widget: "the whole \(what)"
        }
    }

    private static func effect(_ effect: ViewAction.Effect) -> String {
        switch effect {
        case .intent(let name, let parameters):
            let words = Names.parameters(parameters.proto)
            return words.isEmpty ? name : "\(name) (\(words))"
        case .reload: return "asks for a new timeline"
        case .openURL(let url): return "opens \(url)"
        }
    }
}

/// The outcomes of intents, in words.
package enum IntentRendering {
    package static func list(_ intents: [ProtoIntentInfo], _ style: Style, width: Int?) -> String {
        guard !intents.isEmpty else { return "No provider has an intent that can be run by itself.\n" }
        var table = Table("INTENT", "PROVIDER", "TITLE", "PARAMETERS")
        for intent in intents {
            let parameters = intent.parameters.map { parameter in
                let values = KindRendering.values(parameter)
                return "\(parameter.name)=\(values.isEmpty ? KindRendering.type(parameter.type) : "(\(values))")"
            }
            table.add(.init(intent.name), .init(intent.provider), .init(intent.title), .init(parameters.joined(separator: " ")))
        }
        return table.text(style, maximumWidth: width)
    }

    /// The result, or that it is done.
    package static func outcome(_ response: ProtoRunIntentResponse) -> String {
        let lines = [response.dialog, response.hasValue ? response.value : ""].filter { !$0.isEmpty }
        return (lines.isEmpty ? ["Done."] : lines).map { PlainText.line($0, limit: RenderingLimits.problemCharacters) + "\n" }.joined()
    }

    package static func table(_ intents: [ProtoIntentRecord], _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
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
