import WidgetCore

extension WidgetService {
    /// Puts a widget elsewhere on the board, durably.
    /// - Returns: the widget as it then is.
    func move(_ id: WidgetID, _ move: WidgetMove) async throws -> Widget {
        try await edits.run { try await self.moveInTurn(id, move) }
    }

    private func moveInTurn(_ id: WidgetID, _ move: WidgetMove) async throws -> Widget {
        var changes: [(before: Widget, after: Widget)] = []
        for place in try move.positions(of: try placed(id).id, among: widgets.values.map(\.place)) {
            let before = try placed(place.id)
            var widget = before
            widget.position = place.position
            if widget != before { changes.append((before, widget)) }
        }
        guard !changes.isEmpty else { return try placed(id) }
        // Where all keys of a page are made anew, half of them would be another order.
        let written = try await store.write { [changes] transaction in try changes.map { try transaction.put($0.after, insteadOf: $0.before) } }
        for change in changes { widgets[change.after.id] = change.after }
        for widget in written {
            publish(widget.id)
            takePlaced(widget)
        }
        journal.append(Decision(time: now(), widget: id, event: .configured, detail: "moved on the board"))
        journal.flush()
        return try placed(id)
    }
}
