import WidgetAPI
import WidgetSurfaces

/// Draws a control.
struct ControlDrawing {
    var drawing: WidgetDrawing

    // MARK: On a board

    static func boardSize(limit: Int) -> CellSize { CellSize(columns: min(24, limit), rows: 3) }

    func boardCard(_ snapshot: ProtoControlSnapshot, size: CellSize, isSelected: Bool) -> RenderedWidget {
        let card = WidgetCard(
            archive: nil, family: .accessoryRectangular, title: drawing.marker(isSelected) + ControlRendering.title(snapshot),
            status: snapshot.unavailable.isEmpty ? "" : "away", placeholder: text(snapshot))
        return TerminalRenderer.card(card, size: size, traits: drawing.traits)
    }

    private func text(_ snapshot: ProtoControlSnapshot) -> String {
        let state = ControlRendering.state(snapshot).text
        guard snapshot.kind.type == .toggle else { return state.isEmpty ? "press" : state }
        let isOn = snapshot.hasValue && snapshot.value.isOn
        return (drawing.isUnicode ? (isOn ? "◉ " : "○ ") : (isOn ? "[x] " : "[ ] ")) + state
    }
}
