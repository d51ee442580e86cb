internal import GRDB
public import WidgetCore
public import WidgetReplication

/// The rows that a commit has changed, read again.
public struct StoredChanges: Sendable {
    /// Widgets that were placed or edited, as they are now; nil: the widget was removed.
    public var widgets: [WidgetID: Widget?] = [:]
    public var placedOn: [WidgetID: DeviceID] = [:]
    /// Timelines that came or went, by the device that provides them; nil: the device provides none any more.
    public var timelines: [DeviceID: [WidgetID: Timeline?]] = [:]
    /// The reason why the provider of such a widget gives no newer timeline; nil: it does.
    public var failures: [DeviceID: [WidgetID: TimelineFailure?]] = [:]
    /// Whose timelines were replaced as a whole: those that aren't in ``timelines`` are gone.
    public var wholeTimelines: Set<DeviceID> = []
    /// Activities that came, changed or went, by the device that owns them; nil: it is forgotten.
    public var activities: [DeviceID: [ActivityID: StoredActivity?]] = [:]
    /// Whose activities were replaced as a whole: those that aren't in ``activities`` are gone.
    public var wholeActivities: Set<DeviceID> = []
    /// All types of Live Activities that each device draws of which one changed.
    public var drawnTypes: [DeviceID: Set<String>] = [:]
    /// Controls that came, changed or went, by the device that provides them; nil: it was removed.
    public var controls: [DeviceID: [ControlID: StoredControl?]] = [:]
    /// Whose controls were replaced as a whole: those that aren't in ``controls`` are gone.
    public var wholeControls: Set<DeviceID> = []
    /// All kinds of controls of each device of which one changed.
    public var controlKinds: [DeviceID: [StoredControlKind]] = [:]
    /// Receipts of intents that came, changed or went, by the device that keeps them; nil: it is forgotten.
    public var receipts: [DeviceID: [WidgetID: IntentReceipt?]] = [:]
    /// Whose receipts were replaced as a whole: those that aren't in ``receipts`` are gone.
    public var wholeReceipts: Set<DeviceID> = []
    /// All kinds of each device of which one changed.
    public var kinds: [DeviceID: [StoredKind]] = [:]
    /// All devices, where one or a revocation changed.
    public var devices: [Device]?
    /// Rows that can't be understood.
    public var damaged: [String] = []
}

extension WidgetStore {
    /// Reads the rows that a commit changed (``setObserver(_:)``, ``replicate(likelyReading:_:)``), as they are now. The result may hold more rows than have
    /// changed: kinds and devices are always read all together.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func read(_ changes: ReplicaChanges) throws(WidgetError) -> StoredChanges {
        return try read { db in
            // A transaction, so that all of it is as of one moment: one row always is.
            guard changes.owned.values.reduce(changes.rows.count, { $0 + $1.count }) > 1 else { return try StoredChanges(changes, db, secrets) }
            try db.cachedStatement(sql: "BEGIN DEFERRED TRANSACTION").execute()
            do {
                let result = try StoredChanges(changes, db, secrets)
                try db.cachedStatement(sql: "COMMIT TRANSACTION").execute()
                return result
            } catch {
                // An open transaction would keep the log from being folded into the database. A failure of the rollback changes nothing: the next read rolls it
                // back first.
                try? db.rollback()
                throw error
            }
        }
    }
}

extension StoredChanges {
    init(_ changes: ReplicaChanges, _ db: Database, _ secrets: SecretStore?) throws {
        for row in changes.rows where row.table == SharedSchema.widget { try readWidget(WidgetID(row.id), db, secrets) }
        for row in changes.rows where row.table == SharedSchema.secretKey {
            let key = try Query("SELECT widget FROM secret_key WHERE id = ?1", in: db)
            key.bind(1, row.id)
            // A key that came may make a value readable.
            if try key.step(), let widget = key.widgetID(0), widgets[widget] == nil { try readWidget(widget, db, secrets) }
        }
        if changes.rows.contains(where: { $0.table == SharedSchema.device || $0.table == SharedSchema.revocation }) { devices = try Device.all(db) }
        for (key, ids) in changes.owned { try readOwned(key, ids, db) }
    }
}

extension StoredChanges {
    fileprivate mutating func readWidget(_ id: WidgetID, _ db: Database, _ secrets: SecretStore?) throws {
        let row = try Query.widget(id, in: db)
        guard try row.step() else {
            widgets.updateValue(nil, forKey: id)
            return
        }
        do {
            var widget = try row.widget()
            try secrets?.open(&widget, db)
            widgets[id] = widget
            placedOn[id] = row.placedOn
        } catch {
            damaged.append("widget \(id): \(error)")
        }
    }

    fileprivate mutating func readOwned(_ key: OwnedKey, _ ids: Set<[UInt8]>, _ db: Database) throws {
        switch OwnedSet(rawValue: key.set) {
        case .kinds:
            let rows = try readRows(key, [[]], db)
            kinds[key.device] = rows.compactMap { row in decoded("kind", row) { try KindCoding.decode($0) } }.sorted { $0.kind.id < $1.kind.id }
        case .timelines:
            if ids.contains([]) { wholeTimelines.insert(key.device) }
            let rows = try readByID(key, ids, db, "timeline") { _, value in try TimelineCoding.decode(value) }
            timelines[key.device] = rows.mapValues { $0?.timeline }
            failures[key.device] = rows.mapValues { $0?.failure }
        case .activities:
            if ids.contains([]) { wholeActivities.insert(key.device) }
            activities[key.device] = try readByID(key, ids, db, "activity", ActivityCoding.decode)
        case .activityTypes: drawnTypes[key.device] = Set(try readRows(key, [[]], db).map { String(decoding: $0.id, as: UTF8.self) })
        case .controlKinds:
            let rows = try readRows(key, [[]], db)
            controlKinds[key.device] = rows.compactMap { row in decoded("control kind", row) { try ControlKindCoding.decode($0) } }.sorted {
                $0.kind.id < $1.kind.id
            }
        case .controls:
            if ids.contains([]) { wholeControls.insert(key.device) }
            controls[key.device] = try readByID(key, ids, db, "control") { try ControlCoding.decode($0, $1) }
        case .intents:
            if ids.contains([]) { wholeReceipts.insert(key.device) }
            receipts[key.device] = try readByID(key, ids, db, "intent", IntentCoding.decode)
        case .presence, .surfaces, nil: break
        }
    }

    /// The rows of a set whose ids are UUIDs.
    /// - Parameter ids: an empty one says that all were dropped first.
    private mutating func readByID<T>(
        _ key: OwnedKey, _ ids: Set<[UInt8]>, _ db: Database, _ what: String, _ decode: (WidgetID, [UInt8]) throws -> T
    ) throws -> [WidgetID: T?] {
        var found: [WidgetID: T?] = [:]
        for id in ids { if let id = WidgetID(bytes: id) { found.updateValue(nil, forKey: id) } }
        for row in try readRows(key, ids.contains([]) ? [[]] : ids, db) {
            guard let id = WidgetID(bytes: row.id), let value = decoded(what, row, { try decode(id, $0) }) else { continue }
            found[id] = value
        }
        return found
    }

    /// - Parameter ids: an empty one: all.
    private func readRows(_ key: OwnedKey, _ ids: Set<[UInt8]>, _ db: Database) throws -> [(id: [UInt8], value: [UInt8])] {
        var found: [(id: [UInt8], value: [UInt8])] = []
        for id in ids {
            let rows = try Query(
                #"SELECT id, value FROM owned WHERE device = ?1 AND "set" = ?2 AND value IS NOT NULL"# + (id.isEmpty ? "" : " AND id = ?3"), in: db)
            rows.bind(1, key.device)
            rows.bind(2, key.set)
            if !id.isEmpty { rows.bind(3, id) }
            while try rows.step() { found.append((rows.blob(0), rows.blob(1))) }
        }
        return found
    }

    private mutating func decoded<T>(_ what: String, _ row: (id: [UInt8], value: [UInt8]), _ decode: ([UInt8]) throws -> T) -> T? {
        do {
            return try decode(row.value)
        } catch {
            damaged.append("\(what) \(WidgetID(bytes: row.id)?.description ?? String(decoding: row.id, as: UTF8.self)): \(error)")
            return nil
        }
    }
}
