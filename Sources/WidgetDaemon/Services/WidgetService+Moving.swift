import WidgetCore

extension WidgetService {
    /// Puts a widget elsewhere on the board, durably.
    /// - Returns: the widget as it then is.
    func move(_ id: WidgetID, _ move: WidgetMove) async throws -> Widget {
        try await lane.run { try await self.moveInLane(id, move) }
    }

    private func moveInLane(_ id: WidgetID, _ move: WidgetMove) async throws -> Widget {
        let moved = try move.positions(of: try placed(id).id, among: widgets.values.map(\.place))
        for place in moved {
            let before = try placed(place.id)
            var widget = before
            widget.position = place.position
            if widget != before { try await write(widget, insteadOf: before) }
        }
        if !moved.isEmpty {
            journal.append(Decision(time: now(), widget: id, event: .configured, detail: "moved on the board"))
            flushJournal()
        }
        return try placed(id)
    }
}
