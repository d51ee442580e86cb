/// A snapshot that this device is writing into an engine, page by page. The engine shows it to others once all of it is there.
struct Publication: Sendable {
    private let id: UInt64
    private let vector: [OriginState]
    /// The snapshot that it replaces.
    private let replaced: CarrierPlace?
    private let closed: [Origin: Int64]
    private var place = SnapshotPlace.start
    private var next = SnapshotPlace.start
    /// The number of pages that the engine has.
    private var pages = 0

    init<S>(of replica: Replica<S>, instead snapshot: CarrierPlace?) {
        id = replica.random()
        vector = replica.summary().origins
        replaced = snapshot
        closed = replica.position.origins.closed
    }

    var isStaged: Bool { place.section == .end }

    /// Whether it may still be published. Its pages lack what another snapshot brought since, and have fields that are void since an origin was closed.
    func isCurrent<S>(in replica: Replica<S>, instead snapshot: CarrierPlace?) -> Bool { closed == replica.position.origins.closed && replaced == snapshot }

    /// - Returns: the request that keeps the next page.
    mutating func stage<S>(_ replica: Replica<S>) throws -> CarrierRequest {
        let page = try replica.snapshotPage(at: place, vector: vector)
        next = page.next
        return .stage(page, number: pages, of: id)
    }

    /// The request that publishes it.
    func request(closing: [CarrierClosing], tail: Int64) -> CarrierPublication {
        CarrierPublication(id: id, pages: pages, vector: vector, closing: closing, tail: tail)
    }

    /// The engine has the page.
    mutating func staged() {
        place = next
        pages += 1
    }
}
