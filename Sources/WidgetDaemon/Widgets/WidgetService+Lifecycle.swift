import DaemonCore
import Systemd
import WidgetCore
import WidgetStore

extension WidgetService {
    /// Takes over the stored state: widgets, their timelines, planned reloads. Intents that the last run began and didn't finish count as performed: they
    /// aren't repeated, and their widgets are reloaded.
    func start(from stored: StoredState) async throws(WidgetError) {
        for row in stored.damaged {
            logger.log(.rowDamaged, "a row of the store can't be understood; it is left as it is and not used", metadata: ["row": "\(row)"])
        }
        for widget in stored.widgets { widgets[widget.id] = widget }
        Task { await settleSecretKeys() }
        timelines = stored.timelines
        failures = stored.failures
        peers = RemoteProviderDirectory(me: store.device, stored)
        catalog = providers.catalog
        spaceReloads()
        let date = now()
        var effects = engine.setInstalled(catalog.installed, changed: [], at: date)
        for widget in stored.widgets.sorted(by: { $0.id < $1.id }) {
            let id = widget.id
            let isRemote = remoteProvider(of: widget) != nil
            if isRemote { timelines[id] = nil }
            effects += engine.add(
                id, kind: widget.kind, isInstalled: catalog.isInstalled(widget.kind), isRemote: isRemote, timeline: timelines[id],
                record: stored.reloadRecords[id], at: date)
        }
        if stored.surroundings.locality != environment.locality {
            // It is written together with the reloads that it causes. If this start is interrupted, the next one does it.
            journal.setLocality(environment.locality)
            if let before = stored.surroundings.locality {
                logger.notice(
                    "the time zone or the locale isn't that of the last run: every widget reloads, spread out",
                    metadata: ["time_zone": "\(environment.timeZone)", "before": "\(before.timeZone)"])
                effects += engine.environmentChanged(at: date)
            }
        }
        effects = restorePushes(stored.push, stored.reloadRecords, after: effects, at: date)
        effects += await closeInterruptedIntents(stored.pendingIntents, at: date)
        // All archives are read at once: a thousand single reads would take most of the start.
        var room = DaemonCoreLimits.readyArchiveBytes
        let shown = timelines.values.compactMap { timeline -> ContentDigest? in
            guard !timeline.entries.isEmpty else { return nil }
            let entry = timeline.entries[timeline.index(at: date)]
            room -= entry.size
            return room >= 0 ? entry.archive : nil
        }
        let archives = try store.archives(shown)
        for id in widgets.keys.sorted() { publish(id, archives: archives) }
        apply(effects)
        reassign(stored.widgets.filter { remoteProvider(of: $0) != nil })
        warnOfUnknownKindBudgets()
        logger.info("widgets are ready", metadata: ["widgets": "\(widgets.count)", "kinds": "\(catalog.kinds.count)", "providers": "\(catalog.hosts.count)"])
    }

    /// Ends interrupted intents and records their widgets' reloads in one transaction, so that another crash loses neither. While the disk is full they stay
    /// open, for the next start.
    private func closeInterruptedIntents(_ pending: [PendingIntent], at date: Timestamp) async -> [ReloadEffect] {
        let open = intents.records.receipts.own.values.filter { $0.state == .pending }
        guard !pending.isEmpty || !open.isEmpty else { return [] }
        var effects: [ReloadEffect] = []
        for intent in pending where widgets[intent.widget] != nil {
            logger.log(
                .intentInterrupted, "an intent was interrupted; it is not repeated, and its widget is reloaded",
                metadata: ["widget": "\(intent.widget)", "action": "\(intent.action)"])
            effects += engine.requestReload(.widget(intent.widget), cause: .interaction, caller: .foreground, at: date).effects
        }
        noteRecords(of: effects)
        let recorded = effects.recorded
        let ended = open.map { $0.ended(Self.interrupted($0.action), at: date) }
        do {
            try await store.write { [journal] transaction in
                for intent in pending {
                    try transaction.finishIntent(key: intent.key, error: Self.interrupted(intent.action), at: date)
                }
                for receipt in ended { try transaction.put(receipt) }
                try journal.records.write(recorded, to: &transaction)
            }
            for receipt in ended { intents.records.put(receipt) }
        } catch {
            logger.error("interrupted intents could not be closed; the next start does it", metadata: ["error": "\(error)"])
        }
        return effects
    }

    private static func interrupted(_ action: String) -> WidgetError {
        WidgetError(.aborted, "the daemon stopped while '\(action)' was being performed; it may have been performed")
    }
}

extension WidgetService {
    /// The daemon is about to stop: calls that wait for the end of a reload, or for another link to a device, are answered.
    func drain() async {
        phase = .draining
        reloadEnds.signal()
        await intents.remote.drain()
    }

    /// Ends the work. No reload begins any more, this waits for running actions, programs are ended, and all decisions are written.
    func stop() async {
        phase = .stopping
        armTimer()
        await intents.remote.stop()
        await intents.local.finish()
        let running = reloads.cancelAll()
        await providers.stop()
        for task in running { await task.value }
        await journal.writeAll()
        // This writes rows that came while the last commit ran and failed.
        await journal.writeAll()
    }
}
