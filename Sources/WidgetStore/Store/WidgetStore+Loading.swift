internal import GRDB
public import WidgetCore

extension WidgetStore {
    /// Reads what the daemon needs at its start, as of one moment. A row that can't be understood is left out and named in ``StoredState/damaged``.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func load() throws(WidgetError) -> StoredState {
        try read { db in
            var state = StoredState()
            try db.inTransaction(.deferred) {
                try state.readWidgets(db, secrets)
                try state.readKinds(db, own: device)
                try state.readTimelines(db, own: device)
                try state.readActivities(db, own: device)
                try state.readDrawnTypes(db, own: device)
                try state.readControls(db, own: device)
                try state.readControlKeys(db)
                try state.readReceipts(db, own: device)
                state.devices = try Device.all(db)
                try state.readReloadRecords(db)
                try state.readPendingIntents(db)
                try state.readPush(db)
                try state.readRelevance(db)
                try state.readLocality(db)
                try state.readSurfaces(db)
                try state.readRegistrations(db)
                try state.readActivityTypes(db)
                return .commit
            }
            return state
        }
    }
}

extension StoredState {
    mutating func readWidgets(_ db: Database, _ secrets: SecretStore?) throws {
        let rows = try Query.widgets(in: db)
        while try rows.step() {
            do {
                var widget = try rows.widget(afterKind: widgets.last?.kind ?? "")
                if !widget.sealed.isEmpty { try secrets?.open(&widget, db) }
                widgets.append(widget)
                placedOn[widget.id] = rows.placedOn
            } catch {
                damaged.append("widget \(rows.widgetID(0)?.description ?? "\(rows.blob(0))"): \(error)")
            }
        }
    }

    fileprivate mutating func readKinds(_ db: Database, own: DeviceID) throws {
        try readOwned(.kinds, db) { state, device, row in
            let kind = try KindCoding.decode(row.blob(2))
            if device == own { state.kinds.append(kind) } else { state.peers[device, default: PeerState()].kinds.append(kind) }
        }
        kinds.sort { $0.kind.id < $1.kind.id }
        for device in peers.keys { peers[device]?.kinds.sort { $0.kind.id < $1.kind.id } }
    }

    fileprivate mutating func readTimelines(_ db: Database, own: DeviceID) throws {
        timelines.reserveCapacity(widgets.count)
        try readOwned(.timelines, db) { state, device, row in
            guard let widget = row.widgetID(1) else { throw WidgetError(.dataLoss, "its widget's id hasn't 16 bytes") }
            let stored = try TimelineCoding.decode(row.blob(2))
            if device == own {
                state.timelines[widget] = stored.timeline
                state.failures[widget] = stored.failure
            } else {
                state.peers[device, default: PeerState()].timelines[widget] = stored.timeline
                state.peers[device, default: PeerState()].failures[widget] = stored.failure
            }
        }
    }

    fileprivate mutating func readActivities(_ db: Database, own: DeviceID) throws {
        try readOwned(.activities, db) { state, device, row in
            guard let id = row.widgetID(1) else { throw WidgetError(.dataLoss, "its id hasn't 16 bytes") }
            let activity = try ActivityCoding.decode(id, row.blob(2))
            if device == own { state.activities.append(activity) } else { state.peers[device, default: PeerState()].activities[id] = activity }
        }
    }

    fileprivate mutating func readControls(_ db: Database, own: DeviceID) throws {
        try readOwned(.controlKinds, db) { state, device, row in
            let kind = try ControlKindCoding.decode(row.blob(2))
            if device == own { state.controlKinds.append(kind) } else { state.peers[device, default: PeerState()].controlKinds.append(kind) }
        }
        controlKinds.sort { $0.kind.id < $1.kind.id }
        for device in peers.keys { peers[device]?.controlKinds.sort { $0.kind.id < $1.kind.id } }
        try readOwned(.controls, db) { state, device, row in
            guard let id = row.widgetID(1) else { throw WidgetError(.dataLoss, "its id hasn't 16 bytes") }
            let control = try ControlCoding.decode(id, row.blob(2), secrets: device == own ? Self.controlSecrets(of: id, db) : [:])
            if device == own { state.controls.append(control) } else { state.peers[device, default: PeerState()].controls[id] = control }
        }
    }

    fileprivate mutating func readReceipts(_ db: Database, own: DeviceID) throws {
        try readOwned(.intents, db) { state, device, row in
            guard let id = row.widgetID(1) else { throw WidgetError(.dataLoss, "its id hasn't 16 bytes") }
            let receipt = try IntentCoding.decode(id, row.blob(2))
            if device == own { state.receipts.append(receipt) } else { state.peers[device, default: PeerState()].receipts[id] = receipt }
        }
    }

    fileprivate mutating func readReloadRecords(_ db: Database) throws {
        reloadRecords.reserveCapacity(widgets.count)
        let rows = try Query(
            """
            SELECT widget, next_reload, rule, failures, last_error, last_reload_at, pending, deferred, own_credit, own_settled_at, push_credit, push_settled_at,
                last_spent_at, last_seen_at, chosen_per_day, chosen_saved FROM reload_record
            """, in: db)
        func bucket(_ column: Int32) -> TokenBucket? {
            guard let credit = rows.optionalInteger(column), let date = rows.optionalDate(column + 1) else { return nil }
            return TokenBucket(credit: max(0, credit), settledAt: date)
        }
        // If another version allowed these numbers and this one doesn't, the kind's budget holds.
        func chosen(_ column: Int32) -> ReloadBudget? {
            guard let perDay = rows.optionalInteger(column), let saved = rows.optionalInteger(column + 1) else { return nil }
            return try? ReloadBudget(perDay: Int(perDay), capacity: Int(saved))
        }
        while try rows.step() {
            guard let widget = rows.widgetID(0) else {
                damaged.append("reload record of \(rows.blob(0)): a widget's id has 16 bytes")
                continue
            }
            reloadRecords[widget] = ReloadRecord(
                nextReload: rows.optionalDate(1), rule: rows.text(2), failures: Int(rows.integer(3)), lastError: rows.text(4),
                lastReloadAt: rows.optionalDate(5), pending: rows.optionalInteger(6).flatMap { ReloadCause(rawValue: Int($0)) },
                deferred: rows.optionalInteger(7).flatMap { ReloadCause(rawValue: Int($0)) },
                budget: BudgetState(own: bucket(8), push: bucket(10), lastSpentAt: rows.optionalDate(12), lastSeenAt: rows.optionalDate(13), chosen: chosen(14))
            )
        }
    }

    fileprivate mutating func readPendingIntents(_ db: Database) throws {
        let rows = try Query("SELECT key, widget, action, started_at FROM intent WHERE finished_at IS NULL ORDER BY started_at", in: db)
        while try rows.step() {
            guard let widget = rows.widgetID(1) else {
                damaged.append("intent \(rows.text(0)): a widget's id has 16 bytes")
                continue
            }
            pendingIntents.append(PendingIntent(key: rows.text(0), widget: widget, action: rows.text(2), startedAt: rows.date(3)))
        }
    }
}
