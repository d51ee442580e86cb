import DaemonCore
import Systemd
import WidgetAPI
import WidgetCore
import WidgetReplication
import WidgetStore

extension WidgetService {
    /// The other device that provides a widget's timelines; nil: this one does, or none.
    func remoteProvider(of widget: Widget) -> DeviceID? {
        let device = peers.providingDevice(
            of: widget, isProvidedHere: catalog.isInstalled(widget.kind), takeover: description(of: widget.kind)?.takeoverSeconds ?? 0)
        return device == peers.me ? nil : device
    }

    /// Looks at the hubs' leases. Widgets of hubs that are gone get another giver, and those of hubs that came back get theirs.
    /// - Returns: after how long the shortest lease runs out; nil: no kind depends on one.
    func checkLeases(_ presences: [DeviceID: Presence], at date: Timestamp) -> Milliseconds? {
        guard !isStopping else { return nil }
        let kinds = kindViews.values.filter { $0.takeoverSeconds > 0 }
        let names = Set(kinds.map(\.id))
        let meant = widgets.values.filter { names.contains($0.kind) }
        let before = meant.map(remoteProvider)
        peers.leases.update(presences, at: date)
        let changed = zip(meant, before).filter { remoteProvider(of: $0) != $1 }.map(\.0)
        for widget in changed {
            let giver = remoteProvider(of: widget).map(peers.name) ?? "this device"
            logger.notice("another hub gives a widget from now on", metadata: ["widget": "\(widget.id)", "giver": "\(giver)"])
        }
        if !changed.isEmpty { reassign(changed) }
        return kinds.map(\.takeoverSeconds).min().map { .seconds(Int64($0)) }
    }

    /// Whether any device provides a kind.
    func isProvided(_ kind: String) -> Bool { catalog.isInstalled(kind) || peers.memberKinds[kind] != nil }

    /// A kind as the device that provides it describes it; nil: no device does, and no provider did here before.
    func description(of kind: String) -> Kind? {
        let own = catalog.kinds[kind]?.kind
        return catalog.isInstalled(kind) ? own : peers.memberKinds[kind] ?? own ?? peers.knownKinds[kind]
    }

    /// Takes over changes in the store that this actor didn't make: those of peers, and the changes of devices by ``PeerService``.
    func apply(_ changed: ReplicaChanges) async {
        var changed = changed
        let sets = [OwnedSet.kinds.rawValue, OwnedSet.timelines.rawValue, OwnedSet.intents.rawValue]
        changed.owned = changed.owned.filter { sets.contains($0.key.set) }
        guard !changed.rows.isEmpty || !changed.owned.isEmpty else { return }
        do {
            try await edits.run(on: changed.isBrief ? nil : ThreadPoolExecutor.shared) { [changed] in try await self.applyInTurn(changed) }
        } catch {
            logger.error("changes of other devices could not be taken over; the next start does it", metadata: ["error": "\(error)"])
        }
    }

    /// The store is read here, not before: another change may have been written in between, and memory must not go back to an older state.
    private func applyInTurn(_ changed: ReplicaChanges) throws(WidgetError) {
        guard !isStopping else { return }
        let changes = try store.read(changed)
        for row in changes.damaged {
            logger.log(.rowDamaged, "a row of another device can't be understood; it is left as it is and not used", metadata: ["row": "\(row)"])
        }
        let mayChangeKinds = changes.devices != nil || !changes.kinds.isEmpty
        let before = mayChangeKinds ? kindViews : [:]
        let statesBefore = remoteState(of: changes)
        if let devices = changes.devices { peers.devices = devices }
        for (device, kinds) in changes.kinds where device != peers.me { peers.setKinds(kinds, of: device) }
        for (device, timelines) in changes.timelines where device != peers.me {
            peers.setTimelines(
                timelines, failing: changes.failures[device] ?? [:], of: device, isWhole: changes.wholeTimelines.contains(device))
        }
        for (id, device) in changes.placedOn { peers.place(id, on: device) }
        for (device, receipts) in changes.receipts where device != peers.me {
            let shown = intents.records.apply(receipts, of: device, isWhole: changes.wholeReceipts.contains(device)) { widgets[$0] != nil }
            for (id, target) in shown { if target == .widget { publish(id) } else { Task { await intents.local.showTaps(ofActivity: id) } } }
        }
        var (effects, placed): ([ReloadEffect], Set<WidgetID>) = ([], [])
        for (id, widget) in changes.widgets {
            if let widget {
                effects += place(widget)
                placed.insert(id)
            } else {
                takeRemoved(id)
            }
        }
        apply(effects, showing: placed)
        // A device gives the kind now, or a value or a key has come that another device needs.
        let secret = placed.filter { widgets[$0]?.sealed.isEmpty == false }
        if mayChangeKinds || !secret.isEmpty { Task { await settleSecretKeys(of: mayChangeKinds ? nil : secret) } }
        if mayChangeKinds {
            let after = kindViews
            let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
            reassign(Array(widgets.values)) { changed.contains($0.kind) }
        } else {
            let changed = Set(changes.timelines.values.flatMap(\.keys))
            for id in changed { if let widget = widgets[id] { showRemote(widget) } }
            for device in changes.wholeTimelines { for widget in widgets.values where remoteProvider(of: widget) == device { showRemote(widget) } }
        }
        for (id, before) in statesBefore { if let widget = widgets[id], remoteState(of: widget) != before { publish(id) } }
    }

    /// Gives the values of secret parameters to devices that need them since their providers give the kind, and forgets the keys of removed widgets.
    /// - Parameter ids: the widgets whose values are given. Nil: all.
    func settleSecretKeys(of ids: Set<WidgetID>? = nil) async {
        do throws(WidgetError) {
            var count = 1
            while count > 0, !isStopping { count = try await store.write { try $0.settleSecretKeys(of: ids) } }
        } catch {
            logger.warning("values of secret parameters can't be given to other devices; the next start does it", metadata: ["error": "\(error)"])
        }
    }

    /// The state of a widget of another device, as surfaces show it.
    private struct RemoteState: Equatable {
        var name: String
        var failure: TimelineFailure?
    }

    private func remoteState(of widget: Widget) -> RemoteState? {
        remoteProvider(of: widget).map { RemoteState(name: peers.name(of: $0), failure: peers.failure(of: widget.id, on: $0)) }
    }

    /// The states of the widgets that a change may affect.
    private func remoteState(of changes: StoredChanges) -> [WidgetID: RemoteState?] {
        let isOfMany = changes.devices != nil || !changes.wholeTimelines.isEmpty
        let ids = isOfMany ? Set(widgets.keys) : Set(changes.failures.values.flatMap(\.keys))
        return ids.reduce(into: [:]) { states, id in if let widget = widgets[id] { states.updateValue(self.remoteState(of: widget), forKey: id) } }
    }

    /// The link to a device was made or has ended: its widgets are shown as current, or as unavailable.
    func linkDidChange(to device: DeviceID) {
        guard !isStopping else { return }
        for id in widgets.keys.sorted() { if let widget = widgets[id], remoteProvider(of: widget) == device { publish(id) } }
    }

    /// Takes over a widget from the store, if it differs from the known one.
    func takePlaced(_ widget: Widget) {
        guard widgets[widget.id] != widget else { return }
        apply(place(widget), showing: [widget.id])
    }

    /// - Returns: the effects that must be applied.
    private func place(_ widget: Widget) -> [ReloadEffect] {
        let (before, date) = (widgets[widget.id], now())
        guard before != widget else { return [] }
        widgets[widget.id] = widget
        let isRemote = remoteProvider(of: widget) != nil
        var effects: [ReloadEffect] = []
        if let before {
            journal.append(Decision(time: date, widget: widget.id, event: .configured, detail: "on another device"))
            if widget.needsTimeline(insteadOf: before) { effects += engine.configure(widget.id, kind: widget.kind, at: date) }
            effects += engine.assign(widget.id, isRemote: isRemote, at: date)
        } else {
            journal.append(Decision(time: date, widget: widget.id, event: .placed, detail: "\(widget.kind), \(widget.family.name); on another device"))
            effects += engine.add(
                widget.id, kind: widget.kind, isInstalled: catalog.isInstalled(widget.kind), isRemote: isRemote, isVisible: viewers.isShown(widget.id),
                timeline: nil,
                record: nil, at: date)
        }
        return effects + (isRemote ? takeRemote(widget) : [])
    }

    private func takeRemoved(_ id: WidgetID) {
        guard widgets[id] != nil else { return }
        let effects = forget(id)
        journal.append(Decision(time: now(), widget: id, event: .removed, detail: "on another device"))
        apply(effects)
    }

    /// The part of the kinds that widgets show, by kind.
    private var kindViews: [String: Kind] {
        catalog.kinds.values.reduce(into: peers.memberKinds) { views, kind in
            if catalog.isInstalled(kind.kind.id) { views[kind.kind.id] = kind.kind }
        }
    }

    /// Determines again which device provides these widgets' timelines.
    /// - Parameter isShownAnew: whether a widget is published even if nothing has changed for it.
    func reassign(_ list: [Widget], isShownAnew: (Widget) -> Bool = { _ in true }) {
        let date = now()
        var effects: [ReloadEffect] = []
        for widget in list {
            let isRemote = remoteProvider(of: widget) != nil
            effects += engine.assign(widget.id, isRemote: isRemote, at: date)
            if isRemote { effects += takeRemote(widget) }
        }
        pushTargetsChanged()
        apply(effects, showing: Set(list.lazy.filter(isShownAnew).map(\.id)))
    }

    /// Shows another device's timeline of a widget, as soon as its archives are here.
    private func showRemote(_ widget: Widget) {
        let effects = takeRemote(widget)
        if !effects.isEmpty { apply(effects, showing: [widget.id]) }
    }

    /// Takes over another device's timeline of a widget, if its archives are here; otherwise has them fetched.
    func takeRemote(_ widget: Widget) -> [ReloadEffect] {
        guard let providingDevice = remoteProvider(of: widget), let timeline = peers.timelines[providingDevice]?[widget.id], !timeline.entries.isEmpty else {
            return []
        }
        guard timelines[widget.id] != timeline else { return [] }
        let wanted = Set(timeline.entries.map(\.archive))
        let missing: [ContentDigest]
        do throws(WidgetError) {
            missing = Array(wanted.subtracting(try store.present(Array(wanted))))
        } catch {
            logger.error("the archives of another device can't be looked up", metadata: ["widget": "\(widget.id)", "error": "\(error)"])
            return []
        }
        guard missing.isEmpty else {
            want(missing, from: providingDevice, isNew: peers.waiting[widget.id] != timeline)
            peers.waiting[widget.id] = timeline
            return []
        }
        peers.waiting[widget.id] = nil
        intents.records.takePending(of: widget.id) { widgets[$0] != nil }
        timelines[widget.id] = timeline
        intents.records.didReceiveEntry(of: widget.id)
        return engine.show(widget.id, timeline: timeline, at: now())
    }

    /// Has archives fetched, with one request for all widgets of this turn.
    /// - Parameter isNew: they are wanted for the first time.
    private func want(_ digests: [ContentDigest], from providingDevice: DeviceID, isNew: Bool) {
        if peers.want(digests, from: providingDevice, isNew: isNew) { Task { askForWantedArchives() } }
    }

    private func askForWantedArchives() {
        for (providingDevice, wanted) in peers.takeWanted() { devices.want(wanted, from: providingDevice) }
    }

    /// A device is connected: archives that wait for it are asked for, and intents that wait for it are sent.
    func connected() async {
        await contentsDidArrive()
        await intents.remote.connected()
    }

    /// Archives came, or a device that has them is connected: waiting widgets are checked again.
    func contentsDidArrive() async {
        for id in Array(peers.waiting.keys) { if let widget = widgets[id] { showRemote(widget) } else { peers.waiting[id] = nil } }
    }

    /// Checks that this device provides a widget about which another device asks.
    /// - Throws: NOT_FOUND for an unknown widget, FAILED_PRECONDITION if another device provides it.
    func requireHere(_ id: WidgetID) throws(WidgetError) {
        if remoteProvider(of: try placed(id)) != nil {
            throw WidgetError(.failedPrecondition, "another device gives this widget by now; try again when both are in sync")
        }
    }
}
