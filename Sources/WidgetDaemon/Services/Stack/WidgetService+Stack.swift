import WidgetAPI
import WidgetCore
import WidgetStore

// The Smart Stack: what is of use now.
extension WidgetService {
    /// The machine says something of itself.
    func take(_ report: DeviceContext.Report) {
        guard !isStopping, stack.circumstances.take(report, at: now()) else { return }
        logger.debug("the circumstances have changed", metadata: ["report": "\(report)"])
        stackMayHaveChanged()
    }

    /// The stack as it is now.
    func arrangeStack() -> StackArrangement {
        let placed = widgets.values.map { widget in
            StackContents.Placed(
                id: widget.id, kind: widget.kind, provider: description(of: widget.kind)?.provider ?? "", placedAt: widget.placedAt,
                timeline: timelines[widget.id])
        }
        let relevant = stack.schedule.installed.keys.sorted().compactMap { id -> StackContents.RelevanceKind? in
            guard let kind = kinds[id]?.kind, let provided = stack.schedule.records[id]?.provided else { return nil }
            return StackContents.RelevanceKind(
                id: id, provider: kind.provider, associatedKind: kind.associatedKind, attributes: provided.cards.map(\.attribute))
        }
        return SmartStack.arrange(StackContents(widgets: placed, kinds: relevant, pins: stack.pins), in: stack.circumstances, at: now())
    }

    // MARK: Pins

    /// Pins a widget behind those that are pinned, or takes its pin away; durably.
    /// - Returns: false: it was so already.
    func setPinned(_ id: WidgetID, _ isPinned: Bool) async throws -> Bool {
        try await edits.run { try await self.setPinnedInTurn(id, isPinned) }
    }

    private func setPinnedInTurn(_ id: WidgetID, _ isPinned: Bool) async throws -> Bool {
        _ = try placed(id)
        var pins = stack.pins.filter { widgets[$0] != nil }
        guard pins.contains(id) != isPinned else { return false }
        if isPinned {
            guard pins.count < RelevanceLimits.pins else {
                throw WidgetError(.resourceExhausted, "\(pins.count) widgets are pinned, and a stack has room for \(RelevanceLimits.stack); unpin one first")
            }
            pins.append(id)
        } else {
            pins.removeAll { $0 == id }
        }
        let kept = pins
        try await store.write { try $0.setPins(kept) }
        stack.pins = kept
        stackMayHaveChanged()
        return true
    }

    // MARK: Watching

    func watchesStack(_ watcher: StackWatcher, isThere: Bool) {
        let isWatching = stack.note(watcher, isThere: isThere)
        if isWatching { showStack([watcher]) } else if stack.watchers.isEmpty { stack.nextChange = nil }
        armTimer()
    }

    /// Something may look otherwise now. Where nobody watches, that costs nothing; else changes gather for a moment.
    func stackMayHaveChanged() {
        guard !stack.watchers.isEmpty, stack.refresh == nil, !isStopping else { return }
        stack.refresh = Task {
            try? await clock.sleep(for: DaemonLimits.stackDelay + DaemonLimits.stackDelayPerWidget * widgets.count)
            stack.refresh = nil
            await ThreadPoolExecutor.run { showStack(Array(stack.watchers.values)) }
            armTimer()
        }
    }

    /// The timer has fired, or the clock was set.
    func stackIsDue(clockChanged: Bool = false) {
        if clockChanged { stack.schedule.clockChanged(at: now()) }
        askRelevance()
        if clockChanged || stack.nextChange.map({ $0 <= now() }) ?? false { stackMayHaveChanged() }
    }

    private func showStack(_ watchers: [StackWatcher]) {
        guard !watchers.isEmpty, !isStopping else { return }
        let arrangement = arrangeStack()
        stack.nextChange = arrangement.nextChange
        for watcher in watchers {
            do throws(WidgetError) {
                watcher.show(try state(arrangement, watcher.request).encoded())
            } catch {
                logger.error("the stack can't be shown", metadata: ["error": "\(error)"])
            }
        }
    }
}
