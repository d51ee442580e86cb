/// The place at which a snapshot was interrupted. It is kept for the next link to the same peer.
public struct SnapshotResume: Sendable, Hashable {
    public var place: SnapshotPlace
    public var vector: [OriginState]

    public init(place: SnapshotPlace, vector: [OriginState]) {
        self.place = place
        self.vector = vector
    }
}

/// A snapshot that the peer sends page by page, or that a broken link interrupted.
struct IncomingSnapshot: Sendable {
    /// The place from which it continues. Nil for the start.
    private(set) var resume: SnapshotResume?
    /// The uptime at which its last page came, or it was asked for. Nil where none is awaited.
    private(set) var pageAt: Int64?

    /// - Parameter resume: the place at which an earlier link's snapshot was interrupted.
    init(resume: SnapshotResume?) { self.resume = resume }

    var isAwaited: Bool { pageAt != nil }

    /// - Returns: the message that asks for it.
    mutating func request(at uptime: Int64) -> PeerMessage {
        pageAt = uptime
        return .snapshotWanted(resume?.place ?? .start, vector: resume?.vector ?? [])
    }

    /// Merges a page.
    /// - Parameter vector: the snapshot's vector, if this is its first page.
    /// - Returns: whether it was the last one.
    mutating func take<S>(_ page: SnapshotPage, _ vector: [OriginState], _ replica: inout Replica<S>, _ time: SessionTime) throws -> Bool {
        let vector = vector.isEmpty ? resume?.vector ?? [] : vector
        guard vector.count <= ReplicationLimits.origins else {
            throw ReplicationFault.malformed("a snapshot of more than \(ReplicationLimits.origins) origins")
        }
        try replica.merge(page)
        guard page.next.section == .end else {
            resume = SnapshotResume(place: page.next, vector: vector)
            pageAt = time.uptime
            return false
        }
        try replica.takeOver(vector, now: time.wall)
        resume = nil
        pageAt = nil
        return true
    }
}

/// A snapshot that is sent to the peer page by page.
struct OutgoingSnapshot: Sendable {
    let vector: [OriginState]
    /// The place in the log from which the peer is sent transactions after the snapshot.
    let logPlace: LogPlace
    private var place: SnapshotPlace
    private var hasBegun = false

    /// - Parameters:
    ///   - place: the place at which the peer wants to continue. If the log no longer reaches back to that snapshot, it begins again.
    ///   - vector: the earlier snapshot's vector.
    init<S>(at place: SnapshotPlace, _ vector: [OriginState], of replica: Replica<S>) throws {
        let mine = replica.summary().origins
        let theirs = Dictionary(vector.map { ($0.origin, $0.sequence) }, uniquingKeysWith: max)
        if place != .start, mine.allSatisfy({ $0.floor <= theirs[$0.origin] ?? 0 }) {
            self.place = place
            self.vector = vector
            logPlace = try replica.place(after: theirs)
        } else {
            self.place = .start
            self.vector = mine
            logPlace = try replica.storage.end()
        }
    }

    var isOver: Bool { place.section == .end }

    /// - Returns: the message with the next page.
    mutating func nextPage<S>(_ replica: Replica<S>) throws -> PeerMessage {
        let page = try replica.snapshotPage(at: place, vector: vector)
        defer { hasBegun = true }
        place = page.next
        return .snapshot(page, vector: hasBegun ? [] : vector)
    }
}
