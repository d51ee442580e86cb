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

/// The pages of a database, numbered from 1.
protocol PageSource {
    /// The number of the last page.
    var count: Int { get }
    /// Bytes of a page that SQLite uses.
    var usableBytes: Int { get }
    /// - Parameter number: 1 to ``count``.
    func read(_ number: Int) -> DatabasePage
}

/// The pages of a database that nobody has open, read past SQLite: those of its write-ahead log in the place of the file's. Nothing is changed.
///
/// Only for a file that no connection of this process has open: closing a descriptor gives up SQLite's locks.
final class DatabasePages: PageSource {
    /// Bytes of a page.
    let pageBytes: Int
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
        let first = frames.pages[1].map { PageFile.read(logFile, $0.offset, 100) } ?? PageFile.read(file, 0, 100)
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

    var usableBytes: Int { haveChecksums ? pageBytes - Int(widgetd_checksum_bytes) : pageBytes }

    func read(_ number: Int) -> DatabasePage {
        if let place = log.pages[number] {
            let bytes = PageFile.read(logDescriptor, place.offset, pageBytes)
            return DatabasePage(number: number, bytes: bytes, damage: bytes.count == pageBytes ? nil : PageDamage(page: number))
        }
        var bytes = PageFile.read(descriptor, (number - 1) * pageBytes, pageBytes)
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
        var bytes = PageFile.read(descriptor, start, pageBytes)
        guard bytes.count == pageBytes, case let bit = Int(widgetd_page_verify(&bytes, pageBytes, Int64(number))), bit >= 0 else { return false }
        return pwrite(descriptor, [bytes[bit / 8]], 1, off_t(start + bit / 8)) == 1 && fsync(descriptor) == 0
    }
}
