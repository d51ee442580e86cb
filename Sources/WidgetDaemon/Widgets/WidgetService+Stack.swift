import DaemonCore
import WidgetCore

extension WidgetService: StackWidgets {
    func stackContents(of stack: String) -> [StackContents.Placed] {
        widgets.values.filter { $0.position.isOnBoard && (stack.isEmpty || $0.stack == stack) }.map { widget in
            StackContents.Placed(
                id: widget.id, kind: widget.kind, provider: description(of: widget.kind)?.provider ?? "", placedAt: widget.placedAt,
                timeline: timelines[widget.id])
        }
    }

    func stackWidgets(_ ids: [WidgetID]) -> [WidgetID: StackWidget] {
        ids.reduce(into: [:]) { found, id in
            guard let widget = widgets[id] else { return }
            let device = providingDevice(of: widget, engine.status(of: widget.id, at: now()))
            let timeline = timelines[id].flatMap { $0.entries.isEmpty ? nil : $0 }
            found[id] = StackWidget(
                widget: widget, displayName: widget.name.isEmpty ? description(of: widget.kind)?.displayName ?? widget.kind : widget.name,
                unavailable: device?.unavailable ?? "", lastError: device?.lastError ?? "", isHidden: isHidden(id), receivedAt: timeline?.receivedAt)
        }
    }
}

// The stacks that users make. A widget's row says which one it is in, so devices that add different widgets to a stack at the same time both do.
extension WidgetService {
    /// The stacks by their names, each with its widgets in the board's order.
    func stacks() -> [(name: String, widgets: [Widget])] {
        Dictionary(grouping: widgets.values.filter { !$0.stack.isEmpty && $0.position.isOnBoard }, by: \.stack)
            .map { (name: $0.key, widgets: $0.value.sorted { $0.place < $1.place }) }.sorted { $0.name < $1.name }
    }

    /// The stacks by their names, as they are shown.
    func namedStacks() -> [NamedStack] { stacks().map(named) }

    /// A stack as it is shown; without widgets, it is gone.
    func namedStack(_ name: String) -> NamedStack { named(stacks().first { $0.name == name } ?? (name, [])) }

    private func named(_ stack: (name: String, widgets: [Widget])) -> NamedStack {
        let there = stackWidgets(stack.widgets.map(\.id))
        return NamedStack(name: stack.name, widgets: stack.widgets.compactMap { there[$0.id] })
    }

    /// The widget of a name, or those of a stack in the board's order; at least one.
    /// - Parameter text: a widget's name, kind or id, or the word for a stack.
    /// - Throws: NOT_FOUND for a widget or a stack that there isn't; INVALID_ARGUMENT for the Smart Stack, which has no widgets of its own.
    func members(_ text: String, _ board: Board) throws(WidgetError) -> [WidgetID] {
        guard let name = PageWord(text).stack else { return [try board.resolve(text)] }
        guard !name.isEmpty else { throw .invalid("widget", "\(text) has no place on the board; name a widget, or a stack that you have made") }
        let stacks = stacks()
        guard let stack = stacks.first(where: { $0.name == name }) else { throw .noStack(name, among: stacks.map(\.name)) }
        return stack.widgets.map(\.id)
    }

    /// Puts widgets of the board into a stack, durably. One that is in another stack leaves it.
    /// - Throws: INVALID_ARGUMENT for the name, NOT_FOUND for a widget that isn't placed, FAILED_PRECONDITION for one that isn't on the board,
    ///   RESOURCE_EXHAUSTED above ``RelevanceLimits/stack`` widgets; the store's errors.
    func add(_ ids: [WidgetID], toStack name: String) async throws {
        let name = try Widget.validated(stack: name)
        guard !ids.isEmpty else { throw WidgetError.invalid("widgets", "none is named; name those that the stack gets") }
        try await edits.run { try await self.addInTurn(ids, name) }
    }

    private func addInTurn(_ ids: [WidgetID], _ name: String) async throws {
        for id in ids {
            guard try placed(id).position.isOnBoard else {
                let advice = "put it on the board first: widgetctl move \(id) --page 1"
                throw WidgetError(.failedPrecondition, "widgets: \(id) is placed for one surface alone; \(advice)")
            }
        }
        let members = Set(widgets.values.filter { $0.stack == name && $0.position.isOnBoard }.map(\.id)).union(ids)
        guard members.count <= RelevanceLimits.stack else {
            throw WidgetError(
                .resourceExhausted, "widgets: the stack \(name.quoted) would have \(members.count), and a stack has room for \(RelevanceLimits.stack)")
        }
        try await setStack(name, of: ids)
    }

    /// Takes widgets out of a stack, durably.
    /// - Parameter ids: empty: all that are in it.
    /// - Throws: NOT_FOUND for a stack that no widget is in, and for a widget that isn't in it; the store's errors.
    func remove(_ ids: [WidgetID], fromStack name: String) async throws {
        try await edits.run { try await self.removeInTurn(ids, name) }
    }

    private func removeInTurn(_ ids: [WidgetID], _ name: String) async throws {
        let members = widgets.values.filter { $0.stack == name }.sorted { $0.id < $1.id }
        guard members.contains(where: \.position.isOnBoard) else { throw WidgetError.noStack(name, among: stacks().map(\.name)) }
        for id in ids where try placed(id).stack != name {
            throw WidgetError(.notFound, "widgets: \(id) isn't in the stack \(name.quoted); `widgetctl stack list` shows which are")
        }
        try await setStack("", of: ids.isEmpty ? members.map(\.id) : ids)
    }

    /// All changes are one transaction.
    private func setStack(_ name: String, of ids: [WidgetID]) async throws {
        var changes: [(before: Widget, after: Widget)] = []
        for id in Set(ids).sorted() {
            let before = try placed(id)
            var after = before
            after.stack = name
            if after != before { changes.append((before, after)) }
        }
        guard !changes.isEmpty else { return }
        let written = try await store.write { [changes] transaction in try changes.map { try transaction.put($0.after, insteadOf: $0.before) } }
        for change in changes { widgets[change.after.id] = change.after }
        for widget in written {
            publish(widget.id)
            takePlaced(widget)
            let what = name.isEmpty ? "taken out of its stack" : "put into the stack \(name.quoted)"
            journal.append(Decision(time: now(), widget: widget.id, event: .configured, detail: what))
        }
        journal.flush()
    }
}
