import WidgetAPI
import WidgetCore
import WidgetSurfaces

/// Draws the board for the terminal as it is now.
struct BoardDrawing {
    private let descriptor: Int32
    private(set) var traits: TerminalTraits
    private(set) var pictures = Pictures()

    init(descriptor: Int32, traits: TerminalTraits) {
        self.descriptor = descriptor
        self.traits = traits
    }

    /// Takes the terminal's new size.
    mutating func resize() {
        guard let size = TerminalTraits.size(of: descriptor) else { return }
        traits.columns = min(size.columns, CommandLimits.maximumColumns)
        traits.rows = min(size.rows, CommandLimits.maximumColumns)
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

    /// The lines, when they look different without an event, what stands where, and the pictures over the lines. Only what is in sight is drawn.
    func lines(_ model: BoardModel, now: Timestamp) -> (lines: [String], nextChange: Timestamp?, scene: BoardScene, pictures: [PicturePlacement]) {
        let drawing = WidgetDrawing(
            color: traits.color, isUnicode: traits.isUnicode, now: now, localTime: SystemClock.localTime, hasHyperlinks: traits.hasHyperlinks,
            pictures: pictures)
        let cards = BoardCards(model, drawing: drawing, columns: traits.columns)
        let layout = BoardLayout(sections: cards.sizes, columns: traits.columns)
        let height = BoardFrame.bodyRows(traits.rows)
        var scene = BoardScene(items: cards.items, layout: layout, height: height)
        scene.top = model.scene.nextTop(scene.items, layout, height: height, revealing: model.revealsSelection ? model.selected : nil)
        var drawn: [Int: RenderedWidget] = [:]
        for index in layout.visible(scroll: scene.top, height: height) {
            let card = cards.draw(index, size: layout.places[index].size)
            drawn[index] = card
            scene.actions[index] = card.actions
        }
        let screen = layout.screen(drawn, scroll: scene.top, height: height, traits: drawing.traits)
        let style = Style(isColored: traits.color != .none)
        let hasPictures = height > 0 && !model.showsHelp && traits.pictures != .blocks && traits.color != .none
        let placements = hasPictures ? screen.pictures : []
        let body = height > 0 ? screen.ansiLines(traits.color, terminalBackground: traits.background, around: placements) : []
        let lines = BoardFrame.lines(model, body: body, columns: traits.columns, rows: traits.rows, style)
        return (lines, screen.nextTick, scene, placements.map { $0.moved(rows: BoardFrame.headerRows) })
    }
}

extension PicturePlacement {
    fileprivate func moved(rows: Int) -> PicturePlacement {
        var copy = self
        copy.place.row += rows
        return copy
    }
}
