extension PeerSession {
    mutating func wantSnapshot(_ time: SessionTime) {
        effects.append(.note(.snapshotBegan))
        incomingVector = resume?.vector ?? []
        pageAt = time.uptime
        send(.snapshotWanted(resume?.place ?? .start, vector: resume?.vector ?? []), time)
    }

    /// The peer wants everything. Where it goes on with an earlier one and the log no longer reaches back so far, it begins anew.
    mutating func beginSnapshot<S>(at place: SnapshotPlace, _ vector: [OriginState], _ replica: Replica<S>) throws {
        let mine = replica.summary().origins
        let theirs = Dictionary(vector.map { ($0.origin, $0.sequence) }, uniquingKeysWith: max)
        let reaches = mine.allSatisfy { $0.floor <= theirs[$0.origin] ?? 0 }
        if place != .start, reaches {
            var logPlace = try replica.storage.end()
            for state in mine where theirs[state.origin] ?? 0 < state.sequence {
                if let before = try replica.place(before: (theirs[state.origin] ?? 0) + 1, of: state.origin) { logPlace = min(logPlace, before) }
            }
            outgoingSnapshot = OutgoingSnapshot(place: place, vector: vector, logPlace: logPlace)
        } else {
            outgoingSnapshot = OutgoingSnapshot(place: .start, vector: mine, logPlace: try replica.storage.end())
        }
    }

    mutating func sendPage<S>(_ replica: Replica<S>, _ time: SessionTime) throws {
        guard var snapshot = outgoingSnapshot else { return }
        let page = try replica.snapshotPage(at: snapshot.place, vector: snapshot.vector)
        send(.snapshot(page, vector: snapshot.hasBegun ? [] : snapshot.vector), time)
        snapshot.hasBegun = true
        snapshot.place = page.next
        outgoingSnapshot = snapshot
        guard page.next.section == .end else { return }
        for state in snapshot.vector { known[state.origin] = max(known[state.origin] ?? 0, state.sequence) }
        cursor = snapshot.logPlace
        outgoingSnapshot = nil
    }

    mutating func take<S>(_ page: SnapshotPage, _ vector: [OriginState], _ replica: inout Replica<S>, _ time: SessionTime) throws {
        guard var expected = incomingVector else { return }
        if !vector.isEmpty { expected = vector }
        guard expected.count <= ReplicationLimits.origins else {
            throw ReplicationFault.malformed("a snapshot of more than \(ReplicationLimits.origins) origins")
        }
        incomingVector = expected
        try replica.merge(page)
        quietSince = time.uptime
        pageAt = time.uptime
        guard page.next.section == .end else {
            resume = SnapshotResume(place: page.next, vector: expected)
            return
        }
        try replica.takeOver(expected, now: time.wall)
        incomingVector = nil
        resume = nil
        effects.append(.note(.snapshotEnded))
        // From here on by the log, and what the peer lacks is sent.
        tellSummary(replica, time)
        goLive()
    }

    // MARK: Windows

    /// What the peer sends beyond its window would have to be kept somewhere. One message may overdraw it, so that a large one isn't stuck.
    mutating func charge(_ message: PeerMessage) throws(ReplicationFault) {
        guard message.cost == 0 || granted > 0 else { throw .malformed("more was sent than there was credit for") }
        granted -= message.cost
    }

    mutating func giveBack(_ cost: Int, _ time: SessionTime) {
        consumed += cost
        guard consumed >= ReplicationLimits.window / 4, phase != .ended else { return }
        send(.credit(consumed), time)
        granted += consumed
        consumed = 0
    }
}
