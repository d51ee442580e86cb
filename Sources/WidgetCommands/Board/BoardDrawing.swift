import CommandRendering
import WidgetAPI
import WidgetCore
import WidgetSurfaces

/// Draws the board for the terminal as it is now.
struct BoardDrawing {
    private let descriptor: Int32
    private(set) var traits: TerminalTraits
    private(set) var pictures = Pictures()
    /// Nil: every state is drawn as it is.
    private let motion: (any BoardMotion)?

    init(descriptor: Int32, traits: TerminalTraits, motion: (any BoardMotion)? = nil) {
        self.descriptor = descriptor
        self.traits = traits
        self.motion = motion
    }

    /// Takes the terminal's new size.
    mutating func resize() {
        guard let size = TerminalTraits.size(of: descriptor) else { return }
        traits.columns = min(size.columns, RenderingLimits.maximumColumns)
        traits.rows = min(size.rows, RenderingLimits.maximumColumns)
        traits.cellPixels = TerminalTraits.cellPixels(of: descriptor)
    }

    /// Fetches the pictures that widgets show, each once.
    mutating func loadPictures(_ model: BoardModel, from client: WidgetClient, now: Timestamp) {
        guard traits.color != .none else { return }
        pictures.load(model.widgets.ids.compactMap { model.widgets[$0] }, from: client, now: now)
    }

    /// Takes the terminal's own background.
    mutating func set(background: CellColor) { traits.background = background }

    /// Takes how the terminal shows pictures.
    mutating func take(pictures: PictureProtocol) { traits.pictures = pictures }

    /// The board as it is seen at a moment. Only what is in sight is drawn.
    func lines(_ model: BoardModel, now: Timestamp) -> BoardPicture {
        var drawing = WidgetDrawing(
            color: traits.color, isUnicode: traits.isUnicode, now: now, localTime: SystemClock.localTime, hasHyperlinks: traits.hasHyperlinks,
            pictures: pictures)
        drawing.recordsDrawings = motion != nil
        motion?.begin(TerminalColors(depth: traits.color, background: traits.background), columns: traits.columns)
        let cards = BoardCards(model, drawing: drawing, columns: traits.columns, motion: motion)
        let layout = BoardLayout(sections: cards.sizes, columns: traits.columns)
        let height = BoardFrame.bodyRows(traits.rows)
        var scene = BoardScene(items: cards.items, layout: layout, height: height)
        scene.top = model.scene.nextTop(scene.items, layout, height: height, revealing: model.revealsSelection ? model.selected : nil)
        var drawn: [Int: RenderedWidget] = [:]
        var moving: [Int: CellRect] = [:]
        for index in layout.visible(scroll: scene.top, height: height) {
            let card = cards.draw(index, size: layout.places[index].size)
            drawn[index] = card
            scene.actions[index] = card.actions
            if let place = motion?.place(layout.places[index], of: cards.name(index)), place != layout.places[index] { moving[index] = place }
        }
        let screen = layout.screen(drawn, moving: moving, scroll: scene.top, height: height, traits: drawing.traits)
        let style = Style(isColored: traits.color != .none)
        let hasPictures = height > 0 && !model.showsHelp && traits.pictures != .blocks && traits.color != .none
        let placements = hasPictures ? screen.pictures : []
        let body = height > 0 ? screen.ansiLines(traits.color, terminalBackground: traits.background, around: placements) : []
        let lines = BoardFrame.lines(model, body: body, columns: traits.columns, rows: traits.rows, style)
        var picture = BoardPicture(
            lines: lines, nextChange: screen.nextTick, scene: scene, pictures: placements.map { $0.moved(rows: BoardFrame.headerRows) })
        if let motion {
            picture.nextFrame = motion.end()
            if !body.isEmpty, !model.showsHelp, model.selected != nil {
                for (row, cells) in screen.lines.enumerated() { picture.cells[row + BoardFrame.headerRows] = cells }
            }
        }
        return picture
    }
}

/// The board as a terminal shows it.
struct BoardPicture {
    var lines: [String]
    /// When it looks different without an event; nil: never.
    var nextChange: Timestamp?
    /// The cards, and where they stand.
    var scene: BoardScene
    /// The pictures over the lines.
    var pictures: [PicturePlacement]
    /// The cells of lines that may be written in parts, by row.
    var cells: [Int: [Cell]] = [:]
    /// Milliseconds until the next frame of an animation; nil: nothing moves.
    var nextFrame: Int?
}

extension PicturePlacement {
    fileprivate func moved(rows: Int) -> PicturePlacement {
        var copy = self
        copy.place.row += rows
        return copy
    }
}
