public import WidgetCore

extension Replica {
    /// Writes a row of one of this device's sets.
    /// - Parameter value: nil removes it.
    public mutating func setOwned(_ set: OwnedSet, _ id: [UInt8], _ value: [UInt8]?) throws {
        let key = OwnedKey(device: position.device, set: set.rawValue)
        let origin = position.origin
        var version = position.owned[key] ?? OwnedVersion(incarnation: origin.incarnation, counter: 0, digest: 0)
        version.counter += 1
        let row = OwnedRow(id: id, counter: version.counter, value: value)
        try put(row, key, &version)
        record(version, key)
        changes.owned[key, default: []].insert(id)
        changes.hasOwn = true
    }

    /// The value of a row of one of this device's sets; nil: there is none.
    public func owned(_ set: OwnedSet, _ id: [UInt8]) throws -> [UInt8]? {
        try storage.owned(OwnedKey(device: position.device, set: set.rawValue), id)?.value
    }

    private mutating func put(_ row: OwnedRow, _ key: OwnedKey, _ version: inout OwnedVersion) throws {
        if let old = try storage.owned(key, row.id) { version.digest &-= old.digest }
        version.digest &+= row.digest
        try storage.setOwned(key, row, version.incarnation)
    }

    /// Issues what this device owns anew, under its new life; what was removed is forgotten.
    mutating func reissueOwned() throws {
        for (key, old) in position.owned.filter({ $0.key.device == position.device }).sorted(by: { $0.key < $1.key }) {
            var rows: [OwnedRow] = []
            var counter: Int64 = 0
            while case let page = try storage.owned(key, after: counter, limit: Self.page), let end = page.last?.counter {
                rows += page
                counter = end
            }
            try storage.removeOwned(key, notOf: nil)
            // A set without rows has a version too: a peer that has rows of the old life learns that they are gone.
            var version = OwnedVersion(incarnation: position.origin.incarnation, counter: old.counter, digest: 0)
            for row in rows where row.value != nil {
                version.counter += 1
                let row = OwnedRow(id: row.id, counter: version.counter, value: row.value)
                version.digest &+= row.digest
                try storage.setOwned(key, row, version.incarnation)
            }
            version.counter += 1
            record(version, key)
        }
    }
}

/// A part of a device's set, as it travels.
public struct OwnedUpdate: Sendable, Hashable {
    public var key: OwnedKey
    /// The state that the rows lead to, when the last part has come.
    public var version: OwnedVersion
    /// The first part of a whole set: what is there is dropped.
    public var isWhole: Bool
    public var rows: [OwnedRow]
    /// More parts follow.
    public var hasMore: Bool

    public init(key: OwnedKey, version: OwnedVersion, isWhole: Bool, rows: [OwnedRow], hasMore: Bool) {
        self.key = key
        self.version = version
        self.isWhole = isWhole
        self.rows = rows
        self.hasMore = hasMore
    }
}

extension Replica {
    /// Takes a part of a device's set.
    /// - Returns: false where the result isn't what the peer has: it was a delta over another base, and the whole set is asked for.
    public mutating func apply(_ update: OwnedUpdate, from peer: DeviceID) throws -> Bool {
        // Others' rows in this device's name are never taken.
        guard update.key.device != position.device else { return true }
        try check(update)
        // The device isn't a member here, or not yet, because that change is held: its rows are sent again when both compare anew.
        guard try update.key.device == peer || storage.isKnown(update.key.device) else { return true }
        let known = position.owned[update.key]
        guard try update.version.isLater(than: known) || isCorrection(update.version, of: known, update.key, by: peer) else { return true }
        // The version stays what it was until the last part is here; the digest goes along, so that a broken link leaves a state that is compared truly.
        var version = known ?? OwnedVersion(incarnation: update.version.incarnation, counter: 0, digest: 0)
        if update.isWhole || version.incarnation != update.version.incarnation {
            try storage.removeOwned(update.key, notOf: nil)
            changes.owned[update.key, default: []].insert([])
            version = OwnedVersion(incarnation: update.version.incarnation, counter: 0, digest: 0)
        }
        for row in update.rows {
            try put(row, update.key, &version)
            changes.owned[update.key, default: []].insert(row.id)
        }
        if !update.hasMore {
            guard version.digest == update.version.digest else {
                record(OwnedVersion(incarnation: version.incarnation, counter: 0, digest: version.digest), update.key)
                return false
            }
            version.counter = update.version.counter
        }
        record(version, update.key)
        return true
    }

    /// Two states may have one number: copies of a device wrote them, or one has come in part. The owner says which is right. One that is no member any more
    /// won't, and all take the same.
    private func isCorrection(_ version: OwnedVersion, of known: OwnedVersion?, _ key: OwnedKey, by peer: DeviceID) throws -> Bool {
        guard let known, version.hasNumber(of: known) else { return false }
        guard key.device != peer else { return true }
        return try !storage.isMember(key.device) && (version.digest > known.digest || !isWhole(key, known))
    }

    /// Whether a set is here up to its version, and no rows of a later one.
    func isWhole(_ key: OwnedKey, _ version: OwnedVersion) throws -> Bool {
        try key.device == position.device || storage.owned(key, after: version.counter, limit: 1).isEmpty
    }

    private func check(_ update: OwnedUpdate) throws(ReplicationFault) {
        guard update.rows.count <= ReplicationLimits.ownedRowsPerUpdate else {
            throw .malformed("\(update.rows.count) owned rows at once; at most \(ReplicationLimits.ownedRowsPerUpdate)")
        }
        for row in update.rows {
            guard row.id.count <= ReplicationLimits.ownedIDBytes else {
                throw .malformed("an owned row's id of \(row.id.count) bytes; at most \(ReplicationLimits.ownedIDBytes)")
            }
            guard row.value?.count ?? 0 <= ReplicationLimits.ownedValueBytes else {
                throw .malformed("an owned row of \(row.value?.count ?? 0) bytes; at most \(ReplicationLimits.ownedValueBytes)")
            }
            guard row.counter > 0, row.counter <= update.version.counter else { throw .malformed("an owned row that is newer than its set") }
        }
    }

    /// The next part of a set for a peer that has `base`.
    /// - Parameter after: the counter of the last row that was sent; nil: begin.
    /// - Returns: nil: there is no such set, or only a part of it, or of its newest rows, has come here yet.
    public func update(_ key: OwnedKey, base: OwnedVersion?, after: Int64?) throws -> OwnedUpdate? {
        guard let version = position.owned[key], try isWhole(key, version) else { return nil }
        let isDelta = base.map { $0.incarnation == version.incarnation && $0.counter <= version.counter && $0.counter > 0 } ?? false
        let start = after ?? (isDelta ? base?.counter ?? 0 : 0)
        var (rows, bytes): ([OwnedRow], Int) = ([], 0)
        for row in try storage.owned(key, after: start, limit: ReplicationLimits.ownedRowsPerUpdate + 1) {
            bytes += row.id.count + (row.value?.count ?? 0) + 16
            if !rows.isEmpty, bytes > ReplicationLimits.batchBytes || rows.count == ReplicationLimits.ownedRowsPerUpdate {
                return OwnedUpdate(key: key, version: version, isWhole: !isDelta && after == nil, rows: rows, hasMore: true)
            }
            rows.append(row)
        }
        return OwnedUpdate(key: key, version: version, isWhole: !isDelta && after == nil, rows: rows, hasMore: false)
    }
}
