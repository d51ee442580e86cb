/// A value as a record holds it.
enum StoredColumn: Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    case blob([UInt8])
}

/// A row of a table, as its b-tree holds it.
struct StoredRecord {
    /// Zero in a table without row ids.
    var rowID: Int64 = 0
    var columns: [StoredColumn] = []
}

/// Reads the rows of one table past SQLite, from those of its pages that are sound (SQLite's file format, 1.6 and 2).
///
/// Where a page is damaged, the rows on it are only named: the page's bytes may say anything.
struct TableRows {
    private let pages: any PageSource
    /// A sound row.
    var take: (StoredRecord) throws -> Void
    /// A row that is lost, as far as its page tells.
    var name: (StoredRecord) -> Void = { _ in }
    /// Pages of the table that are damaged.
    private(set) var damaged: [PageDamage] = []
    /// Rows are lost that can't be named, as those below a damaged inner page.
    private(set) var losesUnknown = false

    init(_ pages: any PageSource, take: @escaping (StoredRecord) throws -> Void) {
        self.pages = pages
        self.take = take
    }

    /// Deeper trees than any database has: pages that point in a circle.
    private static let deepest = 20

    /// Reads all rows of the table whose b-tree begins at page `root`.
    /// - Throws: the error of ``take``.
    mutating func read(from root: Int) throws { try read(root, depth: 0) }

    private mutating func read(_ number: Int, depth: Int) throws {
        guard number >= 1, number <= pages.count, depth < Self.deepest else { return misread(number) }
        let page = pages.read(number)
        guard page.isSound else {
            lose(page.damage ?? PageDamage(page: number))
            return nameRows(on: page)
        }
        guard let tree = TreePage(page, pages.usableBytes) else { return misread(number) }
        for index in 0..<tree.cellCount {
            guard let cell = tree.cell(index) else { return misread(number) }
            if let child = cell.child { try read(child, depth: depth + 1) }
            // In a table with row ids, inner pages have no rows.
            guard let size = cell.payloadBytes else { continue }
            if let payload = payload(cell, size), let columns = Record.columns(payload) {
                try take(StoredRecord(rowID: cell.rowID, columns: columns))
            } else if let columns = Record.columns(cell.local, isCut: true) {
                name(StoredRecord(rowID: cell.rowID, columns: columns))
            } else {
                losesUnknown = true
            }
        }
        if let child = tree.rightmostChild { try read(child, depth: depth + 1) }
    }

    private mutating func lose(_ damage: PageDamage) { damaged.append(damage) }

    /// A page that isn't what its tree says.
    private mutating func misread(_ number: Int) {
        lose(PageDamage(page: number))
        losesUnknown = true
    }

    /// The bytes of a row with those on its overflow pages; nil: one of these is damaged.
    private mutating func payload(_ cell: TreePage.Cell, _ size: Int) -> ArraySlice<UInt8>? {
        guard var next = cell.overflow else { return cell.local }
        var bytes = Array(cell.local)
        while bytes.count < size {
            guard next >= 1, next <= pages.count else { return nil }
            let page = pages.read(next)
            guard page.isSound else {
                lose(page.damage ?? PageDamage(page: next))
                return nil
            }
            bytes += page.bytes[4..<4 + min(pages.usableBytes - 4, size - bytes.count)]
            next = Int(UInt32(bigEndian: page.bytes, at: 0))
        }
        return bytes[...]
    }

    private mutating func nameRows(on page: DatabasePage) {
        guard let tree = TreePage(page, pages.usableBytes), tree.isLeaf else { return losesUnknown = true }
        for index in 0..<tree.cellCount {
            guard let cell = tree.cell(index), cell.payloadBytes != nil, let columns = Record.columns(cell.local, isCut: true) else {
                losesUnknown = true
                continue
            }
            name(StoredRecord(rowID: cell.rowID, columns: columns))
        }
    }
}

/// A page of a b-tree.
private struct TreePage {
    struct Cell {
        var child: Int?
        var rowID: Int64 = 0
        /// The whole row's; nil: the cell has none.
        var payloadBytes: Int?
        /// The row's bytes that are on this page.
        var local: ArraySlice<UInt8> = []
        /// The page with its next ones.
        var overflow: Int?
    }

    private let bytes: [UInt8]
    private let usableBytes: Int
    private let start: Int
    private let kind: UInt8

    let cellCount: Int

    /// - Returns: nil where the page is of no b-tree.
    init?(_ page: DatabasePage, _ usableBytes: Int) {
        bytes = page.bytes
        self.usableBytes = usableBytes
        start = page.number == 1 ? 100 : 0
        kind = bytes[start]
        guard [2, 5, 10, 13].contains(kind) else { return nil }
        cellCount = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
        guard start + 12 + 2 * cellCount <= usableBytes else { return nil }
    }

    var isLeaf: Bool { kind >= 10 }
    private var hasRowIDs: Bool { kind == 5 || kind == 13 }

    var rightmostChild: Int? { isLeaf ? nil : Int(UInt32(bigEndian: bytes, at: start + 8)) }

    /// - Returns: nil where the cell doesn't lie within the page.
    func cell(_ index: Int) -> Cell? {
        let pointer = start + (isLeaf ? 8 : 12) + 2 * index
        let offset = Int(bytes[pointer]) << 8 | Int(bytes[pointer + 1])
        guard offset >= pointer, offset < usableBytes else { return nil }
        var reader = ByteReader(bytes[offset...], end: usableBytes)
        var cell = Cell()
        if !isLeaf {
            guard let child = reader.number(bytes: 4) else { return nil }
            cell.child = Int(child)
        }
        if hasRowIDs, !isLeaf { return cell }
        guard let size = reader.varint(), size >= 0, size <= 1 << 31 else { return nil }
        if hasRowIDs {
            guard let rowID = reader.varint() else { return nil }
            cell.rowID = rowID
        }
        cell.payloadBytes = Int(size)
        let local = localBytes(Int(size))
        guard let bytes = reader.bytes(local) else { return nil }
        cell.local = bytes
        if local < Int(size) {
            guard let overflow = reader.number(bytes: 4) else { return nil }
            cell.overflow = Int(overflow)
        }
        return cell
    }

    /// How many of a row's bytes are on its page.
    private func localBytes(_ size: Int) -> Int {
        let most = hasRowIDs ? usableBytes - 35 : (usableBytes - 12) * 64 / 255 - 23
        guard size > most else { return size }
        let least = (usableBytes - 12) * 32 / 255 - 23
        let some = least + (size - least) % (usableBytes - 4)
        return some <= most ? some : least
    }
}

/// A row's bytes: a header that gives each column's type, then the values.
enum Record {
    /// - Parameter isCut: the end may be missing. Then the columns that are there are enough.
    /// - Returns: nil where the bytes are no record.
    static func columns(_ payload: ArraySlice<UInt8>, isCut: Bool = false) -> [StoredColumn]? {
        var header = ByteReader(payload, end: payload.endIndex)
        guard let size = header.varint(), size >= 1, size <= payload.count else { return nil }
        header.end = payload.startIndex + Int(size)
        var values = ByteReader(payload.dropFirst(Int(size)), end: payload.endIndex)
        var columns: [StoredColumn] = []
        while !header.isAtEnd {
            guard let type = header.varint(), type >= 0 else { return nil }
            guard let column = column(type, &values) else { return isCut && !columns.isEmpty ? columns : nil }
            columns.append(column)
        }
        return columns
    }

    private static func column(_ type: Int64, _ values: inout ByteReader) -> StoredColumn? {
        switch type {
        case 0: return .null
        case 1...4: return values.number(bytes: Int(type)).map(StoredColumn.integer)
        case 5: return values.number(bytes: 6).map(StoredColumn.integer)
        case 6: return values.number(bytes: 8).map(StoredColumn.integer)
        case 7: return values.number(bytes: 8).map { .real(Double(bitPattern: UInt64(bitPattern: $0))) }
        case 8: return .integer(0)
        case 9: return .integer(1)
        case 12...:
            guard type < 1 << 32, let bytes = values.bytes(Int(type - 12) / 2) else { return nil }
            return type % 2 == 0 ? .blob(Array(bytes)) : .text(Array(bytes))
        default: return nil
        }
    }
}

/// Reads bytes one after another.
private struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private var place: Int
    var end: Int

    /// - Parameter end: an index of the slice, or behind it.
    init(_ bytes: ArraySlice<UInt8>, end: Int) {
        self.bytes = bytes
        place = bytes.startIndex
        self.end = min(end, bytes.endIndex)
    }

    var isAtEnd: Bool { place >= end }

    /// A signed big-endian number; of 4 bytes and fewer, those of a page's number are small enough to be positive.
    mutating func number(bytes count: Int) -> Int64? {
        guard let found = self.bytes(count), let first = found.first else { return nil }
        return found.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= end - place else { return nil }
        defer { place += count }
        return bytes[place..<place + count]
    }

    /// SQLite's: 7 bits a byte, and 8 of the ninth.
    mutating func varint() -> Int64? {
        var value: UInt64 = 0
        for index in 0..<9 {
            guard place < end else { return nil }
            let byte = bytes[place]
            place += 1
            if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { return Int64(bitPattern: value) }
        }
        return nil
    }
}
