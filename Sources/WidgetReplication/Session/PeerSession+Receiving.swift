internal import WidgetCore

extension PeerSession {
    mutating func handle<S>(_ message: PeerMessage, _ replica: inout Replica<S>, _ time: SessionTime) throws {
        switch message {
        case .hello, .bye: break
        default: guard phase != .greeting else { throw ReplicationFault.malformed("a message before hello") }
        }
        switch message {
        case .hello(let hello): try greet(hello, &replica, time)
        case .summary(let summary): try compare(summary, &replica, time)
        case .hashesWanted(let origin, let sequences):
            guard sequences.count <= ReplicationLimits.hashesPerQuery else { throw ReplicationFault.malformed("\(sequences.count) hashes asked for at once") }
            var hashes: [Int64: ChainHash] = [:]
            if let number = replica.position.origins.number(of: origin) {
                for sequence in sequences { hashes[sequence] = try replica.storage.hash(number, sequence) }
            }
            send(.hashes(origin, hashes), time)
        case .hashes(let origin, let hashes): try narrow(origin, hashes, &replica, time)
        case .transactions(let batch): try take(batch, &replica, time)
        case .held(let held): try hearHeld(held, &replica, time)
        case .owned(let update):
            quietSince = time.uptime
            if try !replica.apply(update, from: peer) {
                send(.ownedWanted(update.key), time)
            } else if !update.hasMore {
                knownOwned[update.key] = update.version
            }
        case .ownedWanted(let key):
            knownOwned[key] = nil
            if sendingOwned?.key == key { sendingOwned = nil }
        case .snapshotWanted(let place, let vector): try beginSnapshot(at: place, vector, replica)
        case .snapshot(let page, let vector): try take(page, vector, &replica, time)
        case .acknowledge(let states):
            for state in states where known[state.origin] != nil || known.count < ReplicationLimits.origins {
                known[state.origin] = max(known[state.origin] ?? 0, state.sequence)
                confirmed[state.origin] = max(confirmed[state.origin] ?? 0, state.sequence)
            }
            try replica.acknowledge(states, by: peer)
        case .credit(let bytes):
            guard bytes > 0, bytes <= ReplicationLimits.window else { throw ReplicationFault.malformed("a credit of \(bytes) bytes") }
            credit = min(credit + bytes, ReplicationLimits.window)
        case .digest(let summary, let digest): try compare(summary, digest, &replica, time)
        case .request(let id, let method, let payload): take(request: id, method, payload, time)
        case .response(let id, let response): take(response: id, response)
        case .ping(let sentAt): send(.pong(sentAt: sentAt, now: time.wall), time)
        case .pong(let sentAt, let now): noteClock(now, sentAt: sentAt, time)
        case .bye(let reason): close(.bye(reason))
        }
    }

    mutating func take(request id: UInt64, _ method: String, _ payload: [UInt8], _ time: SessionTime) {
        guard performing < ReplicationLimits.requestsAtOnce else {
            let error = WidgetError(.resourceExhausted, "\(ReplicationLimits.requestsAtOnce) requests aren't answered yet, the limit; try again later")
            return send(.response(id: id, PeerResponse(error)), time)
        }
        performing += 1
        effects.append(.perform(id: id, method: method, payload: payload))
    }

    mutating func take(response id: UInt64, _ response: PeerResponse) {
        guard requests.remove(id) != nil else { return }
        effects.append(.answered(id: id, response))
        if requests.isEmpty { awaited = nil }
    }

    private mutating func greet<S>(_ hello: PeerMessage.Hello, _ replica: inout Replica<S>, _ time: SessionTime) throws {
        guard phase == .greeting else { throw ReplicationFault.malformed("a second hello") }
        guard hello.origin.device == peer else { throw ReplicationFault.forbidden("a hello in another device's name") }
        guard peer != replica.position.device else { return close(.itself) }
        guard hello.protocols.overlaps(Self.protocols) else {
            let needed =
                hello.protocols.lowerBound > Self.protocols.upperBound
                ? "this device must be brought up to date: the other one (\(hello.version)) needs protocol \(hello.protocols.lowerBound), this one speaks up to \(Self.protocols.upperBound)"
                : "the other device (\(hello.version)) must be brought up to date: it speaks protocol up to \(hello.protocols.upperBound), this one needs \(Self.protocols.lowerBound)"
            send(.bye(needed), time)
            return close(.incompatible(needed))
        }
        noteClock(hello.now, sentAt: nil, time)
        let summary = replica.summary()
        guard hello.summary != summary.digest else {
            // Equal: there is nothing to compare.
            try assume(summary, &replica, time)
            toldClosed = replica.position.origins.closed
            cursor = try replica.storage.end()
            phase = .exchanging
            return goLive()
        }
        phase = .comparing
        tellSummary(replica, time)
    }

    /// Takes a summary as what the peer has.
    private mutating func assume<S>(_ summary: ReplicaSummary, _ replica: inout Replica<S>, _ time: SessionTime) throws {
        known = [:]
        closed = [:]
        for state in summary.origins {
            known[state.origin] = state.sequence
            closed[state.origin] = state.closedAt
        }
        confirmed = known
        knownOwned = summary.owned
        sendingOwned = nil
        try replica.acknowledge(summary.origins, by: peer)
    }

    /// Meets what the peer says of itself; comes again whenever one of both has changed by it.
    private mutating func compare<S>(_ summary: ReplicaSummary, _ replica: inout Replica<S>, _ time: SessionTime) throws {
        guard summary.origins.count <= ReplicationLimits.origins, summary.owned.count <= ReplicationLimits.origins else {
            throw ReplicationFault.malformed("a summary of more than \(ReplicationLimits.origins) origins")
        }
        let reconciliation = try replica.reconcile(with: summary, now: time.wall)
        try assume(summary, &replica, time)
        heldThere = nil
        if toldSummary != replica.summary().digest || heldUntil != nil {
            heldUntil = nil
            tellSummary(replica, time)
        }
        searches = searches.filter { search in reconciliation.forks.contains { $0.origin == search.key } }
        for fork in reconciliation.forks where searches[fork.origin] == nil {
            let search = ForkSearch(differs: fork.differs)
            searches[fork.origin] = search
            send(.hashesWanted(fork.origin, search.probes), time)
        }
        guard searches.isEmpty else {
            phase = .comparing
            return
        }
        phase = .exchanging
        if reconciliation.needsSnapshot, incomingVector == nil { wantSnapshot(time) }
        cursor = try beginning(replica)
        if !reconciliation.needsSnapshot { goLive() }
    }

    /// Where in the log the first transaction stands that the peer may lack.
    private func beginning<S>(_ replica: Replica<S>) throws -> LogPlace {
        var place = try replica.storage.end()
        for state in replica.position.origins.all {
            let theirs = max(known[state.origin] ?? 0, state.floor)
            guard theirs < state.sequence else { continue }
            if let before = try replica.place(before: theirs + 1, of: state.origin) { place = min(place, before) }
        }
        return place
    }

    private mutating func take<S>(_ batch: [LoggedTransaction], _ replica: inout Replica<S>, _ time: SessionTime) throws {
        // While a snapshot is wanted, what comes was sent before the peer heard of that, and begins behind what is here; the summary at the snapshot's end
        // brings what is missing then.
        guard phase == .exchanging, heldUntil == nil, incomingVector == nil, !isBehindHeld(batch, replica) else { return }
        let end = try replica.storage.end()
        let outcome = try replica.apply(batch, from: peer, now: time.wall)
        // What came from the peer needn't be read to learn that it isn't wanted there.
        if cursor == end { cursor = try replica.storage.end() }
        for transaction in batch.prefix(outcome.held == nil ? batch.count : batch.count - 1) {
            let taken = replica.position.origins.state(of: transaction.origin)?.sequence ?? 0
            guard transaction.sequence <= taken else { continue }
            known[transaction.origin] = max(known[transaction.origin] ?? 0, transaction.sequence)
            confirmed[transaction.origin] = max(confirmed[transaction.origin] ?? 0, transaction.sequence)
        }
        if outcome.applied > 0 {
            hasResynced = false
            quietSince = time.uptime
        }
        if let held = outcome.held {
            heldUntil = held.clock.date + Milliseconds(-ReplicationLimits.clockAhead.count)
            heldHere = held
            effects.append(.note(.held(held)))
            send(.held(held), time)
        }
    }

    /// Whether what was held, and what followed it, is yet to come again: it may be the cause of this.
    private mutating func isBehindHeld<S>(_ batch: [LoggedTransaction], _ replica: Replica<S>) -> Bool {
        guard let held = heldHere else { return false }
        let state = replica.position.origins.state(of: held.origin)
        // From another device, or from nobody any more.
        let isOver = state.map { $0.sequence >= held.sequence || !$0.accepts(held.sequence) } ?? false
        guard isOver || batch.contains(where: { $0.origin == held.origin && $0.sequence == held.sequence }) else { return true }
        heldHere = nil
        return false
    }

    /// The peer doesn't take what is from the future. Where this clock, set right since, says so too, it is written anew, whoever wrote it. To a clock that is
    /// behind, everything would be from
    /// the future: the later of the two clocks says what is.
    mutating func hearHeld<S>(_ held: BatchOutcome.Held, _ replica: inout Replica<S>, _ time: SessionTime) throws {
        heldThere = held
        let present = present(at: time)
        guard held.clock > HybridLogicalClock.Reading(date: present + ReplicationLimits.clockAhead),
            let number = replica.position.origins.number(of: held.origin), try replica.storage.clock(number, held.sequence) == held.clock
        else { return }
        guard try replica.restamp(held.origin, after: held.sequence - 1, present: present, now: time.wall) else { return }
        heldThere = nil
        tellSummary(replica, time)
    }

    /// What the peer did wrong. A gap or another history is compared anew, once; anything else ends the session.
    mutating func refuse<S>(_ fault: ReplicationFault, _ replica: inout Replica<S>, _ time: SessionTime) throws {
        switch fault {
        case .gap where !hasResynced, .brokenChain where !hasResynced:
            hasResynced = true
            if case .brokenChain(let origin, _) = fault, let mine = replica.position.origins.state(of: origin), mine.sequence > 0, searches[origin] == nil {
                let search = ForkSearch(differs: mine.sequence + 1, isSuspected: true)
                searches[origin] = search
                phase = .comparing
                send(.hashesWanted(origin, search.probes), time)
            } else {
                tellSummary(replica, time)
            }
        case .malformed, .forbidden, .gap, .brokenChain:
            send(.bye("\(fault)"), time)
            close(.refused(fault))
        }
    }

    mutating func tellSummary<S>(_ replica: Replica<S>, _ time: SessionTime) {
        let summary = replica.summary()
        toldSummary = summary.digest
        toldClosed = replica.position.origins.closed
        acknowledged = Dictionary(summary.origins.map { ($0.origin, $0.sequence) }, uniquingKeysWith: max)
        acknowledgedAt = time.uptime
        send(.summary(summary), time)
    }

    mutating func goLive() {
        guard !isLive else { return }
        isLive = true
        effects.append(.note(.live))
    }

    private mutating func noteClock(_ theirs: Timestamp, sentAt: Timestamp?, _ time: SessionTime) {
        // Where the way there and back is known, half of it has passed; unless this clock was set meanwhile.
        let round = sentAt.map { time.wall - $0 } ?? .zero
        let now = (Milliseconds.zero...ReplicationLimits.silence).contains(round) ? theirs + Milliseconds(round.count / 2) : theirs
        theirClock = (now, time.uptime)
        clockOffset = now - time.wall
    }
}
