extension PeerSession {
    /// Sends what the peer lacks, as far as its window and this step go: the snapshot that it asked for, else transactions, then owned sets.
    mutating func pump<S>(_ replica: inout Replica<S>, _ time: SessionTime) throws {
        isCutShort = false
        let rest = max(credit - sentPerStep, 0)
        while credit > rest {
            if outgoingSnapshot != nil {
                try sendPage(replica, time)
            } else if try !sendTransactions(replica, time), try !sendOwned(replica, time) {
                return
            }
        }
        isCutShort = credit > 0
    }

    /// Whether this link has seen all that is here by now, and sent of it what the peer lacks: to hear of it once more would lead to nothing.
    public func isCaughtUp<S>(with replica: Replica<S>) throws -> Bool {
        guard phase == .exchanging, outgoingSnapshot == nil, sendingOwned == nil, credit > 0, replica.operations == 0 else { return false }
        guard try cursor == replica.storage.end(), toldClosed == replica.position.origins.closed else { return false }
        return try !replica.position.owned.contains { try isWanted($0.key, $0.value, replica) }
    }

    /// - Returns: false: the peer has everything.
    private mutating func sendTransactions<S>(_ replica: Replica<S>, _ time: SessionTime) throws -> Bool {
        var (batch, bytes): ([LoggedTransaction], Int) = ([], 0)
        while batch.count < ReplicationLimits.transactionsPerBatch {
            let entries = try replica.storage.log(after: cursor, limit: ReplicationLimits.transactionsPerBatch - batch.count)
            for entry in entries {
                let transaction = entry.transaction
                if isWanted(transaction) {
                    bytes += transaction.frame.count + 80
                    if !batch.isEmpty, bytes > ReplicationLimits.batchBytes {
                        send(.transactions(batch), time)
                        return true
                    }
                    batch.append(transaction)
                    known[transaction.origin] = transaction.sequence
                }
                cursor = entry.place
            }
            if entries.isEmpty { break }
        }
        guard !batch.isEmpty else { return false }
        send(.transactions(batch), time)
        return true
    }

    private func isWanted(_ transaction: LoggedTransaction) -> Bool {
        transaction.sequence > known[transaction.origin] ?? 0 && transaction.sequence <= closed[transaction.origin] ?? .max
    }

    /// - Returns: false: the peer has the latest of each set, as far as it is here.
    private mutating func sendOwned<S>(_ replica: Replica<S>, _ time: SessionTime) throws -> Bool {
        let wanted = try replica.position.owned.filter { try isWanted($0.key, $0.value, replica) }.keys
        if let (key, after) = sendingOwned {
            // The rest may know intents that ended since it was begun.
            let intents = OwnedKey(device: key.device, set: OwnedSet.intents.rawValue)
            if key != intents, wanted.contains(intents), let update = try replica.update(intents, base: knownOwned[intents], after: nil), !update.hasMore {
                send(update, time)
                return true
            }
            if let update = try replica.update(key, base: knownOwned[key], after: after) {
                send(update, time)
                return true
            }
            sendingOwned = nil
        }
        for key in wanted.sorted(by: { $0.isSent(before: $1) }) {
            guard let update = try replica.update(key, base: knownOwned[key], after: nil) else { continue }
            send(update, time)
            return true
        }
        return false
    }

    private mutating func send(_ update: OwnedUpdate, _ time: SessionTime) {
        send(.owned(update), time)
        if update.hasMore, let last = update.rows.last {
            sendingOwned = (update.key, last.counter)
        } else {
            if sendingOwned?.key == update.key { sendingOwned = nil }
            knownOwned[update.key] = update.version
        }
    }

    private func isWanted<S>(_ key: OwnedKey, _ mine: OwnedVersion, _ replica: Replica<S>) throws -> Bool {
        guard key.device != peer else { return false }
        guard let theirs = knownOwned[key] else { return mine.counter > 0 }
        if mine.isLater(than: theirs) { return true }
        guard mine.hasNumber(of: theirs), mine.digest != theirs.digest else { return false }
        // Which of two states with one number is the right one only the owner says; where that is no member any more, the peer knows which one it takes.
        return try key.device == replica.position.device || !replica.storage.isMember(key.device) && replica.isWhole(key, mine)
    }

    // MARK: Time

    /// Acknowledges, keeps the link alive, compares contents. Called at ``nextStep`` or later.
    public mutating func tick<S>(_ replica: inout Replica<S>, _ time: SessionTime) throws -> [SessionEffect] {
        guard phase != .ended else { return [] }
        if let awaited, time.uptime >= awaited.until { self.awaited = nil }
        if isGone(time) {
            close(.silent(for: awaited == nil ? ReplicationLimits.silence : ReplicationLimits.awaitedSilence))
            return take()
        }
        if let until = heldUntil, time.wall >= until {
            heldUntil = nil
            tellSummary(replica, time)
        }
        // This clock may have been set right since.
        if let held = heldThere { try hearHeld(held, &replica, time) }
        if phase == .exchanging {
            if time.uptime - acknowledgedAt >= ReplicationLimits.acknowledgeInterval.count { acknowledge(replica, time) }
            try compareContents(&replica, time)
        }
        if time.uptime >= nextProbe ?? nextPing { ping(time) }
        try replica.saveProgress()
        return take()
    }

    /// The uptime at which ``tick(_:_:)`` has something to do.
    public func nextStep<S>(_ replica: Replica<S>, _ time: SessionTime) -> Int64 {
        var next = nextProbe ?? min(heardAt + ReplicationLimits.silence.count, nextPing)
        if let heldUntil { next = min(next, time.uptime + max(heldUntil.milliseconds - time.wall.milliseconds, 0)) }
        if phase == .exchanging {
            if !unacknowledged(replica).isEmpty { next = min(next, acknowledgedAt + ReplicationLimits.acknowledgeInterval.count) }
            // While a snapshot comes in, nothing is compared.
            if incomingVector == nil, comparedSummary != replica.summary().digest { next = min(next, quietSince + ReplicationLimits.compareAfter.count) }
        }
        return max(next, time.uptime)
    }

    private var nextPing: Int64 { min(saidAt + ReplicationLimits.keepAlive.count, pingedAt + ReplicationLimits.clockAge.count) }

    /// The uptime at which a peer that somebody waits for is sent a ping, or is gone; nil: nobody waits.
    public var nextProbe: Int64? { silentSince.map { min(max($0, pingedAt) + ReplicationLimits.probeAfter.count, nextPing) } }

    /// The uptime since when a peer that somebody waits for owes a word.
    private var silentSince: Int64? { awaited.map { max(heardAt, $0.since) } }

    /// Nothing was heard for too long. Of one that somebody waits for that counts where it had time to answer a ping: it may have been this device that stood
    /// still.
    private func isGone(_ time: SessionTime) -> Bool {
        guard let silentSince else { return time.uptime - heardAt >= ReplicationLimits.silence.count }
        return time.uptime - silentSince >= ReplicationLimits.awaitedSilence.count && pingedAt > silentSince
            && time.uptime - pingedAt >= ReplicationLimits.probeAfter.count
    }

    mutating func ping(_ time: SessionTime) {
        pingedAt = time.uptime
        send(.ping(sentAt: time.wall), time)
    }

    private func unacknowledged<S>(_ replica: Replica<S>) -> [OriginState] {
        replica.position.origins.all.filter { $0.sequence > 0 && acknowledged[$0.origin] != $0.sequence }
    }

    private mutating func acknowledge<S>(_ replica: Replica<S>, _ time: SessionTime) {
        let states = unacknowledged(replica)
        guard !states.isEmpty else { return }
        for state in states { acknowledged[state.origin] = state.sequence }
        acknowledgedAt = time.uptime
        send(.acknowledge(states), time)
    }

    // MARK: Contents

    private mutating func compareContents<S>(_ replica: inout Replica<S>, _ time: SessionTime) throws {
        guard time.uptime - quietSince >= ReplicationLimits.compareAfter.count, incomingVector == nil else { return }
        let summary = replica.summary().digest
        guard comparedSummary != summary else { return }
        comparedSummary = summary
        send(.digest(summary: summary, try replica.digest()), time)
    }

    mutating func compare<S>(_ summary: UInt64, _ theirs: RollingDigest, _ replica: inout Replica<S>, _ time: SessionTime) throws {
        guard phase == .exchanging, incomingVector == nil else { return }
        guard replica.summary().digest == summary else {
            // Nothing has come for a while, and both still aren't equal: one of them has heard something elsewhere that they must compare.
            if time.uptime - quietSince >= ReplicationLimits.compareAfter.count { tellSummary(replica, time) }
            return
        }
        let mine = try replica.digest()
        guard mine.tables != theirs.tables else { return }
        let tables = Set(mine.tables.keys).union(theirs.tables.keys).filter { mine.tables[$0] != theirs.tables[$0] }
        effects.append(.note(.divergence(tables: tables.sorted())))
        // The peer hears of it too, and repairs itself.
        if comparedSummary != summary {
            comparedSummary = summary
            send(.digest(summary: summary, mine), time)
        }
        wantSnapshot(time)
    }
}
