public import WidgetCore

extension Replica {
    /// Writes a row of one of this device's sets.
    /// - Parameter value: the row's value. Nil removes the row.
    /// - Throws: the storage's errors.
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

    /// The value of a row of one of this device's sets. Nil where there is none.
    /// - Throws: the storage's errors.
    public func owned(_ set: OwnedSet, _ id: [UInt8]) throws -> [UInt8]? {
        try storage.owned(OwnedKey(device: position.device, set: set.rawValue), id)?.value
    }

    private mutating func put(_ row: OwnedRow, _ key: OwnedKey, _ version: inout OwnedVersion) throws {
        if let old = try storage.owned(key, row.id) { version.digest &-= old.digest }
        version.digest &+= row.digest
        try storage.setOwned(key, row, version.incarnation)
    }

    /// Writes this device's owned rows again under its new incarnation. Removed rows are dropped.
    mutating func reissueOwned() throws {
        for (key, old) in position.owned.filter({ $0.key.device == position.device }).sorted(by: { $0.key < $1.key }) {
            var rows: [OwnedRow] = []
            var counter: Int64 = 0
            while case let page = try storage.owned(key, after: counter, limit: Self.page), let end = page.last?.counter {
                rows += page
                counter = end
            }
            try storage.removeOwned(key, notOf: nil)
            // A set without rows gets a version too, so that a peer with rows of the old life learns that they are gone.
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

/// A part of a device's set, as it is sent.
public struct OwnedUpdate: Sendable, Hashable {
    public var key: OwnedKey
    /// The set's version once the last part has been applied.
    public var version: OwnedVersion
    /// Whether this is the first part of a whole set. Then the receiver drops its rows of the set.
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
    /// Applies a part of a device's set.
    /// - Returns: whether the result is the peer's. It isn't where a delta was made over another base; then the caller must ask for the whole set.
    /// - Throws: ``ReplicationFault`` `.malformed`; the storage's errors.
    public mutating func apply(_ update: OwnedUpdate, from peer: DeviceID) throws -> Bool {
        // Nobody else can write this device's rows.
        guard update.key.device != position.device else { return true }
        try check(update)
        // The device isn't a member here, or not yet, because that change is held. Its rows are sent again after the next comparison.
        guard try update.key.device == peer || storage.isKnown(update.key.device) else { return true }
        let known = position.owned[update.key]
        guard known != nil || position.owned.count < ReplicationLimits.ownedSets else {
            throw ReplicationFault.forbidden("more than \(ReplicationLimits.ownedSets) owned sets (ownedSets)")
        }
        guard try update.version.isLater(than: known) || isCorrection(update.version, of: known, update.key, by: peer) else { return true }
        // The version stays until the last part is here. The digest follows each part, so that after a broken link the next comparison is right.
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

    /// Whether an update replaces a state with the same number. Copies of a device may have written both, or one may be incomplete. The owner's state counts.
    /// Where the owner is no longer a member, all devices choose by the same rule.
    private func isCorrection(_ version: OwnedVersion, of known: OwnedVersion?, _ key: OwnedKey, by peer: DeviceID) throws -> Bool {
        guard let known, version.hasNumber(of: known) else { return false }
        guard key.device != peer else { return true }
        return try !storage.isMember(key.device) && (version.digest > known.digest || !isWhole(key, known))
    }

    /// Whether the whole set of this version is here, and no row of a later version.
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

    /// Makes the next part of a set for a peer that has `base`.
    /// - Parameter after: the counter of the last row that was sent. Nil for the first part.
    /// - Returns: the part. Nil where there is no such set, or where the set isn't complete here.
    /// - Throws: the storage's errors.
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
