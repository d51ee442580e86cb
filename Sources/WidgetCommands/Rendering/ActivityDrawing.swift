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
        guard let views = try? ActivityArchiveCodec.views(snapshot.archive) else { return [] }
        return ActivityFace.choose(Set(views.keys), at: place).presentations.compactMap { presentation in
            views[presentation].map {
                TerminalRenderer.view($0, size: size(of: presentation), traits: drawing.traits, isInvalidated: snapshot.activity.state == .stale)
            }
        }
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
