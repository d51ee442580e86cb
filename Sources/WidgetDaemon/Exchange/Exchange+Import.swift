import DaemonCore
import SwiftProtobuf
import WidgetAPI
import WidgetCore

extension Exchange {
    /// Imports lines of an export: the widgets once all were checked, then the other rows one by one. Rows that exist already stay as they are.
    /// - Parameter earlier: in a dry run, the ids of widgets in earlier lines.
    /// - Throws: INVALID_ARGUMENT that names the line, and nothing was imported; the error of a write if widgets couldn't be written.
    func importRows(_ bytes: [UInt8], isDryRun: Bool, earlier: [String]) async throws(WidgetError) -> ProtoImportResponse {
        let rows = try Self.rows(bytes)
        var response = ProtoImportResponse()
        var list: [Widget] = []
        for (index, row) in rows {
            guard case .widget(let proto) = row else { continue }
            do throws(WidgetError) {
                list.append(try Widget(proto))
            } catch {
                throw .invalid("lines", "line \(index): \(error.message)")
            }
        }
        let (placed, skipped) = try await widgets.place(imported: list, isDryRun: isDryRun)
        response.placed = UInt32(clamping: placed)
        response.skipped = UInt32(clamping: skipped)
        // In a dry run, the widgets that would be there.
        let coming = isDryRun ? try await widgets.unused(list.map(\.id) + earlier.compactMap { WidgetID($0) }) : []
        for (_, row) in rows {
            switch row {
            case .control(let control):
                await add(&response, \.controls, "control \(control.kind)") { () async throws(WidgetError) in
                    try await controls.add(imported: try Control(control), isDryRun: isDryRun)
                }
            case .budget(let budget):
                await add(&response, \.budgets, "budget of \(budget.widgetID)") { () async throws(WidgetError) in
                    try await widgets.add(imported: budget, coming: coming, isDryRun: isDryRun)
                }
            case .pins(let pins):
                for id in pins.widgetIds {
                    await add(&response, \.pins, "pin of \(id)") { () async throws(WidgetError) in
                        try await stack.pin(imported: id, coming: coming, isDryRun: isDryRun)
                    }
                }
            case .pushKey(let key):
                await add(&response, \.pushKeys, "push key \(key.id)") { () async throws(WidgetError) in
                    try await push.add(imported: PushKey(key), isDryRun: isDryRun)
                }
            case .widget, .device: continue
            }
        }
        return response
    }

    /// Counts rows that were added or existed already, and lists rows that failed.
    private func add(
        _ response: inout ProtoImportResponse, _ count: WritableKeyPath<ProtoImportResponse, UInt32>, _ name: String,
        _ add: () async throws(WidgetError) -> Bool
    ) async {
        do throws(WidgetError) {
            if try await add() { response[keyPath: count] += 1 } else { response.restSkipped += 1 }
        } catch {
            response.problems.append("\(name): \(error.message)")
        }
    }

    private static func rows(_ bytes: [UInt8]) throws(WidgetError) -> [(line: Int, row: ProtoExportRow.OneOf_Row)] {
        guard bytes.count <= DaemonLimits.importBytes else { throw .invalid("lines", "\(bytes.count) bytes at once, the limit is \(DaemonLimits.importBytes)") }
        var rows: [(Int, ProtoExportRow.OneOf_Row)] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() where !line.isEmpty {
            guard rows.count < DaemonLimits.importLines else { throw .invalid("lines", "more than \(DaemonLimits.importLines) at once") }
            do {
                if let row = try ProtoExportRow(exportLine: Array(line)).row { rows.append((index + 1, row)) }
            } catch let error as WidgetError {
                throw .invalid("lines", "line \(index + 1): \(error.message)")
            } catch {
                throw .invalid("lines", "line \(index + 1) isn't an ExportRow: \(error)")
            }
        }
        return rows
    }
}

extension ControlService {
    /// This device's.
    func exported() -> [ProtoControl] { stateMachine.states.values.map { proto($0.control, kind(of: $0.control, on: nil)) } }

    /// Adds a control under its id. A control of another device isn't changed.
    /// - Returns: false: a control has this id already.
    func add(imported control: Control, isDryRun: Bool) async throws(WidgetError) -> Bool {
        if find(control.id) != nil { return false }
        await kindsReady()
        guard let kind = providers.controlKinds[control.kind]?.kind, providers.host(ofControl: control.kind) != nil else { throw unknownKind(control.kind) }
        let control = try control.validated(for: kind)
        if !isDryRun { _ = try await put(control) }
        return true
    }
}

extension WidgetService {
    /// The widgets whose budget isn't their kind's, and that budget.
    func ownBudgets() -> [(id: WidgetID, budget: ReloadBudget)] {
        widgets.keys.compactMap { id in
            guard let status = engine.status(of: id, at: now()), status.budget.source == .widget else { return nil }
            return (id, status.budget.budget)
        }
    }

    /// - Parameter coming: widgets that a dry run would have placed.
    /// - Returns: false: the widget has a budget of its own, or there is no such widget.
    func add(imported budget: ProtoWidgetBudget, coming: Set<WidgetID>, isDryRun: Bool) async throws(WidgetError) -> Bool {
        guard let id = WidgetID(budget.widgetID) else { throw .invalid("widget_id", "'\(budget.widgetID.cut(toBytes: 64))' is not a UUID of 36 characters") }
        let chosen = try ReloadBudget(perDay: Int(budget.reloadsPerDay), capacity: Int(budget.savedReloads))
        if widgets[id] == nil { return coming.contains(id) }
        if engine.status(of: id, at: now())?.budget.source == .widget { return false }
        if isDryRun { return true }
        let change = ProtoSetBudgetRequest.with {
            $0.reloadsPerDay = UInt32(clamping: chosen.perDay)
            $0.savedReloads = UInt32(clamping: chosen.capacity)
        }
        do {
            _ = try await setBudget(id, change)
        } catch {
            throw error as? WidgetError ?? WidgetError(.internal, "the budget could not be set", cause: "\(error)")
        }
        return true
    }

}

extension SmartStackService {
    /// Pins a widget behind the widgets that are pinned already.
    /// - Returns: false: it is pinned, or there is no such widget.
    func pin(imported text: String, coming: Set<WidgetID>, isDryRun: Bool) async throws(WidgetError) -> Bool {
        guard let id = WidgetID(text) else { throw .invalid("widget_ids", "'\(text.cut(toBytes: 64))' is not a UUID of 36 characters") }
        guard await isPlaced(id) else { return coming.contains(id) }
        if await pinned().contains(id) { return false }
        if isDryRun { return true }
        do {
            return try await setPinned(id, true)
        } catch {
            throw error as? WidgetError ?? WidgetError(.internal, "the widget could not be pinned", cause: "\(error)")
        }
    }
}

extension PushService {
    /// - Returns: false: there is a key of that team and id, which stays.
    func add(imported key: PushKey, isDryRun: Bool) async throws(WidgetError) -> Bool {
        if self.key(team: key.team, id: key.id) != nil { return false }
        if !isDryRun { _ = try await addKey(key) }
        return true
    }
}
