import WidgetAPI
import WidgetCore
import WidgetSurfaces

/// Draws an activity.
struct ActivityDrawing {
    var drawing: WidgetDrawing
    /// Columns at most.
    var limit: Int

    /// What a surface shows of it, one view after the other; nothing where it has no room.
    func lines(_ snapshot: ProtoActivitySnapshot, at place: ActivityPlace) -> [RenderedWidget] {
        let views = snapshot.views
        return ActivityFace.choose(Set(views.keys), at: place).presentations.compactMap { presentation in
            views[presentation].map {
                TerminalRenderer.view($0, size: size(of: presentation), traits: drawing.traits, isInvalidated: snapshot.isOutOfDate)
            }
        }
    }

    // MARK: On a board

    static func boardSize(limit: Int) -> CellSize { CellSize(columns: min(48, limit), rows: 5) }

    func boardCard(_ snapshot: ProtoActivitySnapshot, size: CellSize, isSelected: Bool) -> RenderedWidget {
        let activity = snapshot.activity
        let name = activity.tag.isEmpty ? activity.type : activity.tag
        let card = WidgetCard(
            archive: snapshot.views[.lockScreen], family: .accessoryRectangular,
            title: drawing.marker(isSelected) + (snapshot.local ? name : "\(name) on \(snapshot.deviceName)"),
            status: activity.state == .active && !snapshot.isAway ? snapshot.invalidated ? "out of date" : "" : ActivityRendering.state(snapshot).text,
            placeholder: snapshot.lastError.isEmpty ? "Not drawn yet" : PlainText.line(snapshot.lastError), isInvalidated: snapshot.isOutOfDate)
        return TerminalRenderer.card(card, size: size, traits: drawing.traits)
    }

    /// The ids of the actions of what is shown.
    static func actions(_ snapshot: ProtoActivitySnapshot) -> [String] {
        snapshot.views[.lockScreen]?.actions.map(\.id) ?? []
    }

    /// Cells of a presentation: a line for what stands in one, a card's inside for the others.
    private func size(of presentation: ActivityPresentation) -> CellSize {
        switch presentation {
        case .compactLeading, .compactTrailing, .minimal, .expandedLeading, .expandedTrailing: CellSize(columns: min(12, limit), rows: 1)
        case .expandedCenter: CellSize(columns: min(40, limit), rows: 1)
        case .expandedBottom: CellSize(columns: min(40, limit), rows: 2)
        case .small: CellSize(columns: min(20, limit), rows: 3)
        case .lockScreen: CellSize(columns: min(44, limit), rows: 3)
        }
    }
}
