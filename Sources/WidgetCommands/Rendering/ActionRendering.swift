import WidgetAPI
import WidgetCore

/// What can be tapped, as `tap` lists it.
enum ActionRendering {
    static func text(_ archive: ProtoViewArchive, _ style: Style) -> String {
        text([try? ViewArchive(archive)].compactMap(\.self), of: "widget", style)
    }

    /// Of all views of an activity, each once.
    static func text(_ archive: ProtoActivityArchive, _ style: Style) -> String {
        let views = (try? ActivityArchiveCodec.views(archive)) ?? [:]
        return text(views.sorted { $0.key < $1.key }.map(\.value), of: "activity", style)
    }

    private static func text(_ views: [ViewArchive], of what: String, _ style: Style) -> String {
        var table = Table("ACTION", "WHAT", "DOES")
        var known: Set<String> = []
        for target in views.flatMap(\.tapTargets) where known.insert(target.id).inserted {
            table.add(.init(target.id, .bold), .init(name(target, of: what)), .init(effect(target.effect)))
        }
        return known.isEmpty ? "This \(what) has no actions now.\n" : table.text(style)
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
