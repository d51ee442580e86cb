import WidgetCore
import WidgetLayout
import WidgetScripts
import WidgetSurfaces

@testable import BoardCommands

/// A card that is shown one view after another.
struct CardStage {
    let motion = CardMotion()
    let depth: SurfaceTraits.ColorDepth
    let size: CellSize

    init(_ depth: SurfaceTraits.ColorDepth = .trueColor, columns: Int = 24, rows: Int = 10) {
        self.depth = depth
        size = CellSize(columns: columns, rows: rows)
    }

    var terminal: TerminalColors { TerminalColors(depth: depth, background: .named(.black)) }

    /// The card of a view in the script form, without motion.
    func card(_ view: String, isSelected: Bool = false) throws -> RenderedWidget {
        let archive = try ScriptTimeline.decode(Array(#"{"view": \#(view)}"#.utf8), family: .systemSmall, now: Self.now).entries[0].archive
            .validated(family: .systemSmall)
        return card(archive, isSelected: isSelected)
    }

    func card(_ archive: ViewArchive, records: Bool = true, isSelected: Bool = false, isInvalidated: Bool = false) -> RenderedWidget {
        var traits = SurfaceTraits(colorDepth: depth, now: Self.now)
        traits.recordsDrawings = records
        let card = WidgetCard(archive: archive, family: .systemSmall, title: "Card", isInvalidated: isInvalidated, isSelected: isSelected)
        return TerminalRenderer.card(card, size: size, traits: traits)
    }

    func frame(_ card: RenderedWidget, at time: Double) -> RenderedWidget { motion.frame(of: card, at: time, terminal) }

    /// Shows a view for long, and then another from second 0 on.
    /// - Returns: both cards as they are without motion.
    func change(_ old: String, _ new: String) throws -> (old: RenderedWidget, new: RenderedWidget) {
        let cards = (old: try card(old), new: try card(new))
        _ = frame(cards.old, at: -10)
        _ = frame(cards.new, at: 0)
        return cards
    }

    static let now = Timestamp(milliseconds: 1_795_161_600_000)
}

extension RenderedWidget {
    /// Without colours.
    var text: [String] { lines.map { $0.map(\.character).joined() } }

    /// The row of a text; nil: it isn't seen.
    func row(of text: String) -> Int? { self.text.firstIndex { $0.contains(text) } }

    /// The column of a text.
    func column(of text: String) -> Int? {
        self.text.lazy.compactMap { line in line.firstRange(of: text).map { line.distance(from: line.startIndex, to: $0.lowerBound) } }.first
    }

    /// The red part of the colour in which a character is seen; nil: it isn't seen, or has the terminal's own colour.
    func red(of character: Character) -> Int? {
        for cell in lines.joined() where cell.character == String(character) {
            if case .rgb(let red, _, _)? = cell.style.foreground { return Int(red) }
        }
        return nil
    }
}
