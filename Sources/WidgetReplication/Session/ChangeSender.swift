internal import WidgetCore

/// Sends the log and the owned sets to the peer, and knows how far it has come.
struct ChangeSender: Sendable {
    private let peer: DeviceID
    /// The place up to which the log has been sent, skipped, or held back.
    private(set) var cursor: LogPlace
    /// The owned sets that the peer has.
    private var known: [OwnedKey: OwnedVersion]
    /// The set of which a part has been sent.
    private var current: PartOfSet?
    private var heldBack: HeldBackChanges
    /// The sets that the peer lacks.
    private var lacking: Set<OwnedKey> = []
    /// Sets of which the peer's version is another one since ``lacking`` was found.
    private var unlooked: Set<OwnedKey> = []
    /// The count of the replica's changes of sets at that time. Nil: all have to be looked at.
    private var seen: Int?

    private struct PartOfSet {
        let key: OwnedKey
        /// The counter of the last row that was sent.
        let last: Int64
    }

    /// Two devices have compared. All that the peer lacks now is sent to it; of later changes, those that it doesn't get from others.
    /// - Parameters:
    ///   - start: the place in the log before the first transaction that the peer may lack.
    ///   - owned: the owned sets that the peer has.
    ///   - linked: the devices with which the peer is linked.
    /// - Throws: the storage's errors.
    init<S>(
        to peer: DeviceID, from start: LogPlace, owned: [OwnedKey: OwnedVersion], linked: Set<DeviceID>, _ replica: Replica<S>, at uptime: Int64
    ) throws {
        self.peer = peer
        cursor = try replica.storage.end()
        known = owned
        heldBack = HeldBackChanges(passing: start, through: cursor, sets: Set(replica.position.owned.keys.lazy.map(\.device)), linked: linked, at: uptime)
    }

    /// Continues behind a snapshot's place in the log.
    mutating func move(behindSnapshot place: LogPlace) {
        cursor = place
        heldBack.dropEntries()
    }

    /// Skips what the peer itself has sent.
    mutating func skip(to place: LogPlace) { cursor = place }

    // MARK: Other devices' changes

    /// The peer says with whom it is linked.
    mutating func setLinked(_ devices: Set<DeviceID>) { heldBack.setLinked(devices) }

    /// The peer has exactly what is here.
    mutating func agree<S>(_ replica: Replica<S>) {
        known = replica.position.owned
        (current, seen) = (nil, nil)
        heldBack.drop()
    }

    /// The peer says which versions of sets it has.
    mutating func acknowledge<S>(_ sets: [OwnedKey: OwnedVersion], _ replica: Replica<S>) {
        // Others than those that are here would only take room.
        for (key, version) in sets where replica.position.owned[key] != nil && version.isLater(than: known[key]) { note(key, version) }
    }

    // MARK: The log

    /// - Returns: the next transactions that the peer lacks. The list is empty where the peer has all, or gets them from others.
    private mutating func nextBatch<S>(_ replica: Replica<S>, _ progress: inout PeerProgress, at uptime: Int64) throws -> [LoggedTransaction] {
        while true {
            if let waiting = heldBack.releasedEntries {
                var place = waiting.after
                let batch = try progress.nextBatch(after: &place, through: waiting.through, replica) { _ in true }
                heldBack.passed(to: batch.sent.isEmpty ? waiting.through : place)
                if !batch.sent.isEmpty { return batch.sent }
            }
            let own = replica.position.device
            let batch = try progress.nextBatch(after: &cursor, isHolding: heldBack.hasEntries, replica) { $0.device == own || heldBack.passes($0.device) }
            if let start = batch.heldBack { heldBack.hold(batch.devices, after: start, through: cursor, at: uptime) }
            if batch.isBlocked { heldBack.releaseEntries() }
            if !batch.sent.isEmpty || !batch.isBlocked { return batch.sent }
        }
    }

    // MARK: Owned sets

    /// The peer sent a whole set.
    mutating func received(_ key: OwnedKey, _ version: OwnedVersion) { note(key, version) }

    /// The peer asks for a whole set again.
    mutating func restart(_ key: OwnedKey) {
        note(key, nil)
        if current?.key == key { current = nil }
    }

    /// - Returns: the next message with changes that the peer lacks: transactions, then owned sets. Nil where it has all, or gets them from others.
    mutating func nextMessage<S>(_ replica: Replica<S>, _ progress: inout PeerProgress, at uptime: Int64) throws -> PeerMessage? {
        var batch = try nextBatch(replica, &progress, at: uptime)
        guard batch.isEmpty, let update = try findUpdate(replica) else { return batch.isEmpty ? nil : .transactions(batch) }
        // A set may depend on the log, so it takes along what is held back.
        heldBack.releaseRecentEntries(at: uptime)
        batch = try nextBatch(replica, &progress, at: uptime)
        guard batch.isEmpty else { return .transactions(batch) }
        note(update)
        return .owned(update)
    }

    /// A part of a set has been sent.
    private mutating func note(_ update: OwnedUpdate) {
        if update.hasMore, let last = update.rows.last {
            current = PartOfSet(key: update.key, last: last.counter)
        } else {
            if current?.key == update.key { current = nil }
            note(update.key, update.version)
        }
    }

    /// The peer has this version.
    private mutating func note(_ key: OwnedKey, _ version: OwnedVersion?) {
        known[key] = version
        unlooked.insert(key)
    }

    /// Finds the sets that the peer lacks.
    private mutating func look<S>(_ replica: Replica<S>) throws {
        let position = replica.position
        if let changed = position.recentSets.since(seen) { unlooked.formUnion(changed) } else { unlooked.formUnion(position.owned.keys) }
        seen = position.recentSets.count
        for key in unlooked {
            if let mine = position.owned[key], try isLacking(key, mine, replica) { lacking.insert(key) } else { lacking.remove(key) }
        }
        unlooked = []
    }

    /// - Returns: the next part of a set that the peer lacks. Nil where the peer has the latest version of each set that is complete here.
    private mutating func findUpdate<S>(_ replica: Replica<S>) throws -> OwnedUpdate? {
        try look(replica)
        heldBack.setLacking(Set(lacking.lazy.map(\.device)))
        let sent = lacking.filter { isSentNow($0, replica) }
        if let part = current {
            // The rest of this set may include effects of intents that ended after its first part was sent. So new results of intents are sent before it.
            let intents = OwnedKey(device: part.key.device, set: OwnedSet.intents.rawValue)
            if part.key != intents, lacking.contains(intents), let update = try replica.update(intents, base: known[intents], after: nil), !update.hasMore {
                return update
            }
            if let update = try replica.update(part.key, base: known[part.key], after: part.last) { return update }
            current = nil
        }
        for key in sent.sorted(by: { $0.isSent(before: $1) }) {
            if let update = try replica.update(key, base: known[key], after: nil) { return update }
        }
        return nil
    }

    /// Whether everything that is here has been sent to the peer, or is held back because the peer gets it from others.
    func isCaughtUp<S>(with replica: Replica<S>) throws -> Bool {
        guard current == nil, heldBack.releasedEntries == nil, try cursor == replica.storage.end() else { return false }
        return seen == replica.position.recentSets.count && unlooked.isEmpty && !lacking.contains { isSentNow($0, replica) }
    }

    private func isSentNow<S>(_ key: OwnedKey, _ replica: Replica<S>) -> Bool {
        key.device == replica.position.device || heldBack.passesSets(of: key.device)
    }

    private func isLacking<S>(_ key: OwnedKey, _ mine: OwnedVersion, _ replica: Replica<S>) throws -> Bool {
        guard key.device != peer else { return false }
        guard let theirs = known[key] else { return mine.counter > 0 }
        if mine.isLater(than: theirs) { return true }
        guard mine.hasNumber(of: theirs), mine.digest != theirs.digest else { return false }
        // Two states may have one number. Then the owner's is right. Where the owner is no longer a member, the peer decides by a rule that all devices share.
        return try key.device == replica.position.device || !replica.storage.isMember(key.device) && replica.isWhole(key, mine)
    }
}
