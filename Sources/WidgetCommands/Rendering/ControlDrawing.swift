import WidgetAPI
import WidgetCore
import WidgetSurfaces

/// Draws a control. What is shown of it is ``ControlAppearance``'s to say.
struct ControlDrawing {
    var drawing: WidgetDrawing

    /// What a place shows of it, in a line; nil where nobody gives its kind.
    func line(_ snapshot: ProtoControlSnapshot, size: ControlSize, place: ControlPlace, limit: Int) -> String? {
        guard let appearance = ControlAppearance.choose(snapshot, size: size, place: place) else { return nil }
        let words = [appearance.isOn.map(mark), appearance.title, appearance.status, appearance.isValueHidden ? "(value hidden)" : nil]
        guard let archive = appearance.archive(words.compactMap(\.self)) else { return nil }
        return TerminalRenderer.view(archive, size: CellSize(columns: limit, rows: 1), traits: drawing.traits).ansiLines(drawing.color).joined()
    }

    // MARK: On a board

    static func boardSize(limit: Int) -> CellSize { CellSize(columns: min(24, limit), rows: 3) }

    func boardCard(_ snapshot: ProtoControlSnapshot, size: CellSize, isSelected: Bool) -> RenderedWidget {
        let card = WidgetCard(
            archive: archive(snapshot), family: .accessoryRectangular, title: ControlRendering.title(snapshot),
            status: snapshot.unavailable.isEmpty ? "" : "away", placeholder: "Nobody gives it", isSelected: isSelected)
        return TerminalRenderer.card(card, size: size, traits: drawing.traits)
    }

    /// The name stands in the frame.
    private func archive(_ snapshot: ProtoControlSnapshot) -> ViewArchive? {
        guard let appearance = ControlAppearance.choose(snapshot, size: .large, place: .terminal) else { return nil }
        let state = ControlRendering.state(snapshot).text
        return appearance.archive(
            [appearance.isOn.map(mark), state.isEmpty ? (snapshot.kind.type == .toggle ? "not known yet" : "press") : state].compactMap(\.self))
    }

    private func mark(_ isOn: Bool) -> String { drawing.isUnicode ? (isOn ? "◉" : "○") : (isOn ? "[x]" : "[ ]") }
}
