import CommandRendering
import Glibc
package import WidgetCore

/// A new file, which is on the disk once it is finished.
///
/// A file that replaces another is written beside it, and takes its place at the end. Any other is written in its place, and ``discard()`` removes it.
package struct NewFile {
    private let path: String
    /// Where it is written; the path itself where nothing is replaced.
    private let written: String
    private let file: OutputFile
    /// False: a pipe or a device, which is there before and stays.
    private let isRegular: Bool

    /// - Parameters:
    ///   - replaces: whether an existing file is replaced. A link is followed; a pipe or a device is written to.
    ///   - mode: the permissions, without those that the user's mask takes away.
    /// - Throws: `ALREADY_EXISTS` where there is one that isn't to be replaced; ``CannotCreate`` where there is no such directory.
    package init(path: String, replaces: Bool, mode: UInt32 = 0o600) throws {
        let target = replaces ? Self.resolved(path) : path
        isRegular = !replaces || Self.isRegular(target)
        self.path = target
        written = replaces && isRegular ? "\(target).\(getpid()).new" : target
        let create = isRegular ? O_CREAT | O_EXCL | O_NOFOLLOW : 0
        let descriptor = open(written, O_WRONLY | O_CLOEXEC | create, mode)
        guard descriptor >= 0 else {
            let code = errno
            let reason = WidgetError(file: path, "write", code)
            if code == ENOENT || code == ENOTDIR { throw CannotCreate(reason: reason) }
            throw reason
        }
        file = OutputFile(descriptor: descriptor)
    }

    /// The file to which a link leads, also where there is none yet. Links that lead to each other stay as they are, and can't be written.
    private static func resolved(_ path: String, links: Int = 0) -> String {
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        guard count > 0, count < bytes.count, links < mostLinks else { return path }
        let target = String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard !target.hasPrefix("/"), let end = path.lastIndex(of: "/") else { return resolved(target, links: links + 1) }
        return resolved(path[...end] + target, links: links + 1)
    }

    /// As many as Linux follows.
    private static let mostLinks = 40

    /// It is a file, or isn't there.
    private static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFDIR
    }

    package func write(_ bytes: [UInt8]) throws(WidgetError) {
        do {
            try file.write(bytes)
        } catch {
            throw WidgetError(file: path, "write", error.code)
        }
    }

    /// Puts it on the disk and in its place.
    package func finish() throws(WidgetError) {
        guard isRegular else { return _ = close(file.descriptor) }
        guard fsync(file.descriptor) == 0, written == path || rename(written, path) == 0 else { throw WidgetError(file: path, "write", errno) }
        close(file.descriptor)
        syncDirectory()
    }

    /// Makes its name durable. A directory that can't be read can't be synced either.
    private func syncDirectory() {
        let end = path.lastIndex(of: "/")
        let directory = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Removes what was written.
    package func discard() {
        if isRegular { unlink(written) }
        close(file.descriptor)
    }
}

/// A whole file, or all that comes on standard input.
package enum InputBytes {
    /// - Parameter path: `-`: standard input.
    /// - Throws: as ``read(_:)``.
    static func read(_ path: String, standard: InputFile) throws(WidgetError) -> [UInt8] {
        path == "-" ? try all(of: standard.descriptor, "standard input") : try read(path)
    }

    /// - Throws: the error that names the file; INVALID_ARGUMENT where it has more than ``CommandLimits/importFileBytes``.
    package static func read(_ path: String) throws(WidgetError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw WidgetError(file: path, "read", errno) }
        defer { close(descriptor) }
        return try all(of: descriptor, path)
    }

    private static func all(of descriptor: Int32, _ path: String) throws(WidgetError) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw WidgetError(file: path, "read", errno) }
            if count == 0 { return bytes }
            bytes += part.prefix(count)
            guard bytes.count <= CommandLimits.importFileBytes else {
                throw .invalid("file", "\(path) has more than \(CommandLimits.importFileBytes >> 20) MiB; an export is never so long")
            }
        }
    }
}

extension WidgetError {
    /// A file of the user's that can't be read or written.
    ///
    /// - Parameters:
    ///   - action: what wasn't possible, such as `write`.
    ///   - code: errno.
    init(file path: String, _ action: String, _ code: Int32) {
        let reason = String(cString: strerror(code))
        switch code {
        case ENOENT, ENOTDIR: self.init(.notFound, "can't \(action) \(path): \(reason)")
        case EEXIST: self.init(.alreadyExists, "\(path) exists already; name another file, or replace it with --force")
        case EACCES, EPERM, EROFS: self.init(.permissionDenied, "can't \(action) \(path): \(reason); choose a place that is yours")
        case ENOSPC, EDQUOT, EFBIG: self.init(.resourceExhausted, "can't \(action) \(path): \(reason); make room, or choose another place")
        default: self.init(.dataLoss, "can't \(action) \(path): \(reason)")
        }
    }
}

/// A file that can't be made where it should be: what `WidgetError` says of it, with the status of sysexits(3) for that.
package struct CannotCreate: Error {
    let reason: WidgetError
}
