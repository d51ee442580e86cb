public import WidgetCore

/// Draws archives for a terminal. Pure: the same archive, size and traits give the same cells; no archive that is valid can make it fail.
public enum TerminalRenderer {
    /// A widget's view alone, in `size` cells.
    /// - Parameter isInvalidated: an action was performed, and invalidatable views are out of date.
    public static func view(_ archive: ViewArchive, size: CellSize, traits: SurfaceTraits, isInvalidated: Bool = false) -> RenderedWidget {
        let canvas = Canvas(size: size.clamped(to: CellSize(columns: SurfaceLimits.cells, rows: SurfaceLimits.cells)))
        return rendered(
            paint(archive, on: canvas, in: canvas.bounds, background: canvas.bounds, traits: traits, isInvalidated: isInvalidated), area: canvas.bounds)
    }

    /// A view alone, as wide as `room` and as high as it is by itself; where it is higher than `room`, the last row says how many lines are left out.
    public static func view(_ archive: ViewArchive, within room: CellSize, traits: SurfaceTraits, isInvalidated: Bool = false) -> RenderedWidget {
        let columns = min(max(0, room.columns), SurfaceLimits.cells)
        let rows = min(rows(of: archive, columns: columns, traits: traits), max(0, room.rows), SurfaceLimits.cells)
        let canvas = Canvas(size: CellSize(columns: columns, rows: rows))
        return rendered(
            paintWhole(archive, on: canvas, in: canvas.bounds, background: canvas.bounds, traits: traits, isInvalidated: isInvalidated), area: canvas.bounds)
    }

    /// How many rows a view takes by itself in `columns`; ``SurfaceLimits/lines`` at most.
    public static func rows(of archive: ViewArchive, columns: Int, traits: SurfaceTraits) -> Int {
        guard !archive.nodes.isEmpty else { return 0 }
        var layout = ViewLayout(index: ViewIndex(archive, traits: traits, isInvalidated: false), traits: traits)
        return layout.size(of: 0, in: CellSize(columns: min(columns, SurfaceLimits.cells), rows: SurfaceLimits.lines), grows: false).rows
    }

    /// A widget as it stands on a board: in a frame with its title. A title that the view itself begins with isn't said twice: the frame leaves it out.
    /// - Parameter size: nil: the family's own, ``WidgetFamily/cells``.
    public static func card(_ card: WidgetCard, size: CellSize? = nil, traits: SurfaceTraits) -> RenderedWidget {
        let size = (size ?? card.family.cells).clamped(to: CellSize(columns: SurfaceLimits.cells, rows: SurfaceLimits.cells))
        let inner = CardFrame.inside(card, size)
        var painter: ViewPainter
        if let archive = card.archive, archive.isReadable {
            let paint = card.showsRemainingCount ? paintWhole : paint
            painter = paint(archive, Canvas(size: size), inner.content, inner.background, traits, card.isInvalidated)
        } else {
            let text = card.archive == nil ? card.placeholder : "Needs a newer widgetctl"
            let placeholder = ViewArchive(nodes: [
                ViewNode(parent: 0, content: .text(text), modifiers: [.foreground(.named(.secondary)), .multilineAlignment(.center)])
            ])
            painter = paint(placeholder, on: Canvas(size: size), in: inner.content, background: inner.background, traits: traits, isInvalidated: false)
        }
        var framed = card
        if painter.firstLine.map({ CardFrame.isTitle($0, of: card, traits: traits) }) ?? false { framed.title = "" }
        CardFrame.draw(framed, on: &painter.canvas, traits: traits)
        return rendered(painter, area: inner.background)
    }

    /// - Parameter area: the cells of the views.
    private static func rendered(_ painter: ViewPainter, area: CellRect) -> RenderedWidget {
        let canvas = painter.canvas
        var widget = RenderedWidget(
            size: canvas.size, lines: canvas.lines, nextTick: painter.nextTick, actions: painter.actions, pictures: canvas.pictures)
        widget.recording = painter.recorder.map { recorder in
            var archive = painter.index.archive
            for index in archive.nodes.indices { archive.nodes[index].id = painter.id(of: index) }
            return CellRecording(archive: archive, area: area, items: recorder.items)
        }
        return widget
    }

    /// As ``paint``; of a view that is too high, the last row says so.
    private static func paintWhole(
        _ archive: ViewArchive, on canvas: Canvas, in content: CellRect, background: CellRect, traits: SurfaceTraits, isInvalidated: Bool
    ) -> ViewPainter {
        let needed = rows(of: archive, columns: content.size.columns, traits: traits)
        guard needed > content.size.rows, content.size.rows > 1 else {
            return paint(archive, on: canvas, in: content, background: background, traits: traits, isInvalidated: isInvalidated)
        }
        var shown = content
        shown.size.rows -= 1
        var painter = paint(archive, on: canvas, in: shown, background: background, traits: traits, isInvalidated: isInvalidated)
        let left = needed - shown.size.rows
        var style = CellStyle()
        style.isDim = true
        let note = SafeText.line("\(traits.isUnicode ? "…" : "...") \(left) more line\(left == 1 ? "" : "s")", isUnicode: traits.isUnicode)
        let text = TextLayout.truncated(note, to: content.size.columns, isUnicode: traits.isUnicode)
        painter.writeNote(text, column: content.column, row: content.row + shown.size.rows, style: style, clip: content)
        return painter
    }

    private static func paint(
        _ archive: ViewArchive, on canvas: Canvas, in content: CellRect, background: CellRect, traits: SurfaceTraits, isInvalidated: Bool
    ) -> ViewPainter {
        var painter = ViewPainter(archive: archive, canvas: canvas, traits: traits, isInvalidated: isInvalidated)
        // A view alone lies in the middle of its place; within a frame it begins at the top, where a user begins to read.
        painter.paint(content: content, background: background, alignment: content == canvas.bounds ? .center : .top)
        return painter
    }
}
