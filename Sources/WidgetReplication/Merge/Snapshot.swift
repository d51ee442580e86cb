/// A place in a snapshot, which is read page by page. After a broken link it continues from there.
public struct SnapshotPlace: Sendable, Hashable {
    /// Hidden fields come before rows. A hidden field may move to its row while the pages are read, but never the other way round. Tombstones come after rows
    /// for the same reason.
    public enum Section: Int, Sendable, Hashable { case hidden = 1, rows, tombstones, chains, end }

    public var section: Section
    /// The last row sent of this section.
    public var row: RowKey?
    /// The index in the snapshot's vector of the origin whose chain is sent.
    public var origin: Int
    public var sequence: Int64

    public init(section: Section, row: RowKey? = nil, origin: Int = 0, sequence: Int64 = 0) {
        self.section = section
        self.row = row
        self.origin = origin
        self.sequence = sequence
    }

    public static let start = SnapshotPlace(section: .hidden)
}

/// A page of a snapshot. Origins are named by their place in `origins`, from 1, so that a page has each origin only once.
public struct SnapshotPage: Sendable, Hashable {
    public struct Row: Sendable, Hashable {
        public var row: RowKey
        /// The stamps' origins are places in the page's `origins`.
        public var cells: [StampedCell]

        public init(row: RowKey, cells: [StampedCell]) {
            self.row = row
            self.cells = cells
        }
    }

    public struct Chain: Sendable, Hashable {
        public var origin: OriginNumber
        /// The number of the first hash; the others follow without gaps.
        public var first: Int64
        public var hashes: [ChainHash]

        public init(origin: OriginNumber, first: Int64, hashes: [ChainHash]) {
            self.origin = origin
            self.first = first
            self.hashes = hashes
        }
    }

    public var origins: [Origin] = []
    public var rows: [Row] = []
    public var hidden: [Row] = []
    /// Deleted rows, each with one stamp.
    public var tombstones: [Row] = []
    public var chains: [Chain] = []
    /// Where the next page begins.
    public var next: SnapshotPlace

    public init(next: SnapshotPlace) { self.next = next }
}
