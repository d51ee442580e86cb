import DaemonCore
import WidgetAPI
import WidgetCore
import WidgetStore

// Requests for reloads. The engine decides about the widgets that this device provides, and other devices about theirs.
extension WidgetService {
    /// Asks for new timelines.
    /// - Returns: a receipt for each widget of the target.
    /// - Throws: the reason why a single widget's device can't be asked. For several widgets the receipts have it.
    func reload(_ target: ReloadTarget, caller: ReloadCaller) async throws -> [ReloadReceipt] {
        var target = target
        if case .kind(let name) = target { target = .kind(try await kind(name).id) }
        if case .widget(let id) = target, let providingDevice = remoteProvider(of: try placed(id)) { return try await reload([id], on: providingDevice) }
        let (receipts, effects) = engine.requestReload(target, cause: .explicit, caller: caller, at: now())
        let numbered = number(receipts)
        apply(effects)
        async let elsewhere = reloadRemotely(target)
        // The records have the accepted reloads: a daemon that is killed right after the answer does them at its next start.
        await journal.writeAll()
        return numbered + (await elsewhere)
    }

    /// Adds the number of the reload that serves each request.
    private func number(_ receipts: [ReloadReceipt]) -> [ReloadReceipt] {
        receipts.map { receipt in
            var receipt = receipt
            if receipt.isUnderWay { receipt.reload = engine.reloadUnderWay(of: receipt.widget) ?? 0 }
            return receipt
        }
    }

    /// Reloads widgets for another device. Widgets that this device doesn't provide get no receipt; a single one is an error.
    func reloadHere(_ ids: [WidgetID]) async throws(WidgetError) -> [ReloadReceipt] {
        if ids.count == 1 { try requireHere(ids[0]) }
        var (receipts, effects): ([ReloadReceipt], [ReloadEffect]) = ([], [])
        for id in ids where widgets[id].map({ remoteProvider(of: $0) == nil }) ?? false {
            let asked = engine.requestReload(.widget(id), cause: .explicit, caller: .foreground, at: now())
            receipts += asked.receipts
            effects += asked.effects
        }
        let numbered = number(receipts)
        apply(effects)
        await journal.writeAll()
        return numbered
    }

    /// Has other devices reload their widgets, all devices concurrently.
    private func reloadRemotely(_ target: ReloadTarget) async -> [ReloadReceipt] {
        var meant: [DeviceID: [WidgetID]] = [:]
        for widget in widgets.values where target.means(widget) {
            if let providingDevice = remoteProvider(of: widget) { meant[providingDevice, default: []].append(widget.id) }
        }
        let receipts = await withTaskGroup(of: [ReloadReceipt].self) { group in
            for (providingDevice, ids) in meant {
                group.addTask {
                    do throws(WidgetError) {
                        return try await self.reload(ids.sorted(), on: providingDevice)
                    } catch {
                        let name = await "the device '\(self.peers.name(of: providingDevice))'"
                        let reason = error.message.contains(name) ? error.message : "\(name) gives it: \(error.message)"
                        return ids.map { ReloadReceipt(widget: $0, outcome: .denied, rule: ReloadRule.remote.name, reason: reason) }
                    }
                }
            }
            var receipts: [ReloadReceipt] = []
            for await part in group { receipts += part }
            return receipts
        }
        return receipts.sorted { $0.widget < $1.widget }
    }

    /// Asks the device that provides widgets for new timelines.
    private func reload(_ ids: [WidgetID], on device: DeviceID) async throws(WidgetError) -> [ReloadReceipt] {
        var receipts: [ReloadReceipt] = []
        for start in stride(from: 0, to: ids.count, by: DaemonLimits.reloadsPerRequest) {
            let asked = ids[start..<min(start + DaemonLimits.reloadsPerRequest, ids.count)]
            receipts += try receiptsOf(asked, from: device, try await devices.ask(device, PeerMethod.reload, asked.flatMap(\.bytes)))
        }
        return receipts
    }

    private func receiptsOf(_ ids: ArraySlice<WidgetID>, from device: DeviceID, _ answer: [UInt8]) throws(WidgetError) -> [ReloadReceipt] {
        do {
            let receipts = try ProtoReloadResponse(serializedBytes: answer).receipts.map { try ReloadReceipt($0) }
            let answered = Dictionary(receipts.map { ($0.widget, $0) }) { first, _ in first }
            let unknown = "the device '\(peers.name(of: device))' doesn't know the widget yet; try again when both are in sync"
            if ids.count == 1, answered.isEmpty { throw WidgetError(.notFound, unknown) }
            return ids.map { answered[$0] ?? ReloadReceipt(widget: $0, outcome: .denied, rule: ReloadRule.remote.name, reason: unknown) }
        } catch let error as WidgetError {
            throw error
        } catch {
            throw WidgetError(.internal, "the device '\(peers.name(of: device))' gave an answer that can't be read", cause: "\(error)")
        }
    }
}

extension ReloadTarget {
    fileprivate func means(_ widget: Widget) -> Bool {
        switch self {
        case .widget(let id): widget.id == id
        case .kind(let kind): widget.kind == kind
        case .all: true
        }
    }
}
