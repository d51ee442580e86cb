import WidgetAPI

/// What to call widgets in lines that are about many.
struct WidgetNames {
    private var titles: [String: String] = [:]
    private let short: ShortIDs

    init(_ widgets: [ProtoWidgetSnapshot]) {
        short = ShortIDs(widgets.map(\.widget.id))
        for snapshot in widgets { titles[snapshot.widget.id] = Names.title(snapshot) }
    }

    /// The beginning of its id and its title; the whole id of one that isn't placed any more.
    func callAsFunction(_ id: String) -> String {
        guard let title = titles[id] else { return id }
        return "\(short(id)) \(title)"
    }
}
