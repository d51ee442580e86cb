import WidgetCore
import WidgetStore

extension WidgetService {
    /// Placed widgets after `id`, in the order of their ids.
    func placed(after id: WidgetID?, limit: Int) -> [Widget] {
        Array(widgets.values.filter { widget in id.map { widget.id > $0 } ?? true }.sorted { $0.id < $1.id }.prefix(limit))
    }

    /// Places widgets under their old ids, as many in one transaction as fit. Widgets that are placed already, or were removed, are skipped.
    /// - Parameter isDryRun: only count, and change nothing.
    /// - Throws: INVALID_ARGUMENT that names the widget, RESOURCE_EXHAUSTED at ``Limits/widgets``; the store's errors.
    func place(imported list: [Widget], isDryRun: Bool) async throws(WidgetError) -> (placed: Int, skipped: Int) {
        for widget in list { try check(imported: widget) }
        do {
            return try await edits.run { try await self.placeInTurn(list, isDryRun) }
        } catch {
            throw error as? WidgetError ?? WidgetError(.internal, "the import failed", cause: "\(error)")
        }
    }

    /// The ids under which a widget could be placed: they aren't in use, and never were.
    func unused(_ ids: [WidgetID]) async throws(WidgetError) -> Set<WidgetID> {
        try await store.write { transaction in try Set(ids.filter { try !transaction.isUsed($0) }) }
    }

    private func check(imported widget: Widget) throws(WidgetError) {
        do throws(WidgetError) { try widget.check(against: description(of: widget.kind)) } catch {
            throw WidgetError(error.code, "widget \(widget.id): \(error.message)")
        }
    }

    private func placeInTurn(_ list: [Widget], _ isDryRun: Bool) async throws -> (placed: Int, skipped: Int) {
        let new = list.filter { widgets[$0.id] == nil }
        guard widgets.count + new.count <= limit else {
            throw WidgetError(
                .resourceExhausted, "\(widgets.count) widgets are placed and the limit is \(limit) (WidgetLimit=): \(new.count) more don't fit")
        }
        // A secret takes one operation more for each device, and a transaction has a thousand at most.
        let secrets = new.map(\.parameters.count).max() ?? 0
        let size = max(DaemonLimits.importLines * 4 / 5 / (1 + secrets * (peers.devices.count + 1)), 1)
        var count = 0
        for start in stride(from: 0, to: new.count, by: size) {
            count += try await placeTogether(Array(new[start..<min(start + size, new.count)]), isDryRun)
        }
        return (count, list.count - count)
    }

    /// Places widgets in one transaction.
    /// - Returns: how many: ids that are in use, or were, are left out.
    private func placeTogether(_ new: [Widget], _ isDryRun: Bool) async throws -> Int {
        let placed = try await store.write { transaction in
            var placed: [Widget] = []
            for widget in new where try !transaction.isUsed(widget.id) { placed.append(isDryRun ? widget : try transaction.put(widget)) }
            return placed
        }
        guard !isDryRun else { return placed.count }
        let date = now()
        for widget in placed {
            widgets[widget.id] = widget
            peers.place(widget.id, on: peers.me)
            journal.append(Decision(time: date, widget: widget.id, event: .placed, detail: "\(widget.kind), \(widget.family.name); imported"))
            let isRemote = remoteProvider(of: widget) != nil
            apply(
                engine.add(
                    widget.id, kind: widget.kind, isInstalled: catalog.isInstalled(widget.kind), isRemote: isRemote, isVisible: viewers.isShown(widget.id),
                    timeline: nil, record: nil, at: date))
        }
        reassign(placed)
        return placed.count
    }
}
