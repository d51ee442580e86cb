import WidgetAPI
import WidgetCore

/// What can be tapped, as `tap` lists it.
enum ActionRendering {
    /// - Parameter what: `widget` or `activity`.
    static func text(_ targets: [TapTarget], of what: String, _ style: Style) -> String {
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
