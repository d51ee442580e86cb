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

    /// A widget as it stands on a board: in a frame with its title.
    /// - Parameter size: nil: the family's own, ``WidgetFamily/cells``.
    public static func card(_ card: WidgetCard, size: CellSize? = nil, traits: SurfaceTraits) -> RenderedWidget {
        let size = (size ?? card.family.cells).clamped(to: CellSize(columns: SurfaceLimits.cells, rows: SurfaceLimits.cells))
        var canvas = Canvas(size: size)
        let inner = CardFrame.draw(card, on: &canvas, traits: traits)
        var tick: Timestamp?
        if let archive = card.archive, archive.isReadable {
            tick = draw(archive, on: &canvas, in: inner.content, background: inner.background, traits: traits, isInvalidated: card.isInvalidated)
        } else {
            let text = card.archive == nil ? card.placeholder : "Needs a newer widgetctl"
            let placeholder = ViewArchive(nodes: [
                ViewNode(parent: 0, content: .text(text), modifiers: [.foreground(.named(.secondary)), .multilineAlignment(.center)])
            ])
            tick = draw(placeholder, on: &canvas, in: inner.content, background: inner.background, traits: traits, isInvalidated: false)
        }
        return RenderedWidget(size: size, lines: canvas.lines, nextTick: tick)
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
