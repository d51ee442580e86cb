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
    private var relay = RelayDelay()

    private struct PartOfSet {
        let key: OwnedKey
        /// The counter of the last row that was sent.
        let last: Int64
    }

    /// - Parameters:
    ///   - cursor: the place in the log before the first transaction that the peer may lack.
    ///   - owned: the owned sets that the peer has.
    init(to peer: DeviceID, from cursor: LogPlace, owned: [OwnedKey: OwnedVersion]) {
        self.peer = peer
        self.cursor = cursor
        known = owned
    }

    /// Continues behind a snapshot's place in the log.
    mutating func move(behindSnapshot place: LogPlace) {
        cursor = place
        relay.dropEntries()
    }

    /// Skips what the peer itself has sent.
    mutating func skip(to place: LogPlace) { cursor = place }

    // MARK: Other devices' changes

    /// The uptime at which something that was held back is sent. Nil where nothing is.
    var relayDue: Int64? { relay.due }

    /// The peer says with whom it is linked.
    mutating func setLinked(_ devices: Set<DeviceID>) { relay.setLinked(devices) }

    /// Lets go of what the peer hasn't acknowledged in time.
    mutating func release(at uptime: Int64) { relay.release(at: uptime) }

    /// The peer says which versions of sets it has.
    mutating func acknowledge<S>(_ sets: [OwnedKey: OwnedVersion], _ replica: Replica<S>) {
        // Others than those that are here would only take room.
        for (key, version) in sets where replica.position.owned[key] != nil && version.isLater(than: known[key]) { known[key] = version }
    }

    // MARK: The log

    /// - Returns: the next transactions that the peer lacks. The list is empty where the peer has all, or gets them from others.
    private mutating func nextBatch<S>(_ replica: Replica<S>, _ progress: inout PeerProgress, at uptime: Int64) throws -> [LoggedTransaction] {
        while true {
            if let waiting = relay.releasedEntries {
                var place = waiting.after
                let batch = try progress.nextBatch(after: &place, through: waiting.through, replica) { _ in true }
                relay.passed(to: batch.sent.isEmpty ? waiting.through : place, at: uptime)
                if !batch.sent.isEmpty { return batch.sent }
            }
            let own = replica.position.device
            let batch = try progress.nextBatch(after: &cursor, isHolding: relay.hasEntries, replica) { $0.device == own || relay.passes($0.device) }
            if let held = batch.heldBack { relay.hold(after: held, through: cursor, at: uptime) }
            if batch.isBlocked { relay.releaseEntries() }
            if !batch.sent.isEmpty || !batch.isBlocked { return batch.sent }
        }
    }

    // MARK: Owned sets

    /// The peer sent a whole set.
    mutating func received(_ key: OwnedKey, _ version: OwnedVersion) { known[key] = version }

    /// The peer asks for a whole set again.
    mutating func restart(_ key: OwnedKey) {
        known[key] = nil
        if current?.key == key { current = nil }
    }

    /// - Returns: the next message with changes that the peer lacks: transactions, then owned sets. Nil where it has all, or gets them from others.
    mutating func nextMessage<S>(_ replica: Replica<S>, _ progress: inout PeerProgress, at uptime: Int64) throws -> PeerMessage? {
        var batch = try nextBatch(replica, &progress, at: uptime)
        guard batch.isEmpty, let update = try findUpdate(replica, at: uptime) else { return batch.isEmpty ? nil : .transactions(batch) }
        // A set may depend on the log, so it takes along what is held back.
        if relay.hasEntries {
            relay.releaseEntries()
            batch = try nextBatch(replica, &progress, at: uptime)
            if !batch.isEmpty { return .transactions(batch) }
        }
        note(update)
        return .owned(update)
    }

    /// A part of a set has been sent.
    private mutating func note(_ update: OwnedUpdate) {
        if update.hasMore, let last = update.rows.last {
            current = PartOfSet(key: update.key, last: last.counter)
        } else {
            if current?.key == update.key { current = nil }
            known[update.key] = update.version
        }
    }

    /// - Returns: the next part of a set that the peer lacks. Nil where the peer has the latest version of each set that is complete here.
    private mutating func findUpdate<S>(_ replica: Replica<S>, at uptime: Int64) throws -> OwnedUpdate? {
        let all = try replica.position.owned.filter { try isLacking($0.key, $0.value, replica) }
        relay.setLacking(all.filter { $0.key.device != replica.position.device }, known: known, at: uptime)
        let lacking = all.keys.filter { isSentNow($0, replica) }
        if let part = current {
            // The rest of this set may include effects of intents that ended after its first part was sent. So new results of intents are sent before it.
            let intents = OwnedKey(device: part.key.device, set: OwnedSet.intents.rawValue)
            if part.key != intents, all[intents] != nil, let update = try replica.update(intents, base: known[intents], after: nil), !update.hasMore {
                return update
            }
            if let update = try replica.update(part.key, base: known[part.key], after: part.last) { return update }
            current = nil
        }
        for key in lacking.sorted(by: { $0.isSent(before: $1) }) {
            if let update = try replica.update(key, base: known[key], after: nil) { return update }
        }
        return nil
    }

    /// Whether everything that is here has been sent to the peer, or is held back because the peer gets it from others.
    func isCaughtUp<S>(with replica: Replica<S>) throws -> Bool {
        guard current == nil, relay.releasedEntries == nil, try cursor == replica.storage.end() else { return false }
        return try !replica.position.owned.contains { try isSentNow($0.key, replica) && isLacking($0.key, $0.value, replica) }
    }

    private func isSentNow<S>(_ key: OwnedKey, _ replica: Replica<S>) -> Bool {
        key.device == replica.position.device || relay.passesSets(of: key.device)
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
