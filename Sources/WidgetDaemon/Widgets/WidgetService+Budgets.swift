import DaemonCore
import WidgetAPI
import WidgetCore
import WidgetStore

extension WidgetService {
    /// Changes a widget's reload budget on this device, durably.
    /// - Throws: INVALID_ARGUMENT with the field, NOT_FOUND for an unknown widget, FAILED_PRECONDITION if another device provides the widget; the store's
    ///   errors.
    func setBudget(_ id: WidgetID, _ change: ProtoSetBudgetRequest) async throws -> BudgetStatus {
        try await edits.run { try await self.setBudgetInTurn(id, change) }
    }

    private func setBudgetInTurn(_ id: WidgetID, _ change: ProtoSetBudgetRequest) async throws -> BudgetStatus {
        let before = try requireStatus(id).budget
        let numbers = (change.hasReloadsPerDay, change.hasSavedReloads)
        var chosen: ReloadBudget?
        switch (change.reset, numbers) {
        case (true, (false, false)): break
        case (true, _): throw WidgetError.invalid("reset", "with reloads_per_day or saved_reloads; leave one of them out")
        case (false, (false, false)): throw WidgetError.invalid("reloads_per_day", "is missing; give it, saved_reloads, or reset")
        case (false, _):
            chosen = try ReloadBudget(
                perDay: change.hasReloadsPerDay ? Int(change.reloadsPerDay) : before.budget.perDay,
                capacity: change.hasSavedReloads ? Int(change.savedReloads) : before.budget.capacity)
        }
        let effects = engine.setBudget(chosen, of: id, at: now())
        noteRecords(of: effects)
        let recorded = effects.recorded
        do throws(WidgetError) {
            try await store.write { [journal] transaction in try journal.records.write(recorded, to: &transaction) }
        } catch {
            // A budget that isn't stored doesn't hold.
            apply(engine.setBudget(before.source == .widget ? before.budget : nil, of: id, at: now()))
            throw error
        }
        let detail = chosen.map { "\($0.perDay) reloads a day, \($0.capacity) saved" } ?? "its reloads are counted as its kind's again"
        journal.append(Decision(time: now(), widget: id, event: .configured, detail: detail))
        apply(effects)
        return try requireStatus(id).budget
    }

    /// Other budgets hold from now on, or developer mode begins or ends.
    func setReloads(_ configuration: ReloadConfiguration) {
        apply(engine.setConfiguration(configuration, at: now()))
        // A kind that has no budget of the settings any more has its manifest's again.
        spaceReloads()
        warnOfUnknownKindBudgets()
    }

    /// The daemon runs in developer mode.
    var isDeveloperMode: Bool { engine.isDeveloperMode }

    /// Kinds with a budget in the settings that no installed provider has.
    var unknownKindBudgets: [String] { engine.configuration.kindBudgets.keys.filter { !catalog.isInstalled($0) }.sorted() }

    /// Warns of budgets for unknown kinds. It is no error: a provider of the kind may be installed later.
    func warnOfUnknownKindBudgets() {
        guard !engine.configuration.kindBudgets.isEmpty else { return }
        Task {
            await providers.described()
            for kind in unknownKindBudgets {
                logger.warning("KindBudget= names a kind that no installed provider gives; it counts once one does", metadata: ["kind": "\(kind)"])
            }
        }
    }

    /// Simulates a widget's reloads until a date.
    /// - Parameter first: steps before it are left out; nil: none are.
    /// - Throws: INVALID_ARGUMENT for a date that is past or too far, NOT_FOUND for an unknown widget, FAILED_PRECONDITION for a widget without a timeline or
    ///   one that another device provides, UNAVAILABLE if the daemon stops.
    func simulate(_ id: WidgetID, from first: Timestamp?, until end: Timestamp) async throws -> ProtoSimulateResponse {
        _ = try requireStatus(id)
        // The first timeline may be under way.
        if timelines[id] == nil, let number = engine.reloadUnderWay(of: id) {
            _ = try await awaitReloads([ReloadResult.Reload(widget: id, number: number)], for: DaemonLimits.firstTimelinePatience)
        }
        let date = now()
        guard end > date else { throw WidgetError.invalid("until", "\(end.rfc3339) is past") }
        guard end <= date + .days(Int64(Limits.forecastDays)) else {
            throw WidgetError.invalid("until", "\(end.rfc3339) is more than \(Limits.forecastDays) days away, the limit")
        }
        if let first, first > end { throw WidgetError.invalid("from", "\(first.rfc3339) is after until, \(end.rfc3339)") }
        guard let timeline = timelines[id], !timeline.entries.isEmpty else {
            throw WidgetError(.failedPrecondition, "the widget has no timeline yet, so nothing says what its provider will give; try again when it has one")
        }
        // The forecast runs on a copy, on another thread: a year takes long.
        let held = heldPush(for: id)
        let expirations = [held?.notification.expiration, pushes.waits(for: id)].compactMap(\.self)
        let outlook = ReloadForecast.Pushes(goesAt: held.map { min(nextDue ?? date, $0.heldUntil ?? date) }, expireAt: expirations.max())
        let forecast = Task(executorPreference: ThreadPoolExecutor.shared) { [engine] in
            engine.forecast(of: id, timeline: timeline, pushes: outlook, from: date, showing: first, until: end)
        }
        guard let forecast = await forecast.value else { throw WidgetError(.notFound, "the widget was removed meanwhile") }
        return ProtoSimulateResponse(forecast, of: id, from: date)
    }

    /// The state of a widget that this device provides.
    private func requireStatus(_ id: WidgetID) throws(WidgetError) -> ReloadStatus {
        let widget = try placed(id)
        if let providingDevice = remoteProvider(of: widget) {
            throw WidgetError(
                .failedPrecondition, "the device '\(peers.name(of: providingDevice))' gives this widget, and its reloads are counted there; ask there")
        }
        guard let status = engine.status(of: id, at: now()) else { throw WidgetError(.notFound, "there is no widget \(id)") }
        return status
    }
}
