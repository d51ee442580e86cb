internal import CChecksums
internal import Glibc
internal import WidgetCore

/// A page as it was read.
struct DatabasePage {
    var number: Int
    /// As they should be, where ``damage`` is a flipped bit or nil.
    var bytes: [UInt8]
    var damage: PageDamage?

    /// Whether the content is known to be right.
    var isSound: Bool { damage == nil || damage?.flippedBit != nil }
}

/// The pages of a database that nobody has open, read past SQLite: those of its write-ahead log in the place of the file's. Nothing is changed.
///
/// Only for a file that no connection of this process has open: closing a descriptor gives up SQLite's locks.
final class DatabasePages {
    /// Bytes of a page.
    let pageBytes: Int
    /// The number of the last page.
    let count: Int
    /// Whether the pages have checksums. Without them no damage is seen here.
    let haveChecksums: Bool
    let log: LogFrames
    private let descriptor: Int32
    private let logDescriptor: Int32

    /// - Parameter haveChecksums: nil: as the header says.
    /// - Throws: DATA_LOSS if the file isn't a database, or can't be read.
    init(database: String, log path: String, haveChecksums: Bool? = nil) throws(WidgetError) {
        let (file, logFile) = (open(database, O_RDONLY | O_CLOEXEC), open(path, O_RDONLY | O_CLOEXEC))
        let frames = LogFrames(logFile)
        (descriptor, logDescriptor, log) = (file, logFile, frames)
        let first = frames.pages[1].map { File.read(logFile, $0.offset, 100) } ?? File.read(file, 0, 100)
        guard first.count == 100, first.starts(with: DatabaseHeader.magic) else { throw WidgetError(.dataLoss, "it is not an SQLite database") }
        let header = DatabaseHeader(first)
        pageBytes = header.pageBytes
        guard pageBytes >= 512, pageBytes & (pageBytes - 1) == 0 else { throw WidgetError(.dataLoss, "its pages have \(pageBytes) bytes") }
        count = frames.pageCount ?? header.pageCount
        self.haveChecksums = haveChecksums ?? header.hasChecksums
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if logDescriptor >= 0 { close(logDescriptor) }
    }

    /// Bytes of a page that SQLite uses.
    var usableBytes: Int { haveChecksums ? pageBytes - Int(widgetd_checksum_bytes) : pageBytes }

    /// - Parameter number: 1 to ``count``.
    func read(_ number: Int) -> DatabasePage {
        if let place = log.pages[number] {
            let bytes = File.read(logDescriptor, place.offset, pageBytes)
            return DatabasePage(number: number, bytes: bytes, damage: bytes.count == pageBytes ? nil : PageDamage(page: number))
        }
        var bytes = File.read(descriptor, (number - 1) * pageBytes, pageBytes)
        guard bytes.count == pageBytes else {
            return DatabasePage(number: number, bytes: bytes + Array(repeating: 0, count: pageBytes - bytes.count), damage: PageDamage(page: number))
        }
        guard haveChecksums else { return DatabasePage(number: number, bytes: bytes) }
        let bit = widgetd_page_verify(&bytes, pageBytes, Int64(number))
        return DatabasePage(number: number, bytes: bytes, damage: bit == -1 ? nil : PageDamage(page: number, flippedBit: bit < 0 ? nil : Int(bit)))
    }

    /// Damage of any page, read one after another.
    func damage() -> [PageDamage] { (1...max(count, 1)).compactMap { read($0).damage } }

    /// Puts right the one flipped bit of a page in the file. Nothing else of it is written, so that it can be cut short anywhere.
    /// - Returns: false: more than one bit of the page is wrong, or the file can't be written.
    static func putRight(_ number: Int, pageBytes: Int, of database: String) -> Bool {
        let descriptor = open(database, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let start = (number - 1) * pageBytes
        var bytes = File.read(descriptor, start, pageBytes)
        guard bytes.count == pageBytes, case let bit = Int(widgetd_page_verify(&bytes, pageBytes, Int64(number))), bit >= 0 else { return false }
        return pwrite(descriptor, [bytes[bit / 8]], 1, off_t(start + bit / 8)) == 1 && fsync(descriptor) == 0
    }
}

/// The first page of a database, which says how all others are to be read.
struct FirstPage {
    /// As it should be; nil: the file is empty.
    var header: DatabaseHeader?
    /// In the file, or beyond reading.
    var damage: PageDamage?
    /// Whether it isn't a database's.
    var isForeign = false

    /// SQLite's usual size, for a header that doesn't say it.
    private static let usualBytes = 4_096

    /// - Throws: UNAVAILABLE if the file can't be read.
    init(_ database: String) throws(WidgetError) {
        let descriptor = open(database, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("opening \(database)", errno) }
        defer { close(descriptor) }
        var bytes = File.read(descriptor, 0, 65_536)
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
    /// Of the schema; 0: the database is empty.
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

/// The frames of a write-ahead log up to its last commit (SQLite's file format, 4).
struct LogFrames {
    /// Where the newest version of each page is.
    private(set) var pages: [Int: (frame: Int, offset: Int)] = [:]
    /// The database's pages after the last commit; nil: there is none.
    private(set) var pageCount: Int?
    /// Commits of the same log at and behind a damaged frame, which are lost. After a power cut there may be some that nobody was promised.
    private(set) var lostCommits = 0

    /// Reads a log.
    /// - Returns: also the header of the newest first page, if the log has that page.
    static func read(_ path: String) -> (frames: LogFrames, header: DatabaseHeader?) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return (LogFrames(descriptor), nil) }
        defer { close(descriptor) }
        let frames = LogFrames(descriptor)
        let first = frames.pages[1].map { File.read(descriptor, $0.offset, 100) }
        return (frames, first.map { DatabaseHeader($0) })
    }

    private static let headerBytes = 32
    private static let frameHeaderBytes = 24

    /// - Parameter descriptor: negative: there is no log.
    init(_ descriptor: Int32) {
        guard descriptor >= 0 else { return }
        let head = File.read(descriptor, 0, Self.headerBytes)
        guard head.count == Self.headerBytes, UInt32(bigEndian: head, at: 0) & ~1 == 0x377F_0682 else { return }
        let isBigEndian = UInt32(bigEndian: head, at: 0) & 1 == 1
        let pageBytes = Int(UInt32(bigEndian: head, at: 8))
        guard pageBytes >= 512, pageBytes <= 65_536, pageBytes & (pageBytes - 1) == 0 else { return }
        var sums = LogSums(isBigEndian: isBigEndian)
        sums.add(head[..<24])
        let isSound = sums.first == UInt32(bigEndian: head, at: 24) && sums.second == UInt32(bigEndian: head, at: 28)
        var pending: [Int: (frame: Int, offset: Int)] = [:]
        var (number, isOver) = (0, !isSound)
        while case let offset = Self.headerBytes + number * (Self.frameHeaderBytes + pageBytes),
            case let frame = File.read(descriptor, offset, Self.frameHeaderBytes + pageBytes), frame.count == Self.frameHeaderBytes + pageBytes
        {
            number += 1
            let isOfThisLog = frame[8..<16] == head[16..<24]
            let size = Int(UInt32(bigEndian: frame, at: 4))
            if isOver {
                // What was rolled back has left frames too, but no commit.
                if isOfThisLog, size > 0 { lostCommits += 1 }
                if !isOfThisLog { break }
                continue
            }
            sums.add(frame[..<8])
            sums.add(frame[Self.frameHeaderBytes...])
            guard isOfThisLog, sums.first == UInt32(bigEndian: frame, at: 16), sums.second == UInt32(bigEndian: frame, at: 20) else {
                isOver = true
                if isOfThisLog, size > 0 { lostCommits += 1 }
                continue
            }
            pending[Int(UInt32(bigEndian: frame, at: 0))] = (number, offset + Self.frameHeaderBytes)
            guard size > 0 else { continue }
            pages.merge(pending) { $1 }
            pages = pages.filter { $0.key <= size }
            pageCount = size
            pending = [:]
        }
    }
}

/// The checksum of a write-ahead log, which goes on from frame to frame.
private struct LogSums {
    let isBigEndian: Bool
    var first: UInt32 = 0
    var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// - Parameter bytes: a multiple of 8.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 8) {
                let (one, two) = (bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self), bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
                first &+= (isBigEndian ? UInt32(bigEndian: one) : UInt32(littleEndian: one)) &+ second
                second &+= (isBigEndian ? UInt32(bigEndian: two) : UInt32(littleEndian: two)) &+ first
            }
        }
    }
}

extension UInt32 {
    init(bigEndian bytes: [UInt8], at offset: Int) {
        self = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}

private enum File {
    /// At most `count` bytes from an offset; fewer at the file's end, or if they can't be read.
    static func read(_ descriptor: Int32, _ offset: Int, _ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
                guard got > 0 else { return }
                filled += got
            }
        }
    }
}
