import Glibc
import WidgetCore

/// A copy of a file. The destination appears only when the copy is complete.
struct FileCopy {
    /// Bytes that are read and written at once. It is large enough to be fast, and small enough that a cancelled copy ends at once.
    static let chunk = 1 << 20

    let source: String
    /// The path of the new file, absolute or relative.
    let destination: String
    /// The path of the new file until it is complete.
    private let partial: String

    /// - Parameter destination: a path that doesn't exist, or a directory, into which the file is copied under its own name.
    /// - Throws: UNAVAILABLE for a source that can't be read, INVALID_ARGUMENT for one that isn't a file, ALREADY_EXISTS for a destination that exists.
    init(_ source: String, to destination: String) throws(WidgetError) {
        var status = stat()
        guard stat(source, &status) == 0 else { throw Self.failure(source, "can't be read") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .invalid("source", "\(source) isn't a file; pack a directory first, as with tar") }
        var path = destination
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            path += (path.hasSuffix("/") ? "" : "/") + Self.name(of: source)
        }
        guard lstat(path, &status) != 0 else { throw WidgetError(.alreadyExists, "\(path) is there already; remove it, or choose another name") }
        self.source = source
        self.destination = path
        partial = Self.directory(of: path) + "/." + Self.name(of: path) + ".partial"
    }

    static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Copies the file.
    /// - Parameter progress: called at the start and after each chunk with the bytes so far and the total. It returns false to cancel the copy.
    /// - Throws: CANCELLED where `progress` returns false, ALREADY_EXISTS where a partial copy exists, UNAVAILABLE with the system's reason. It then removes
    ///   what it has written.
    func run(_ progress: (_ done: Int64, _ total: Int64) -> Bool) throws(WidgetError) {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw Self.failure(source, "can't be read") }
        defer { close(input) }
        var status = stat()
        guard fstat(input, &status) == 0 else { throw Self.failure(source, "can't be read") }
        let output = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, status.st_mode & 0o777)
        guard output >= 0 else {
            throw errno == EEXIST
                ? WidgetError(.alreadyExists, "\(partial) is there: another copy writes it, or one was killed; remove it then")
                : Self.failure(partial, "can't be written")
        }
        var isWhole = false
        defer {
            close(output)
            if !isWhole { unlink(partial) }
        }
        try copy(input, output, Int64(status.st_size), progress)
        guard fsync(output) == 0 else { throw Self.failure(partial, "can't be written") }
        // Unlike rename(2), link(2) doesn't replace a file that was made meanwhile.
        guard link(partial, destination) == 0 else { throw Self.failure(destination, "can't be made") }
        isWhole = true
        unlink(partial)
    }

    private func copy(_ input: Int32, _ output: Int32, _ total: Int64, _ progress: (Int64, Int64) -> Bool) throws(WidgetError) {
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        var done: Int64 = 0
        guard progress(done, total) else { throw Self.cancelled }
        while true {
            let count = read(input, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure(source, "can't be read") }
            if count == 0 { return }
            var written = 0
            while written < count {
                let more = buffer.withUnsafeBytes { write(output, $0.baseAddress.map { $0 + written }, count - written) }
                if more < 0, errno == EINTR { continue }
                guard more > 0 else { throw Self.failure(partial, "can't be written") }
                written += more
            }
            done += Int64(count)
            guard progress(done, max(total, done)) else { throw Self.cancelled }
        }
    }

    static let cancelled = WidgetError(.cancelled, "cancelled")

    static func failure(_ path: String, _ what: String) -> WidgetError { WidgetError(.unavailable, "\(path) \(what): \(String(cString: strerror(errno)))") }
}

/// A file that another program writes, and whose final size is known.
struct FileWatch {
    /// Microseconds between two checks of the file's size. The kernel has no event with a file's size.
    static let interval: useconds_t = 500_000
    /// How many checks may find no file: the other program has 10 seconds to begin.
    static let looks = 20

    let path: String
    let total: Int64

    /// Returns when the file has its final size.
    /// - Parameter progress: called with the file's size and its final size. It returns false to end the watch.
    /// - Throws: CANCELLED where `progress` returns false, NOT_FOUND where the file doesn't appear, or is removed.
    func run(_ progress: (_ done: Int64, _ total: Int64) -> Bool) throws(WidgetError) {
        var looks = 0
        while true {
            var status = stat()
            if stat(path, &status) == 0 {
                looks = Self.looks
            } else {
                looks += 1
                guard errno == ENOENT, looks < Self.looks else { throw WidgetError(.notFound, "\(path): \(String(cString: strerror(errno)))") }
            }
            guard progress(min(Int64(status.st_size), total), total) else { throw FileCopy.cancelled }
            if Int64(status.st_size) >= total { return }
            // A signal ends the pause early.
            usleep(Self.interval)
        }
    }
}
