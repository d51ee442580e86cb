public import WidgetCore

/// Draws archives for a terminal. Pure: the same archive, size and traits give the same cells; no archive that is valid can make it fail.
public enum TerminalRenderer {
    /// A widget's view alone, in `size` cells.
    /// - Parameter isInvalidated: an action was performed, and what is invalidatable is out of date.
    public static func view(_ archive: ViewArchive, size: CellSize, traits: SurfaceTraits, isInvalidated: Bool = false) -> RenderedWidget {
        let size = size.clamped(to: CellSize(columns: SurfaceLimits.cells, rows: SurfaceLimits.cells))
        var canvas = Canvas(size: size)
        let tick = draw(archive, on: &canvas, in: canvas.bounds, background: canvas.bounds, traits: traits, isInvalidated: isInvalidated)
        return RenderedWidget(size: size, lines: canvas.lines, nextTick: tick)
    }

    /// A view alone, as wide as `room` and as high as it is by itself; where it is higher than `room`, the last row says how many lines are left out.
    public static func view(_ archive: ViewArchive, within room: CellSize, traits: SurfaceTraits, isInvalidated: Bool = false) -> RenderedWidget {
        let columns = min(max(0, room.columns), SurfaceLimits.cells)
        let rows = min(rows(of: archive, columns: columns, traits: traits), max(0, room.rows), SurfaceLimits.cells)
        var canvas = Canvas(size: CellSize(columns: columns, rows: rows))
        let tick = drawWhole(archive, on: &canvas, in: canvas.bounds, background: canvas.bounds, traits: traits, isInvalidated: isInvalidated)
        return RenderedWidget(size: canvas.size, lines: canvas.lines, nextTick: tick)
    }

    /// How many rows a view takes by itself in `columns`; ``SurfaceLimits/lines`` at most.
    public static func rows(of archive: ViewArchive, columns: Int, traits: SurfaceTraits) -> Int {
        guard !archive.nodes.isEmpty else { return 0 }
        var layout = ViewLayout(index: ViewIndex(archive, traits: traits, isInvalidated: false), traits: traits)
        return layout.size(of: 0, in: CellSize(columns: min(columns, SurfaceLimits.cells), rows: SurfaceLimits.lines), grows: false).rows
    }

    /// A widget as it stands on a board: in a frame with its title.
    /// - Parameter size: nil: the family's own, ``WidgetFamily/cells``.
    public static func card(_ card: WidgetCard, size: CellSize? = nil, traits: SurfaceTraits) -> RenderedWidget {
        let size = (size ?? card.family.cells).clamped(to: CellSize(columns: SurfaceLimits.cells, rows: SurfaceLimits.cells))
        var canvas = Canvas(size: size)
        let inner = CardFrame.draw(card, on: &canvas, traits: traits)
        var tick: Timestamp?
        if let archive = card.archive, archive.isReadable {
            let draw = card.tellsRest ? drawWhole : draw
            tick = draw(archive, &canvas, inner.content, inner.background, traits, card.isInvalidated)
        } else {
            let text = card.archive == nil ? card.placeholder : "Needs a newer widgetctl"
            let placeholder = ViewArchive(nodes: [
                ViewNode(parent: 0, content: .text(text), modifiers: [.foreground(.named(.secondary)), .multilineAlignment(.center)])
            ])
            tick = draw(placeholder, on: &canvas, in: inner.content, background: inner.background, traits: traits, isInvalidated: false)
        }
        return RenderedWidget(size: size, lines: canvas.lines, nextTick: tick)
    }

    /// As ``draw``; of a view that is too high, the last row says so.
    private static func drawWhole(
        _ archive: ViewArchive, on canvas: inout Canvas, in content: CellRect, background: CellRect, traits: SurfaceTraits, isInvalidated: Bool
    ) -> Timestamp? {
        let needed = rows(of: archive, columns: content.size.columns, traits: traits)
        guard needed > content.size.rows, content.size.rows > 1 else {
            return draw(archive, on: &canvas, in: content, background: background, traits: traits, isInvalidated: isInvalidated)
        }
        var shown = content
        shown.size.rows -= 1
        let tick = draw(archive, on: &canvas, in: shown, background: background, traits: traits, isInvalidated: isInvalidated)
        let left = needed - shown.size.rows
        var style = CellStyle()
        style.isDim = true
        let note = SafeText.line("\(traits.isUnicode ? "…" : "...") \(left) more line\(left == 1 ? "" : "s")", isUnicode: traits.isUnicode)
        let text = TextLayout.truncated(note, to: content.size.columns, isUnicode: traits.isUnicode)
        canvas.write(text, column: content.column, row: content.row + shown.size.rows, style: style, clip: content)
        return tick
    }

    private static func draw(
        _ archive: ViewArchive, on canvas: inout Canvas, in content: CellRect, background: CellRect, traits: SurfaceTraits, isInvalidated: Bool
    ) -> Timestamp? {
        var painter = ViewPainter(archive: archive, canvas: canvas, traits: traits, isInvalidated: isInvalidated)
        painter.paint(content: content, background: background)
        canvas = painter.canvas
        return painter.nextTick
    }
}
