public import WidgetCore

/// An engine, such as a database, that keeps a log between devices. Unlike a peer it is passive: it says no hello, gives no credit and adopts nothing.
///
/// All that it keeps was decided by ``Replica`` on the devices. A transaction's hash follows from its origin's chain, so an engine can neither forge a
/// transaction nor lose one unseen. It may lose everything, or be put back to an older state. Then the devices fill it again.
public protocol Carrier {
    /// Carries out a session's request. Everything that an answer names is durable when the answer comes.
    /// - Throws: an error where the engine can't be reached or fails. The request may have been done all the same; the session meets the engine again.
    mutating func perform(_ request: CarrierRequest) throws -> CarrierAnswer
}

/// A place in an engine's log. Each writing request takes one place.
public struct CarrierPlace: Sendable, Hashable {
    /// It counts up by 1.
    public var number: Int64
    /// A random number that the engine drew for this place. After the engine was put back, other requests take the same numbers with other marks.
    public var mark: UInt64

    public init(number: Int64, mark: UInt64) {
        self.number = number
        self.mark = mark
    }
}

/// A question or a write of a ``CarrierSession``. Each is one transaction of the engine.
///
/// A request that has `seen` names the last place of which its device knows. If the log has no such place, the engine was put back or emptied, or has forgotten
/// so old a place. Then it answers ``CarrierAnswer/stale``, and does nothing.
public enum CarrierRequest: Sendable, Hashable {
    /// Asks for the engine's state. The vector says which transactions the asking device has. The answer is ``CarrierAnswer/state(_:)``.
    case meet([Origin: Int64])
    /// The items behind the place with this number, in their order: whole places, as many as fit an answer. The answer is
    /// ``CarrierAnswer/items(_:through:isLast:)``. It is ``CarrierAnswer/stale`` where the engine has another snapshot, since items may have left the log.
    case read(after: Int64, snapshot: CarrierPlace?, seen: CarrierPlace)
    /// The chain's hashes, as far as they are known: ``CarrierAnswer/hashes(_:)``.
    case hashes(Origin, [Int64])
    /// An origin's transactions that are in the log, in order: ``CarrierAnswer/transactions(_:)``. An empty answer says that there are no more.
    case transactions(Origin, after: Int64, seen: CarrierPlace)
    /// A page of the snapshot at a place: ``CarrierAnswer/page(_:vector:)``, from number 0.
    case page(of: CarrierPlace, number: Int, seen: CarrierPlace)
    /// A part of an owned set, as ``Replica/update(_:base:after:)`` makes it: ``CarrierAnswer/owned(_:)``.
    case owned(OwnedKey, base: OwnedVersion?, after: Int64?, seen: CarrierPlace)
    /// Closes origins, and adds transactions to the log. Those that are there with the same hash are skipped.
    ///
    /// `previous` has, for each origin, the hash before its first transaction. The answer is ``CarrierAnswer/done(before:after:)``;
    /// ``CarrierAnswer/stale`` where a transaction doesn't follow, its origin is closed, or a closing isn't up to date; ``CarrierAnswer/ahead(_:present:)``.
    case append([LoggedTransaction], closing: [CarrierClosing], previous: [Origin: ChainHash], seen: CarrierPlace)
    /// Changes an owned set whose version is `base`. The update has all rows at once. The answer is ``CarrierAnswer/stale`` where the version is another one.
    case setOwned(OwnedUpdate, base: OwnedVersion?, seen: CarrierPlace)
    /// Keeps a page of a snapshot that isn't published yet: ``CarrierAnswer/staged``. Pages of other snapshots of the same device may be dropped.
    case stage(SnapshotPage, number: Int, of: UInt64)
    /// Closes origins, and makes the staged snapshot the engine's snapshot, if all its pages are there and the log's end is still `end`. It gets a place of its
    /// own. The answer is ``CarrierAnswer/stale`` otherwise.
    ///
    /// Transactions that the vector covers leave the log, but for the last `tail` of each origin.
    case publish(CarrierPublication, end: CarrierPlace)
}

/// An origin's end. The origin's transactions behind it are dropped. Others learn of an end before they learn of what stands in the log behind it, since
/// changes of a closed origin lose to those that replace them.
public struct CarrierClosing: Sendable, Hashable {
    public var origin: Origin
    /// The number of the last transaction that counts.
    public var last: Int64
    /// The hash of the last transaction in the engine. If the engine has another one, the closing isn't up to date: nobody may have adopted that one.
    public var top: ChainHash

    public init(_ origin: Origin, after last: Int64, top: ChainHash) {
        self.origin = origin
        self.last = last
        self.top = top
    }
}

/// A snapshot whose pages were staged.
public struct CarrierPublication: Sendable, Hashable {
    public var id: UInt64
    /// The number of its pages.
    public var pages: Int
    public var vector: [OriginState]
    public var closing: [CarrierClosing]
    /// How many transactions of each origin stay in the log.
    public var tail: Int64

    public init(id: UInt64, pages: Int, vector: [OriginState], closing: [CarrierClosing], tail: Int64) {
        self.id = id
        self.pages = pages
        self.vector = vector
        self.closing = closing
        self.tail = tail
    }
}

extension CarrierRequest {
    /// The last place of the log of which the asking device knows. Nil where the request depends on none.
    public var seen: CarrierPlace? {
        switch self {
        case .read(_, _, let seen), .transactions(_, _, let seen), .page(_, _, let seen), .owned(_, _, _, let seen): seen
        case .append(_, _, _, let seen), .setOwned(_, _, let seen): seen
        case .publish(_, let end): end
        case .meet, .hashes, .stage: nil
        }
    }
}

public enum CarrierAnswer: Sendable, Hashable {
    case state(CarrierState)
    case items([CarrierItem], through: CarrierPlace, isLast: Bool)
    case hashes([Int64: ChainHash])
    case transactions([LoggedTransaction])
    /// The vector is the whole snapshot's. There is no page where the snapshot has been replaced.
    case page(SnapshotPage?, vector: [OriginState])
    /// Nil where there is no such set.
    case owned(OwnedUpdate?)
    case staged
    /// It is written. `before` is the log's end before, and `after` the end now. They are equal where there was nothing to write.
    case done(before: CarrierPlace, after: CarrierPlace)
    /// Nothing was read or written, since the engine isn't in the state that the request expected.
    case stale
    /// Nothing was written, since this transaction is from the future by the engine's clock (``ReplicationLimits/clockAhead``).
    case ahead(BatchOutcome.Held, present: Timestamp)
}

/// One thing in an engine's log. Closed origins come before the others of their place.
public enum CarrierItem: Sendable, Hashable {
    case transaction(LoggedTransaction)
    case closed(Origin, after: Int64)
    /// The latest version of an owned set.
    case owned(OwnedKey, OwnedVersion)
}

/// An engine's state, as far as one device must know it.
public struct CarrierState: Sendable, Hashable {
    /// The origins and owned sets that are there, as a peer would tell them.
    public var summary: ReplicaSummary
    /// The hashes of the asking device's last transactions, as far as the engine knows them.
    public var hashes: [Origin: ChainHash]
    /// The snapshot's place. Nil where there is none.
    public var snapshot: CarrierPlace?
    /// The number of the place behind which the log has everything that the asking device lacks, but for what only the snapshot has.
    public var beginning: Int64
    /// The log's end.
    public var end: CarrierPlace
    /// The number of transactions in the log.
    public var logged: Int64

    public init(summary: ReplicaSummary, hashes: [Origin: ChainHash], snapshot: CarrierPlace?, beginning: Int64, end: CarrierPlace, logged: Int64) {
        self.summary = summary
        self.hashes = hashes
        self.snapshot = snapshot
        self.beginning = beginning
        self.end = end
        self.logged = logged
    }
}
