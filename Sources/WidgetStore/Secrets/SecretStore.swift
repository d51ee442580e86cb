internal import Crypto
internal import GRDB
internal import Synchronization
internal import WidgetCore
internal import WidgetReplication

/// Seals and opens the values of secret parameters, on the connection of the caller.
///
/// A value's keys are shared rows beside the widget, one for each device that needs it: the devices whose providers give the kind, and the one that set it.
/// To give a value to one more device is an insert. So it never competes with an edit of the widget.
final class SecretStore: Sendable {
    private typealias KeyColumn = SharedSchema.SecretKeyColumn

    private let keys: any DeviceKeys
    private let device: DeviceID
    /// Keys that were unwrapped, by their ids.
    private let unwrapped = Mutex<[[UInt8]: [UInt8]]>([:])

    init(keys: any DeviceKeys, device: DeviceID) {
        self.keys = keys
        self.device = device
    }

    // MARK: Reading

    /// Puts the values that this device may read among the widget's parameters.
    func open(_ widget: inout Widget, _ db: Database) throws {
        for (name, sealed) in widget.sealed { widget.parameters[name] = try value(of: sealed, name, db) }
    }

    private func value(of sealed: SealedValue, _ name: String, _ db: Database) throws -> ParameterValue? {
        try key(sealed.keyID, db).flatMap { SecretBox.open(sealed, name: name, key: $0) }.flatMap { ParametersCoding.value($0) }
    }

    /// Those of a widget's parameters that are secret. Where the widget or its kind isn't known here, any of them may be.
    static func secrets(among names: some Collection<String>, of id: WidgetID, _ db: Database) throws -> Set<String> {
        let row = try Query.widget(id, in: db)
        let widget = try row.step() ? try? row.widget() : nil
        let definitions = try widget.map { try providers(of: $0.kind, db).definitions } ?? [:]
        return Set(names.filter { widget?.sealed[$0] != nil || definitions[$0]?.isSecret ?? true || ParameterDefinition.isSecret($0) })
    }

    private func key(_ id: [UInt8], _ db: Database) throws -> [UInt8]? {
        if let key = unwrapped.withLock({ $0[id] }) { return key }
        let row = try Query("SELECT wrapped FROM secret_key WHERE id = ?1", in: db)
        row.bind(1, Self.row(id, device).id)
        guard try row.step(), let key = keys.unwrap(row.blob(0)) else { return nil }
        unwrapped.withLock { $0[id] = key }
        return key
    }

    // MARK: Writing

    /// The widget as it is to be kept: the values of secret parameters are sealed, for the devices that need them. A value that is the same stays as it is.
    ///
    /// While a member has an older widgetd, which would lose a sealed value with its next edit, new values stay readable.
    func seal(_ widget: Widget, _ replica: inout Replica<SQLiteReplica>, _ db: Database, now: Timestamp) throws -> Widget {
        let row = try Query.widget(widget.id, in: db)
        let kept = try row.step() ? (try? row.widget())?.sealed ?? [:] : [:]
        let providers = try Self.providers(of: widget.kind, db)
        let secrets = widget.parameters.filter { name, _ in
            widget.sealed[name] != nil || providers.definitions[name]?.isSecret ?? ParameterDefinition.isSecret(name)
        }
        var result = widget
        result.sealed = result.sealed.filter { $0.value != .unsealed }
        guard !secrets.isEmpty || !kept.isEmpty else { return result }
        let members = try members(db, now: now)
        for (name, value) in secrets {
            if let there = result.sealed[name] ?? kept[name], try self.value(of: there, name, db) == value {
                result.sealed[name] = there
            } else if members.canSeal {
                let (sealed, key) = try SecretBox.seal(try ParametersCoding.encode(value), name: name)
                result.sealed[name] = sealed
                unwrapped.withLock { $0[sealed.keyID] = key }
                try give(key, sealed.keyID, of: widget.id, to: providers.devices.union([device]), members.certificates, &replica, now)
            } else {
                result.sealed[name] = nil
            }
        }
        if result.sealed != kept { try noteReplaced(of: widget.id, keeping: Set(result.sealed.values.map(\.keyID)), &replica, db, now) }
        return result
    }

    /// Gives the keys of values to the devices that need them and lack them, where this device has the key.
    /// - Parameter widgets: the widgets whose values are meant. Nil: all.
    /// - Returns: how many were given, at most ``StoreLimits/keysPerTransaction``. Where some were, there may be more.
    func giveMissing(of widgets: Set<WidgetID>?, _ replica: inout Replica<SQLiteReplica>, _ db: Database, now: Timestamp) throws -> Int {
        let certificates = try members(db, now: now).certificates
        var providers: [String: Set<DeviceID>] = [:]
        var given = 0
        for id in try widgets ?? withKeys(db) where given < StoreLimits.keysPerTransaction {
            let row = try Query.widget(id, in: db)
            guard try row.step(), let widget = try? row.widget(), !widget.sealed.isEmpty else { continue }
            let devices = try providers[widget.kind] ?? Self.providers(of: widget.kind, db).devices
            providers[widget.kind] = devices
            for sealed in widget.sealed.values {
                let missing = try devices.subtracting(holders(of: sealed.keyID, widget.id, db))
                guard !missing.isEmpty, let key = try key(sealed.keyID, db) else { continue }
                given += try give(key, sealed.keyID, of: id, to: missing, certificates, &replica, now)
            }
        }
        return given
    }

    /// The widgets that have secrets, or had some.
    private func withKeys(_ db: Database) throws -> Set<WidgetID> {
        var widgets: Set<WidgetID> = []
        let rows = try Query("SELECT DISTINCT widget FROM secret_key", in: db)
        while try rows.step() { if let id = rows.widgetID(0) { widgets.insert(id) } }
        return widgets
    }

    /// Removes keys of widgets that were removed, here or elsewhere.
    /// - Returns: how many, at most ``StoreLimits/keysPerTransaction``.
    func forgetKeysOfRemoved(_ replica: inout Replica<SQLiteReplica>, _ db: Database, now: Timestamp) throws -> Int {
        let rows = try Query(
            "SELECT id FROM secret_key k WHERE EXISTS (SELECT 1 FROM tombstone t WHERE t.tbl = ?1 AND t.id = k.widget) LIMIT ?2", in: db)
        rows.bind(1, SharedSchema.widget)
        rows.bind(2, StoreLimits.keysPerTransaction)
        var ids: [RowID] = []
        while try rows.step() { if let id = rows.rowID(0) { ids.append(id) } }
        try remove(ids, &replica, now)
        return ids.count
    }

    @discardableResult
    private func give(
        _ key: [UInt8], _ id: [UInt8], of widget: WidgetID, to devices: Set<DeviceID>, _ certificates: [DeviceID: [UInt8]],
        _ replica: inout Replica<SQLiteReplica>, _ now: Timestamp
    ) throws -> Int {
        var given = 0
        for device in devices.sorted() {
            let row = Self.row(id, device)
            // A key that was removed can't come back: its value isn't the widget's any more.
            guard try replica.storage.clocks(row) == nil, try replica.storage.tombstone(row) == nil, let certificate = certificates[device],
                let wrapped = keys.wrap(key, for: device, certificate)
            else { continue }
            let cells = [
                Cell(KeyColumn.keyID, .blob(id)), Cell(KeyColumn.device, .blob(device.bytes)), Cell(KeyColumn.wrapped, .blob(wrapped)),
                Cell(KeyColumn.widget, .blob(widget.bytes)), Cell(KeyColumn.replacedAt, .integer(0)),
            ]
            try replica.perform(RowOperation(row, .insert(cells)), now: now)
            given += 1
        }
        return given
    }

    /// Notes which keys are of values that were replaced, and removes those that were replaced long ago: an edit of another device may bring a value back.
    private func noteReplaced(
        of widget: WidgetID, keeping kept: Set<[UInt8]>, _ replica: inout Replica<SQLiteReplica>, _ db: Database, _ now: Timestamp
    ) throws {
        let rows = try Query("SELECT id, key_id, replaced_at FROM secret_key WHERE widget = ?1", in: db)
        rows.bind(1, widget)
        var (changed, old): ([(RowID, Int64)], [RowID]) = ([], [])
        while try rows.step(), changed.count + old.count < StoreLimits.keysPerTransaction {
            guard let id = rows.rowID(0) else { continue }
            let (isKept, replacedAt) = (kept.contains(rows.blob(1)), rows.integer(2))
            if isKept != (replacedAt == 0) {
                changed.append((id, isKept ? 0 : now.milliseconds))
            } else if !isKept, replacedAt < now.milliseconds - StoreLimits.replacedKeyPeriod.count {
                old.append(id)
            }
        }
        for (id, date) in changed {
            let row = RowKey(table: SharedSchema.secretKey, id: id)
            try replica.perform(RowOperation(row, .update([Cell(KeyColumn.replacedAt, .integer(date))])), now: now)
        }
        try remove(old, &replica, now)
    }

    private func remove(_ ids: [RowID], _ replica: inout Replica<SQLiteReplica>, _ now: Timestamp) throws {
        for id in ids { _ = try replica.perform(RowOperation(RowKey(table: SharedSchema.secretKey, id: id), .delete), now: now) }
    }

    // MARK: Devices

    /// The devices whose providers give a kind, and the definitions of its parameters.
    private static func providers(of kind: String, _ db: Database) throws -> (devices: Set<DeviceID>, definitions: [String: ParameterDefinition]) {
        var devices: Set<DeviceID> = []
        var definitions: [String: ParameterDefinition] = [:]
        let rows = try Query(#"SELECT device, value FROM owned WHERE "set" = ?1 AND id = ?2 AND value IS NOT NULL"#, in: db)
        rows.bind(1, OwnedSet.kinds.rawValue)
        rows.bind(2, Array(kind.utf8))
        while try rows.step() {
            guard let device = rows.device(0), let stored = try? KindCoding.decode(rows.blob(1)) else { continue }
            let found = stored.kind
            if !stored.isWithdrawn { devices.insert(device) }
            // Where versions of a provider differ, a parameter is secret if one says so.
            for definition in found.parameters where definitions[definition.name]?.isSecret != true { definitions[definition.name] = definition }
        }
        return (devices, definitions)
    }

    /// The members' certificates, and whether values may be sealed: not while a member lacks its own, since it has an earlier widgetd then. A member that has
    /// just joined may not have said its certificate yet.
    private func members(_ db: Database, now: Timestamp) throws -> (certificates: [DeviceID: [UInt8]], canSeal: Bool) {
        // This device's row may say that it was evicted.
        var (found, canSeal) = ([device: keys.certificate], true)
        let rows = try Query(
            """
            SELECT device, certificate, added_at FROM device WHERE forgotten_at = 0 AND evicted_at = 0 AND device NOT IN (SELECT device FROM revocation)
            """, in: db)
        while try rows.step() {
            guard let member = rows.device(0), member != device else { continue }
            let certificate = rows.blob(1)
            if !certificate.isEmpty {
                found[member] = certificate
            } else if rows.date(2) + StoreLimits.certificateComesWithin < now {
                canSeal = false
            }
        }
        return (found, canSeal)
    }

    private func holders(of keyID: [UInt8], _ widget: WidgetID, _ db: Database) throws -> Set<DeviceID> {
        var found: Set<DeviceID> = []
        let rows = try Query("SELECT device FROM secret_key WHERE widget = ?1 AND key_id = ?2", in: db)
        rows.bind(1, widget)
        rows.bind(2, keyID)
        while try rows.step() { if let device = rows.device(0) { found.insert(device) } }
        return found
    }

    private static func row(_ keyID: [UInt8], _ device: DeviceID) -> RowKey {
        var hash = SHA256()
        hash.update(data: keyID)
        hash.update(data: device.bytes)
        return hash.finalize().withUnsafeBytes { bytes in
            let (high, low) = (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            return RowKey(table: SharedSchema.secretKey, id: RowID(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low)))
        }
    }
}
