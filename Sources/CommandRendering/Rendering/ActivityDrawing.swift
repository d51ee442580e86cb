package import WidgetAPI
package import WidgetCore
package import WidgetSurfaces

/// Draws an activity.
package struct ActivityDrawing {
    package var drawing: WidgetDrawing
    /// Columns at most.
    package var limit: Int

    package init(drawing: WidgetDrawing, limit: Int) { (self.drawing, self.limit) = (drawing, limit) }

    /// The views that a surface shows, one after the other, each as high as it is by itself; none where it has no room.
    package func lines(_ snapshot: ProtoActivitySnapshot, at place: ActivitySurfaceContext) -> [RenderedWidget] {
        let views = snapshot.views
        let appearance = ActivityAppearance.choose(Set(views.keys), at: place)
        return appearance.presentations.compactMap { presentation in
            views[presentation].map { view in
                let isLarge = appearance.scale >= 2
                let drawn = TerminalRenderer.view(
                    view, within: room(of: presentation, limit: isLarge ? limit / 2 : limit), traits: drawing.traits, isInvalidated: snapshot.isOutOfDate)
                return isLarge ? drawn.doubled(traits: drawing.traits) : drawn
            }
        }
    }

    // MARK: On a board

    /// The size of a card that shows the whole view, as high as the view is by itself.
    package func boardSize(_ snapshot: ProtoActivitySnapshot) -> CellSize {
        let columns = min(Self.lockScreen.columns + Self.frame.columns, limit)
        let rows = snapshot.views[.lockScreen].map { TerminalRenderer.rows(of: $0, columns: columns - Self.frame.columns, traits: drawing.traits) } ?? 1
        return CellSize(columns: columns, rows: min(max(1, rows), Self.lockScreen.rows) + Self.frame.rows)
    }

    package func boardCard(_ snapshot: ProtoActivitySnapshot, size: CellSize, isSelected: Bool) -> RenderedWidget {
        let activity = snapshot.activity
        let name = activity.tag.isEmpty ? activity.type : activity.tag
        let card = WidgetCard(
            archive: snapshot.views[.lockScreen], family: .systemMedium,
            title: snapshot.local ? name : "\(name) on \(snapshot.deviceName)",
            status: activity.state == .active && !snapshot.isAway ? snapshot.invalidated ? "out of date" : "" : ActivityRendering.state(snapshot).text,
            placeholder: snapshot.lastError.isEmpty ? "Not drawn yet" : PlainText.line(snapshot.lastError), isInvalidated: snapshot.isOutOfDate,
            showsRemainingCount: true, isSelected: isSelected)
        return TerminalRenderer.card(card, size: size, traits: drawing.traits).opening(card.archive)
    }

    /// The ids of the actions in the view that is shown, then those that only views of other surfaces have.
    package static func actions(_ snapshot: ProtoActivitySnapshot) -> [String] {
        snapshot.tapTargets.map(\.id)
    }

    // MARK: Room

    /// The size that a provider is told for its view (``ActivityLimits/family``), as wide as a card's inside.
    private static let lockScreen = CellSize(columns: 44, rows: ActivityLimits.family.cells.rows)
    /// The cells of a card's frame, its margins included.
    private static let frame = CellSize(columns: 4, rows: 2)

    /// Cells of a presentation: a line for what stands in one, for the others what the provider was told.
    private func room(of presentation: ActivityPresentation, limit: Int) -> CellSize {
        switch presentation {
        case .compactLeading, .compactTrailing, .minimal: CellSize(columns: min(12, limit), rows: 1)
        case .expandedLeading, .expandedTrailing: CellSize(columns: min(12, limit), rows: Self.lockScreen.rows)
        case .expandedCenter, .expandedBottom: CellSize(columns: min(40, limit), rows: Self.lockScreen.rows)
        case .small: CellSize(columns: min(WidgetFamily.systemSmall.cells.columns, limit), rows: WidgetFamily.systemSmall.cells.rows)
        case .lockScreen: CellSize(columns: min(Self.lockScreen.columns, limit), rows: Self.lockScreen.rows)
        }
    }
}
