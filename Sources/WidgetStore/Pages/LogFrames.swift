internal import Glibc

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
        let first = frames.pages[1].map { PageFile.read(descriptor, $0.offset, 100) }
        return (frames, first.map { DatabaseHeader($0) })
    }

    private static let headerBytes = 32
    private static let frameHeaderBytes = 24

    /// - Parameter descriptor: negative: there is no log.
    init(_ descriptor: Int32) {
        guard descriptor >= 0 else { return }
        let head = PageFile.read(descriptor, 0, Self.headerBytes)
        guard head.count == Self.headerBytes else { return }
        var sums = LogSums(isBigEndian: UInt32(bigEndian: head, at: 0) & 1 == 1)
        sums.add(head[..<24])
        let isSound =
            UInt32(bigEndian: head, at: 0) & ~1 == 0x377F_0682 && sums.first == UInt32(bigEndian: head, at: 24)
            && sums.second == UInt32(bigEndian: head, at: 28)
        let pageBytes = isSound ? Int(UInt32(bigEndian: head, at: 8)) : FirstPage.usualBytes
        // Each frame has the log's two salts. A damaged header may have others.
        let salts = isSound ? head[16..<24] : PageFile.read(descriptor, Self.headerBytes, Self.frameHeaderBytes).dropFirst(8).prefix(8)
        var pending: [Int: (frame: Int, offset: Int)] = [:]
        var (number, isOver) = (0, !isSound)
        while case let offset = Self.headerBytes + number * (Self.frameHeaderBytes + pageBytes),
            case let frame = PageFile.read(descriptor, offset, Self.frameHeaderBytes + pageBytes), frame.count == Self.frameHeaderBytes + pageBytes
        {
            number += 1
            let isOfThisLog = frame[8..<16] == salts
            let size = Int(UInt32(bigEndian: frame, at: 4))
            if isOver {
                // A transaction that was rolled back has left frames too, but no commit.
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
                let (one, two) = (
                    bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self), bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                )
                first &+= (isBigEndian ? UInt32(bigEndian: one) : UInt32(littleEndian: one)) &+ second
                second &+= (isBigEndian ? UInt32(bigEndian: two) : UInt32(littleEndian: two)) &+ first
            }
        }
    }
}
