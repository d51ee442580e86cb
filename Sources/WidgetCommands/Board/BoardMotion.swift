package import WidgetSurfaces

/// Animates the cards of a board. `widgetctl` has none, and draws each state as it is; `widgetctl-board` has one.
package protocol BoardMotion: AnyObject {
    /// A frame of the board begins.
    /// - Parameter columns: the terminal's; with others, all cards have other places at once.
    func begin(_ terminal: TerminalColors, columns: Int)

    /// The place of a card in this frame, on its way from where it was.
    /// - Parameters:
    ///   - place: its own.
    ///   - name: names the card among all cards of the board.
    func place(_ place: CellRect, of name: String) -> CellRect

    /// A card as it is seen in this frame, on its way from how it was.
    /// - Parameter place: names the card among all cards of the board.
    func frame(of card: RenderedWidget, at place: String) -> RenderedWidget

    /// Ends the frame. The cards that weren't in it are forgotten.
    /// - Returns: milliseconds until the next frame; nil: nothing moves.
    func end() -> Int?
}

extension BoardItem {
    /// A name that no other item has.
    var name: String {
        switch self {
        case .activity(let id): "activity \(id)"
        case .ended: "ended"
        case .widget(let id): "widget \(id)"
        case .control(let id): "control \(id)"
        }
    }
}
