import WidgetAPI

/// The actions of an entry, as `tap` lists them.
enum ActionRendering {
    static func text(_ archive: ProtoViewArchive, _ style: Style) -> String {
        guard !archive.actions.isEmpty else { return "This widget has no actions now.\n" }
        return table([archive], style)
    }

    /// Those of all views of an activity, each once.
    static func text(_ archive: ProtoActivityArchive, _ style: Style) -> String {
        let views = archive.views.map(\.archive).filter { !$0.actions.isEmpty }
        return views.isEmpty ? "This activity has no actions now.\n" : table(views, style)
    }

    private static func table(_ archives: [ProtoViewArchive], _ style: Style) -> String {
        var table = Table("ACTION", "WHAT", "DOES")
        var known: Set<String> = []
        for archive in archives {
            for (index, action) in archive.actions.enumerated() where known.insert(action.id).inserted {
                table.add(.init(action.id, .bold), .init(control(of: index, in: archive)), .init(effect(action)))
            }
        }
        return table.text(style)
    }

    private static func control(of index: Int, in archive: ProtoViewArchive) -> String {
        for node in archive.nodes {
            switch node.content {
            case .button(let button) where button.action == index: return "button"
            case .toggle(let toggle) where toggle.action == index: return "toggle, \(toggle.isOn ? "on" : "off")"
            default: continue
            }
        }
        return ""
    }

    private static func effect(_ action: ProtoAction) -> String {
        switch action.effect {
        case .intent(let intent):
            let parameters = Names.parameters(intent.parameters)
            return parameters.isEmpty ? intent.name : "\(intent.name) (\(parameters))"
        case .reload: return "asks for a new timeline"
        case .openURL(let url): return "opens \(url)"
        case nil: return "unknown"
        }
    }
}
