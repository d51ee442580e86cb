internal import WidgetCore

/// Makes two replicas equal, from the peer's hello to the session's end. Both compare, then each sends what the other lacks.
///
/// It is a part of ``PeerSession``, which calls its steps.
struct ReplicaSync: Sendable {
    private let peer: DeviceID
    private let sentPerStep: Int
    private let comparedOnEachSide: Int
    private var stage = Stage.comparing([:])
    private var progress = PeerProgress()
    private var advertised: AdvertisedState
    /// The devices with which the peer says that it is linked.
    private var peersLinks: Set<DeviceID> = []
    private var contents: ContentComparison
    private var incoming: IncomingSnapshot
    private var outgoing: OutgoingSnapshot?
    /// The peer's transaction that is from the future by this device's clock.
    private var held = HeldTransaction.none
    /// A transaction sent by this device that is from the future by the peer's clock.
    private var heldThere: BatchOutcome.Held?
    /// The last step sent as much as a step may, and it isn't known yet whether there is more.
    private var isCutShort = false
    /// Both have compared again after a fault, and nothing new has come since.
    private var hasResynced = false
    private var isLive = false

    private enum Stage {
        /// Waiting for the peer's summary, or searching for the last common number of each origin that forked.
        case comparing([Origin: ForkSearch])
        /// Each sends what the other one lacks.
        case exchanging(ChangeSender)

        var sender: ChangeSender? {
            get { if case .exchanging(let sender) = self { sender } else { nil } }
            set { if let newValue { self = .exchanging(newValue) } }
        }

        var searches: [Origin: ForkSearch] { if case .comparing(let searches) = self { searches } else { [:] } }
    }

    /// - Parameters:
    ///   - links: the devices with which this one is linked.
    ///   - resume: where an earlier link's snapshot broke off.
    ///   - quietSince: the uptime since when nothing has changed here.
    ///   - sentPerStep: bytes after which a step sends no more.
    ///   - comparedOnEachSide: with how many devices contents are compared, in each direction of the ring.
    init(with peer: DeviceID, links: Set<DeviceID>, resume: SnapshotResume?, quietSince: Int64, sentPerStep: Int, comparedOnEachSide: Int) {
        self.peer = peer
        advertised = AdvertisedState(links: links)
        self.sentPerStep = sentPerStep
        self.comparedOnEachSide = comparedOnEachSide
        incoming = IncomingSnapshot(resume: resume)
        contents = ContentComparison(quietSince: quietSince)
    }

    // MARK: State

    /// The place from which the peer's snapshot continues.
    var resume: SnapshotResume? { incoming.resume }

    /// The uptime at which a snapshot's last page came, or the snapshot was asked for. Nil where none is awaited.
    var snapshotAt: Int64? { incoming.pageAt }

    var mayHaveMoreToSend: Bool { isCutShort && isExchanging }

    private var isExchanging: Bool { stage.sender != nil }

    /// Whether everything that is here has been sent to the peer.
    /// - Parameter credit: bytes that may still be sent.
    func isCaughtUp<S>(with replica: Replica<S>, credit: Int) throws -> Bool {
        guard let sender = stage.sender, outgoing == nil, credit > 0, !replica.hasUnloggedOperations else { return false }
        guard advertised.closed == replica.position.origins.closed else { return false }
        return try sender.isCaughtUp(with: replica)
    }

    /// The devices whose changes need no step now: the peer gets them from those devices, and this device doesn't compare its contents with the peer.
    func unconcernedDevices<S>(_ replica: Replica<S>) -> Set<DeviceID> {
        guard isExchanging, outgoing == nil, !incoming.isAwaited, !comparesContents(replica) else { return [] }
        return peersLinks.subtracting([replica.position.device])
    }

    func lag<S>(_ replica: Replica<S>) -> SessionLag {
        let origins = replica.position.origins
        var lag = SessionLag()
        lag.hasMet = true
        lag.heldUntil = held.until
        lag.ahead = progress.ahead(origins) { isSentHere($0, replica) }
        lag.behind = progress.behind(origins)
        if let heldThere, let state = origins.state(of: heldThere.origin) { lag.isHeldThere = state.sequence >= heldThere.sequence }
        return lag
    }

    /// The uptime at which ``tick(_:_:present:_:)`` has something to do. Nil where it has nothing to do.
    func nextStep<S>(_ replica: Replica<S>, _ time: SessionTime) -> Int64? {
        var due: [Int64] = []
        if let until = held.until { due.append(time.uptime + max(until.milliseconds - time.wall.milliseconds, 0)) }
        if isExchanging {
            if let acknowledgement = advertised.acknowledgementDue { due.append(acknowledgement) }
            // While a snapshot comes in, nothing is compared.
            if !incoming.isAwaited, comparesContents(replica), let comparison = contents.due(replica.position.summaryDigest) { due.append(comparison) }
        }
        return due.min()
    }

    // MARK: Steps

    /// This device is linked with these devices now, the peer among them.
    mutating func setLinks(_ devices: Set<DeviceID>) { advertised.setLinks(devices) }

    /// The peer has said hello.
    /// - Parameter summary: the digest of the peer's summary.
    mutating func begin<S>(_ summary: UInt64, _ replica: inout Replica<S>, _ time: SessionTime, _ output: inout SessionOutput) throws {
        let mine = replica.summary()
        guard summary == mine.digest else { return tellSummary(replica, time, &output) }
        // The digests are equal, so there is nothing to compare.
        try assume(mine, &replica)
        advertised.begin(closed: replica.position.origins.closed)
        stage = .exchanging(try sender(from: try replica.storage.end(), owned: mine.owned, replica, time))
        goLive(&output)
    }

    /// Takes a message about the replica.
    /// - Parameter present: the later of the two devices' clocks.
    mutating func receive<S>(
        _ message: PeerMessage, _ replica: inout Replica<S>, _ time: SessionTime, present: Timestamp, _ output: inout SessionOutput
    ) throws {
        switch message {
        case .summary(let summary): try compare(summary, &replica, time, &output)
        case .hashesWanted(let origin, let sequences): output.send(.hashes(origin, try hashes(of: origin, sequences, replica)), time)
        case .hashes(let origin, let hashes): try narrow(origin, hashes, &replica, time, &output)
        case .transactions(let batch): try take(batch, &replica, time, &output)
        case .held(let held):
            heldThere = held
            try restampHeld(&replica, time, present: present, &output)
        case .owned(let update): try take(update, &replica, time, &output)
        case .ownedWanted(let key): stage.sender?.restart(key)
        case .snapshotWanted(let place, let vector): outgoing = try OutgoingSnapshot(at: place, vector, of: replica)
        case .snapshot(let page, let vector): try take(page, vector, &replica, time, &output)
        case .acknowledge(let news):
            progress.acknowledge(news.origins)
            stage.sender?.acknowledge(news.owned, replica)
            peersLinks.subtract(news.unlinked)
            peersLinks.formUnion(news.linked)
            guard peersLinks.count <= ReplicationLimits.origins else {
                throw ReplicationFault.malformed("links with more than \(ReplicationLimits.origins) devices")
            }
            stage.sender?.setLinked(peersLinks)
            progress.lookAgain()
            try replica.acknowledge(news.origins, by: peer)
        case .digest(let summary, let digest): try compare(summary, digest, &replica, time, &output)
        case .hello, .credit, .request, .response, .ping, .pong, .bye: break
        }
    }

    /// The replica has changed.
    mutating func changed<S>(_ replica: Replica<S>, _ time: SessionTime, _ output: inout SessionOutput) throws {
        contents.changed(at: time.uptime)
        // Another link found a fork.
        if replica.position.origins.closed != advertised.closed { tellSummary(replica, time, &output) }
        look(replica, time)
        try pump(replica, time, &output)
    }

    /// Acknowledges, compares contents, and retries transactions that were held.
    /// - Parameter present: the later of the two devices' clocks.
    mutating func tick<S>(_ replica: inout Replica<S>, _ time: SessionTime, present: Timestamp, _ output: inout SessionOutput) throws {
        if let until = held.until, time.wall >= until {
            held.stopWaiting()
            tellSummary(replica, time, &output)
        }
        // This device's clock may have been corrected meanwhile.
        try restampHeld(&replica, time, present: present, &output)
        guard isExchanging else { return }
        // Changes of devices that don't concern this session had no step of their own.
        try pumpUnlessCutShort(replica, time, &output)
        if let message = advertised.acknowledge(to: peer, replica, at: time.uptime) { output.send(message, time) }
        guard contents.isQuiet(at: time.uptime), !incoming.isAwaited, comparesContents(replica) else { return }
        let summary = replica.position.summaryDigest
        if contents.compares(summary) { output.send(.digest(summary: summary, try replica.digest()), time) }
    }

    /// Handles a fault of the peer. After a gap or a broken chain both compare again, once.
    /// - Returns: false where the session must end.
    mutating func resync<S>(after fault: ReplicationFault, _ replica: Replica<S>, _ time: SessionTime, _ output: inout SessionOutput) -> Bool {
        guard !hasResynced else { return false }
        switch fault {
        case .malformed, .forbidden: return false
        case .gap, .brokenChain: hasResynced = true
        }
        if case .brokenChain(let origin, _) = fault, let mine = replica.position.origins.state(of: origin), mine.sequence > 0 {
            let search = ForkSearch(differs: mine.sequence + 1, isSuspected: true)
            stage = .comparing([origin: search])
            output.send(.hashesWanted(origin, search.probes), time)
        } else {
            tellSummary(replica, time, &output)
        }
        return true
    }

    /// Follows the replica's changes.
    private mutating func look<S>(_ replica: Replica<S>, _ time: SessionTime) {
        advertised.look(for: peer, replica, at: time.uptime)
        let (links, own) = (peersLinks, replica.position.device)
        progress.look(replica) { $0 == own || !links.contains($0) }
    }

    /// Whether it is this device that sends a device's changes to the peer.
    private func isSentHere<S>(_ device: DeviceID, _ replica: Replica<S>) -> Bool { device == replica.position.device || !peersLinks.contains(device) }

    // MARK: Sending

    /// Continues to send, unless a step was cut short. Then the rest is sent in another step, however many messages this one handles.
    mutating func pumpUnlessCutShort<S>(_ replica: Replica<S>, _ time: SessionTime, _ output: inout SessionOutput) throws {
        look(replica, time)
        if !isCutShort { try pump(replica, time, &output) }
    }

    /// Sends what the peer lacks, within the limits of its window and of a step.
    private mutating func pump<S>(_ replica: Replica<S>, _ time: SessionTime, _ output: inout SessionOutput) throws {
        guard var sender = stage.sender else { return }
        defer { stage = .exchanging(sender) }
        isCutShort = false
        let rest = max(output.credit - sentPerStep, 0)
        while output.credit > rest {
            guard let message = try nextMessage(&sender, replica, time) else { return }
            output.send(message, time)
        }
        isCutShort = output.credit > 0
    }

    /// The next message: the snapshot that the peer asked for, else transactions, then owned sets. Nil where the peer has everything.
    private mutating func nextMessage<S>(_ sender: inout ChangeSender, _ replica: Replica<S>, _ time: SessionTime) throws -> PeerMessage? {
        if var snapshot = outgoing {
            let page = try snapshot.nextPage(replica)
            outgoing = snapshot.isOver ? nil : snapshot
            if snapshot.isOver {
                progress.sent(snapshot: snapshot.vector)
                sender.move(behindSnapshot: snapshot.logPlace)
            }
            return page
        }
        return try sender.nextMessage(replica, &progress, at: time.uptime)
    }

    private mutating func tellSummary<S>(_ replica: Replica<S>, _ time: SessionTime, _ output: inout SessionOutput) {
        output.send(advertised.summarize(replica, at: time.uptime), time)
    }

    private mutating func goLive(_ output: inout SessionOutput) {
        guard !isLive else { return }
        isLive = true
        output.note(.live)
    }

    // MARK: Comparing

    /// Takes a summary as what the peer has.
    private mutating func assume<S>(_ summary: ReplicaSummary, _ replica: inout Replica<S>) throws {
        progress = PeerProgress(summary)
        try replica.acknowledge(summary.origins, by: peer)
    }

    /// Compares with the peer's summary. Another one comes whenever one of both has changed by it.
    private mutating func compare<S>(_ summary: ReplicaSummary, _ replica: inout Replica<S>, _ time: SessionTime, _ output: inout SessionOutput) throws {
        guard summary.origins.count <= ReplicationLimits.origins, summary.owned.count <= ReplicationLimits.ownedSets else {
            throw ReplicationFault.malformed("a summary of more than \(ReplicationLimits.origins) origins, or \(ReplicationLimits.ownedSets) owned sets")
        }
        let reconciliation = try replica.reconcile(with: summary, now: time.wall)
        try assume(summary, &replica)
        heldThere = nil
        if held.stopWaiting() || advertised.summary != replica.position.summaryDigest { tellSummary(replica, time, &output) }
        var searches = stage.searches.filter { search in reconciliation.forks.contains { $0.origin == search.key } }
        for fork in reconciliation.forks where searches[fork.origin] == nil {
            let search = ForkSearch(differs: fork.differs)
            searches[fork.origin] = search
            output.send(.hashesWanted(fork.origin, search.probes), time)
        }
        guard searches.isEmpty else {
            stage = .comparing(searches)
            return
        }
        if reconciliation.needsSnapshot, !incoming.isAwaited { wantSnapshot(time, &output) }
        stage = .exchanging(try sender(from: try progress.beginning(in: replica), owned: summary.owned, replica, time))
        if !reconciliation.needsSnapshot { goLive(&output) }
    }

    private func sender<S>(from start: LogPlace, owned: [OwnedKey: OwnedVersion], _ replica: Replica<S>, _ time: SessionTime) throws -> ChangeSender {
        try ChangeSender(to: peer, from: start, owned: owned, linked: peersLinks, replica, at: time.uptime)
    }

    private func hashes<S>(of origin: Origin, _ sequences: [Int64], _ replica: Replica<S>) throws -> [Int64: ChainHash] {
        guard sequences.count <= ReplicationLimits.hashesPerQuery else {
            throw ReplicationFault.malformed("\(sequences.count) hashes asked for at once")
        }
        guard let number = replica.position.origins.number(of: origin) else { return [:] }
        var hashes: [Int64: ChainHash] = [:]
        for sequence in sequences { hashes[sequence] = try replica.storage.hash(number, sequence) }
        return hashes
    }

    /// Narrows the search for a fork, and closes the origin where it is found.
    private mutating func narrow<S>(
        _ origin: Origin, _ theirs: [Int64: ChainHash], _ replica: inout Replica<S>, _ time: SessionTime, _ output: inout SessionOutput
    ) throws {
        var searches = stage.searches
        guard var search = searches[origin] else { return }
        try search.learn(theirs, of: origin, replica)
        let last = search.found
        searches[origin] = last == nil ? search : nil
        stage = .comparing(searches)
        guard let last else { return output.send(.hashesWanted(origin, search.probes), time) }
        if search.isSuspected, last == replica.position.origins.state(of: origin)?.sequence {
            throw ReplicationFault.brokenChain(origin, sequence: last + 1)
        }
        try replica.close(origin, after: last, .forked, now: time.wall)
        output.note(.fork(origin, closedAfter: last))
        // The peer closes it too, and both compare again.
        tellSummary(replica, time, &output)
    }

    /// Takes the peer's digest of its contents.
    private mutating func compare<S>(
        _ summary: UInt64, _ theirs: RollingDigest, _ replica: inout Replica<S>, _ time: SessionTime, _ output: inout SessionOutput
    ) throws {
        guard isExchanging, !incoming.isAwaited else { return }
        guard replica.position.summaryDigest == summary else {
            // Nothing has come for a while, and the two still aren't equal. One of them has heard something from a third device, so they must compare again.
            if contents.isQuiet(at: time.uptime) { tellSummary(replica, time, &output) }
            return
        }
        let mine = try replica.digest()
        guard mine.tables != theirs.tables else { return try agree(&replica) }
        let tables = Set(mine.tables.keys).union(theirs.tables.keys).filter { mine.tables[$0] != theirs.tables[$0] }
        output.note(.divergence(tables: tables.sorted()))
        // The peer is told too, and repairs itself.
        if contents.compares(summary) { output.send(.digest(summary: summary, mine), time) }
        wantSnapshot(time, &output)
    }

    /// The peer has exactly what is here, so it needn't say so.
    private mutating func agree<S>(_ replica: inout Replica<S>) throws {
        let news = progress.unconfirmed(replica.position.origins)
        progress.acknowledge(news)
        if !news.isEmpty { try replica.acknowledge(news, by: peer) }
        stage.sender?.agree(replica)
    }

    /// Whether this device is one of the few that compare contents with the peer, as one of both sees it. Where many are linked, equality passes from each to
    /// the next.
    private func comparesContents<S>(_ replica: Replica<S>) -> Bool {
        let own = replica.position.device
        return advertised.links.isNear(peer, own, side: comparedOnEachSide) || peersLinks.isNear(own, peer, side: comparedOnEachSide)
    }

    private mutating func wantSnapshot(_ time: SessionTime, _ output: inout SessionOutput) {
        output.note(.snapshotBegan)
        output.send(incoming.request(at: time.uptime), time)
    }

    // MARK: Taking

    private mutating func take<S>(_ batch: [LoggedTransaction], _ replica: inout Replica<S>, _ time: SessionTime, _ output: inout SessionOutput) throws {
        // While a snapshot is awaited, transactions come that the peer sent before it knew. They would leave a gap here, so they are ignored. The summary at
        // the snapshot's end brings the missing ones.
        guard let cursor = stage.sender?.cursor, !incoming.isAwaited, held.admits(batch, replica.position.origins) else { return }
        let end = try replica.storage.end()
        let outcome = try replica.apply(batch, from: peer, now: time.wall)
        // The cursor skips the transactions that the peer has just sent.
        if cursor == end { stage.sender?.skip(to: try replica.storage.end()) }
        progress.received(batch.prefix(outcome.held == nil ? batch.count : batch.count - 1), replica.position.origins)
        if outcome.applied > 0 {
            hasResynced = false
            contents.changed(at: time.uptime)
        }
        if let transaction = outcome.held {
            held = .waiting(transaction, until: transaction.clock.date + Milliseconds(-ReplicationLimits.clockAhead.count))
            output.note(.held(transaction))
            output.send(.held(transaction), time)
        }
    }

    /// Writes changes again that the peer holds because they are from the future. It does so only if they are also from the future by `present`. That is the
    /// later of the two clocks, since to a clock that is behind every change would be from the future.
    private mutating func restampHeld<S>(_ replica: inout Replica<S>, _ time: SessionTime, present: Timestamp, _ output: inout SessionOutput) throws {
        guard let held = heldThere, held.clock > HybridLogicalClock.Reading(date: present + ReplicationLimits.clockAhead),
            let number = replica.position.origins.number(of: held.origin), try replica.storage.clock(number, held.sequence) == held.clock,
            try replica.restamp(held.origin, after: held.sequence - 1, present: present, now: time.wall)
        else { return }
        heldThere = nil
        tellSummary(replica, time, &output)
    }

    private mutating func take<S>(_ update: OwnedUpdate, _ replica: inout Replica<S>, _ time: SessionTime, _ output: inout SessionOutput) throws {
        contents.changed(at: time.uptime)
        if try !replica.apply(update, from: peer) {
            output.send(.ownedWanted(update.key), time)
        } else if !update.hasMore {
            stage.sender?.received(update.key, update.version)
        }
    }

    private mutating func take<S>(
        _ page: SnapshotPage, _ vector: [OriginState], _ replica: inout Replica<S>, _ time: SessionTime, _ output: inout SessionOutput
    ) throws {
        guard incoming.isAwaited else { return }
        let isOver = try incoming.take(page, vector, &replica, time)
        contents.changed(at: time.uptime)
        guard isOver else { return }
        output.note(.snapshotEnded)
        // From here on changes come by the log. The summary lets the peer send the rest.
        tellSummary(replica, time, &output)
        goLive(&output)
    }
}

/// The peer's transaction that is from the future by this device's clock, until it has come again.
enum HeldTransaction: Sendable {
    case none
    /// Nothing is accepted from the peer's log until then, since it may depend on this transaction.
    case waiting(BatchOutcome.Held, until: Timestamp)
    /// The peer was asked for it again. Batches without it were sent before the peer knew that nothing after it was accepted.
    case expected(BatchOutcome.Held)

    var until: Timestamp? { if case .waiting(_, let until) = self { until } else { nil } }

    /// Its date has come, or both compare again.
    /// - Returns: whether it waited.
    @discardableResult
    mutating func stopWaiting() -> Bool {
        guard case .waiting(let held, _) = self else { return false }
        self = .expected(held)
        return true
    }

    /// Whether a batch of the peer may be accepted. If so, the transaction is no longer awaited.
    /// - Parameter origins: this replica's origins.
    mutating func admits(_ batch: [LoggedTransaction], _ origins: OriginTable) -> Bool {
        switch self {
        case .none: return true
        case .waiting: return false
        case .expected(let held):
            // The transaction has come from another device, or nobody will send it any more.
            let isOver = origins.state(of: held.origin).map { $0.sequence >= held.sequence || !$0.accepts(held.sequence) } ?? false
            guard isOver || batch.contains(where: { $0.origin == held.origin && $0.sequence == held.sequence }) else { return false }
            self = .none
            return true
        }
    }
}
