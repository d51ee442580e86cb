import DaemonCore
import WidgetCore
import WidgetStore

/// A user's request to place a widget.
struct Placement: Sendable {
    var kind: String
    /// The differences from a widget of the kind's first family with each parameter's default.
    var configuration = WidgetChange()
    /// Empty: none.
    var idempotencyKey = ""
    /// Place nothing if a widget of this kind is placed already.
    var unlessPlaced = false
    /// On no page of the board.
    var isOffBoard = false
}

extension WidgetService {
    /// Places a widget, durably, and asks for its first timeline.
    /// - Returns: the widget, and whether it is new.
    /// - Throws: INVALID_ARGUMENT with the field, NOT_FOUND for an unknown kind, FAILED_PRECONDITION if its provider isn't installed any more or the key's
    ///   widget was removed, RESOURCE_EXHAUSTED at ``limit`` or on a full disk; the store's errors.
    func place(_ placement: Placement) async throws -> (widget: Widget, isNew: Bool) {
        let kind = try await kind(placement.kind)
        return try await edits.run { try await self.placeInTurn(placement, kind) }
    }

    private func placeInTurn(_ placement: Placement, _ kind: Kind) async throws -> (widget: Widget, isNew: Bool) {
        try kind.checkIsPlaced()
        if placement.unlessPlaced, let there = widgets.values.filter({ $0.kind == kind.id }).min(by: { $0.id < $1.id }) { return (there, false) }
        guard widgets.count < limit else {
            throw WidgetError(.resourceExhausted, "\(widgets.count) widgets are placed and the limit is \(limit); remove one first, or raise WidgetLimit=")
        }
        let key = placement.idempotencyKey
        guard key.utf8.count <= Limits.idempotencyKeyBytes else {
            throw WidgetError.invalid("idempotency_key", "\(key.utf8.count) bytes, the limit is \(Limits.idempotencyKeyBytes)")
        }
        let date = now()
        let plain = Widget(
            id: WidgetID(date: date, using: &random), kind: kind.id, family: try kind.resolve(family: nil), placedAt: date,
            position: placement.isOffBoard ? .offBoard : .initial)
        let wanted = try placement.configuration.applied(to: plain, of: kind)
        let (earlier, widget) = try await store.write { transaction -> (WidgetID?, Widget) in
            if !key.isEmpty, let earlier = try transaction.placement(key: key) { return (earlier, wanted) }
            let widget = try transaction.put(wanted)
            if !key.isEmpty { try transaction.recordPlacement(key: key, widget: widget.id, at: date) }
            return (nil, widget)
        }
        if let earlier {
            guard let there = widgets[earlier] else {
                throw WidgetError(.failedPrecondition, "idempotency_key: the widget that was placed with it has been removed; use a new key")
            }
            return (there, false)
        }
        widgets[widget.id] = widget
        peers.place(widget.id, on: peers.me)
        journal.append(Decision(time: date, widget: widget.id, event: .placed, detail: "\(kind.id), \(widget.family.name)"))
        let isRemote = remoteProvider(of: widget) != nil
        apply(
            engine.add(
                widget.id, kind: kind.id, isInstalled: catalog.isInstalled(kind.id), isRemote: isRemote, isVisible: viewers.isShown(widget.id), timeline: nil,
                record: nil, at: date))
        publish(widget.id)
        return (widget, true)
    }

    /// Changes a widget, durably, and asks for a new timeline if the change needs one.
    /// - Parameter caller: the reload after a provider's own change counts as the provider's request.
    func configure(_ id: WidgetID, _ change: WidgetChange, caller: ReloadCaller) async throws -> Widget {
        let kind = try await kind(try placed(id).kind)
        return try await edits.run(about: id) { try await self.configureInTurn(id, change, kind, caller) }
    }

    private func configureInTurn(_ id: WidgetID, _ change: WidgetChange, _ kind: Kind, _ caller: ReloadCaller) async throws -> Widget {
        let before = try placed(id)
        let widget = try change.applied(to: before, of: kind)
        let set = Set(change.parameters.keys)
        let isSealed = kind.parameters.allSatisfy { !$0.isSecret || !set.contains($0.name) || before.sealed[$0.name] != nil }
        guard widget != before || !isSealed else { return widget }
        let written = try await write(widget, insteadOf: before, setting: set, caller: caller)
        journal.append(Decision(time: now(), widget: id, event: .configured, detail: "its configuration was changed"))
        journal.flush()
        return written
    }

    /// Stores a changed widget together with the reload that it needs, so that a crash loses neither.
    /// - Returns: the widget as it is then, with another device's changes meanwhile.
    @discardableResult
    func write(
        _ widget: Widget, insteadOf before: Widget, setting set: Set<String> = [], caller: ReloadCaller = .foreground
    ) async throws(WidgetError) -> Widget {
        let id = widget.id
        // If the write fails, the only effect is a needless reload.
        let effects = widget.needsTimeline(insteadOf: before) ? engine.configure(id, kind: widget.kind, by: caller, at: now()) : []
        noteRecords(of: effects)
        let recorded = effects.recorded
        let written: Widget
        reloads.hold(id)
        do throws(WidgetError) {
            written = try await store.write { [journal] transaction in
                let written = try transaction.put(widget, insteadOf: before, setting: set)
                try journal.records.write(recorded, to: &transaction)
                return written
            }
        } catch {
            wasWritten(id)
            apply(effects)
            publish(id)
            throw error
        }
        widgets[id] = widget
        widgets[id]?.sealed = written.sealed
        wasWritten(id)
        // The links to other devices send the change first.
        await EventLoopYield.pass()
        apply(effects)
        publish(id)
        takePlaced(written)
        return written
    }

    /// Starts the reloads that waited for the change. They use the widget as it is now.
    private func wasWritten(_ id: WidgetID) {
        for cause in reloads.release(id) { launch(id, cause) }
    }

    /// Removes a widget, durably and for ever.
    func remove(_ id: WidgetID) async throws {
        try await edits.run { try await self.removeInTurn(id) }
    }

    private func removeInTurn(_ id: WidgetID) async throws {
        let widget = try placed(id)
        if let app = appOfLastPushTarget(widget) {
            // The token must end in the same commit: after the answer to this call, a server that pushes must learn that the token has ended.
            pushTargets.leaving = id
            defer { pushTargets.leaving = nil }
            try await registry.end(.widgets(app: app)) { try $0.remove(id) }
        } else {
            try await store.write { try $0.remove(id) }
        }
        let effects = forget(id)
        journal.append(Decision(time: now(), widget: id, event: .removed))
        apply(effects)
        if !widget.sealed.isEmpty { Task { await settleSecretKeys(of: []) } }
    }

    /// Forgets a widget that was removed from the store.
    func forget(_ id: WidgetID) -> [ReloadEffect] {
        widgets[id] = nil
        timelines[id] = nil
        failures[id] = nil
        peers.forget(id)
        intents.records.forget(id)
        board.remove(id)
        journal.records.forget(id)
        reloads.forget(id)
        changes.signal()
        return engine.remove(id, at: now())
    }

    func placed(_ id: WidgetID) throws(WidgetError) -> Widget {
        guard let widget = widgets[id] else { throw WidgetError(.notFound, "widget: '\(id)' has been removed; `widgetctl widgets` lists what is placed") }
        return widget
    }
}

extension WidgetService {
    /// Moves widgets on the board, durably: the first one to a place, and the others behind it.
    /// - Returns: the first one as it is then.
    func move(_ ids: [WidgetID], _ move: WidgetMove) async throws -> Widget {
        try await edits.run { try await self.moveInTurn(ids, move) }
    }

    private func moveInTurn(_ ids: [WidgetID], _ move: WidgetMove) async throws -> Widget {
        guard let id = ids.first else { throw WidgetError.invalid("widget", "is missing") }
        switch move.target {
        case .before(let other), .after(let other):
            if ids.count > 1, ids.contains(other) { throw WidgetError.invalid("to", "a stack can't be moved before or after one of its own widgets") }
        case .first, .last, .number: break
        }
        var places = Dictionary(uniqueKeysWithValues: widgets.values.map { ($0.id, $0.place) })
        for (index, id) in ids.enumerated() {
            let next = index == 0 ? move : WidgetMove(.after(ids[index - 1]))
            // Those that follow the first one aren't among the places that are counted.
            let counted = index == 0 ? places.values.filter { !ids.dropFirst().contains($0.id) } : Array(places.values)
            for place in try next.positions(of: try placed(id).id, among: counted) { places[place.id] = place }
        }
        var changes: [(before: Widget, after: Widget)] = []
        for place in places.values.sorted(by: { $0.id < $1.id }) {
            let before = try placed(place.id)
            var widget = before
            widget.position = place.position
            if widget != before { changes.append((before, widget)) }
        }
        guard !changes.isEmpty else { return try placed(id) }
        // All changes are one transaction: if a page gets new keys, half of them would give another order.
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
