import WidgetLayout
import WidgetScene
import WidgetSurfaces

/// One card of the board over time.
final class CardMotion {
    private var scene = WidgetScene()
    private var book = CellBook()
    /// The card that the scene was told of last.
    private var current: RenderedWidget?

    /// Appearances from which on those are forgotten that aren't seen any more.
    private static let appearances = 4_096

    /// A card as it is seen at a moment, in seconds, on its way from what was shown before. The card itself: nothing moves.
    func frame(of card: RenderedWidget, at time: Double, _ terminal: TerminalColors) -> RenderedWidget {
        show(card, at: time)
        guard scene.nextChange(after: time) != nil else { return card }
        return book.draw(scene.frame(at: time), on: card, terminal: terminal)
    }

    private func show(_ card: RenderedWidget, at time: Double) {
        guard card.recording != current?.recording || card.size != current?.size else { return }
        let old = current
        current = card
        guard let recording = card.recording else { return (scene, book) = (WidgetScene(), CellBook()) }
        if book.count > Self.appearances, scene.nextChange(after: time) == nil {
            (scene, book) = (WidgetScene(), CellBook())
            if let old, let past = old.recording { scene.show(past.archive, book.list(of: past, size: old.size), at: time) }
        }
        scene.show(recording.archive, book.list(of: recording, size: card.size), at: time)
    }

    /// The moment at which something moves next, as in ``WidgetScene/nextChange(after:)``; nil: nothing does.
    func nextChange(after time: Double) -> Double? { scene.nextChange(after: time) }
}
