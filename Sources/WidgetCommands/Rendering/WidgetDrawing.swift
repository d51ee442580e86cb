import WidgetAPI
import WidgetCore
import WidgetSurfaces

/// Draws what a widget shows.
struct WidgetDrawing {
    var color: SurfaceTraits.ColorDepth
    var isUnicode: Bool
    var now: Timestamp
    /// Seconds east of UTC in a zone at a date.
    var zoneOffset: @Sendable (String, Timestamp) -> Int?

    /// The entry that is due in its frame, with its family's proportions.
    ///
    /// - Parameters:
    ///   - columns: exactly so wide; nil: as wide as the family is, and no wider than `limit`.
    func card(_ snapshot: ProtoWidgetSnapshot, columns: Int? = nil, limit: Int, marker: String = "") -> RenderedWidget {
        let family = WidgetFamily(rawValue: snapshot.widget.family.rawValue) ?? .systemSmall
        let card = WidgetCard(
            archive: archive(of: snapshot), family: family, title: marker + Names.title(snapshot), status: status(of: snapshot),
            isInvalidated: snapshot.invalidated)
        let traits = SurfaceTraits(colorDepth: color, isUnicode: isUnicode, now: now, zoneOffset: zoneOffset)
        return TerminalRenderer.card(card, size: size(of: family, columns: columns, limit: limit), traits: traits)
    }

    /// Nil where there is none, and where it can't be read: the card says that there is nothing to show.
    private func archive(of snapshot: ProtoWidgetSnapshot) -> ViewArchive? {
        snapshot.hasArchive ? try? ViewArchive(snapshot.archive) : nil
    }

    private func status(of snapshot: ProtoWidgetSnapshot) -> String {
        switch snapshot.state {
        case .stale, .orphaned: Names.state(snapshot.state).text
        default: snapshot.invalidated ? "out of date" : ""
        }
    }

    private func size(of family: WidgetFamily, columns: Int?, limit: Int) -> CellSize {
        var size = family.cells
        guard let columns else {
            size.columns = min(size.columns, limit)
            return size
        }
        // A column more or less is as many points either way.
        size.rows = max(1, (size.rows * columns + size.columns / 2) / size.columns)
        size.columns = columns
        return size
    }
}
