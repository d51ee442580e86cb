internal import CChecksums
internal import Glibc
internal import WidgetCore

/// The first page of a database, which says how all others are to be read.
struct FirstPage {
    /// As it should be; nil: the file is empty.
    var header: DatabaseHeader?
    /// In the file, or beyond reading.
    var damage: PageDamage?
    /// Whether it isn't a database's.
    var isForeign = false

    /// SQLite's usual size, for a header that doesn't say it.
    static let usualBytes = 4_096

    /// - Throws: UNAVAILABLE if the file can't be read.
    init(_ database: String) throws(WidgetError) {
        let descriptor = open(database, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("opening \(database)", errno) }
        defer { close(descriptor) }
        var bytes = PageFile.read(descriptor, 0, 65_536)
        guard !bytes.isEmpty else { return }
        guard bytes.count >= 100 else {
            isForeign = true
            return
        }
        var found = DatabaseHeader(bytes)
        let hasMagic = bytes.starts(with: DatabaseHeader.magic)
        let isSize = found.pageBytes >= 512 && found.pageBytes & (found.pageBytes - 1) == 0
        let size = isSize ? found.pageBytes : Self.usualBytes
        // A store of an earlier version has no checksums. A flipped bit may look like one, so any sign of them is enough.
        if !hasMagic || !isSize || found.hasChecksums || found.version >= Schema.firstWithChecksums, bytes.count >= size {
            bytes.removeLast(bytes.count - size)
            let bit = widgetd_page_verify(&bytes, size, 1)
            if bit >= 0 {
                damage = PageDamage(page: 1, flippedBit: Int(bit))
                found = DatabaseHeader(bytes)
            } else if bit == -2 {
                // A store that was just being given its checksums has no reserved bytes.
                let isWithout = hasMagic && isSize && !found.hasReservedBytes
                if !isWithout { damage = PageDamage(page: 1) }
            }
        }
        isForeign = !bytes.starts(with: DatabaseHeader.magic)
        header = found
    }
}

/// The first 100 bytes of a database (SQLite's file format, 1.3).
struct DatabaseHeader {
    static let magic = Array("SQLite format 3".utf8) + [0]

    var pageBytes: Int
    var hasChecksums: Bool
    var hasReservedBytes: Bool
    var pageCount: Int
    /// The schema's; 0: the database is empty.
    var version: Int

    /// - Parameter bytes: at least 100, with ``magic`` at their beginning.
    init(_ bytes: [UInt8]) {
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        pageBytes = size == 1 ? 65_536 : size
        hasChecksums = Int(bytes[20]) == Int(widgetd_checksum_bytes)
        hasReservedBytes = bytes[20] != 0
        pageCount = Int(UInt32(bigEndian: bytes, at: 28))
        version = Int(UInt32(bigEndian: bytes, at: 60))
    }
}
