/// A snapshot that this device writes into an engine, page by page. The engine shows it to others once all of it is there.
///
/// All pages are read in one transaction. Otherwise they would have changes that the vector doesn't have, and nobody could give these if this device were put
/// back.
struct Publication: Sendable {
    private let id: UInt64
    private let vector: [OriginState]
    private let pages: [SnapshotPage]
    /// The snapshot that it replaces.
    private let replaced: CarrierPlace?
    private let closed: [Origin: Int64]
    /// The number of pages that the engine has.
    private var count = 0

    /// - Returns: nil where the store is too large for ``CarrierLimits/pages``, which no device could read.
    /// - Throws: the storage's errors.
    init?<S>(of replica: Replica<S>, instead snapshot: CarrierPlace?) throws {
        id = replica.random()
        vector = replica.summary().origins
        replaced = snapshot
        closed = replica.position.origins.closed
        var pages: [SnapshotPage] = []
        var place = SnapshotPlace.start
        while place.section != .end {
            guard pages.count < CarrierLimits.pages else { return nil }
            let page = try replica.snapshotPage(at: place, vector: vector)
            pages.append(page)
            place = page.next
        }
        self.pages = pages
    }

    /// Whether it may still be published. Its pages lack what another snapshot brought since, and have fields that are void since an origin was closed.
    func isCurrent<S>(in replica: Replica<S>, instead snapshot: CarrierPlace?) -> Bool { closed == replica.position.origins.closed && replaced == snapshot }

    /// The request that keeps the next page. Nil where the engine has all pages.
    var nextPage: CarrierRequest? { count < pages.count ? .stage(pages[count], number: count, of: id) : nil }

    /// The engine has the page.
    mutating func staged() { count += 1 }

    /// The request that publishes it.
    func request(closing: [CarrierClosing], tail: Int64) -> CarrierPublication {
        CarrierPublication(id: id, pages: pages.count, vector: vector, closing: closing, tail: tail)
    }
}
