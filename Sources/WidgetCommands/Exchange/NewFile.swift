import Glibc
package import WidgetCore

/// A file that is whole or isn't there: readable by its user alone, and on the disk once it is finished.
///
/// One that replaces another is written beside it and takes its place at the end.
package struct NewFile {
    private let path: String
    /// Where it is written; the path itself where nothing is replaced.
    private let written: String
    private let file: OutputFile

    /// - Parameter replaces: whether an existing file is replaced.
    /// - Throws: `ALREADY_EXISTS` where there is one that isn't to be replaced; ``CannotCreate`` where there is no such directory.
    package init(path: String, replaces: Bool) throws {
        self.path = path
        written = replaces ? "\(path).\(getpid()).new" : path
        let descriptor = open(written, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let code = errno
            let reason = WidgetError(file: path, "write", code)
            if code == ENOENT || code == ENOTDIR { throw CannotCreate(reason: reason) }
            throw reason
        }
        file = OutputFile(descriptor: descriptor)
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
        unlink(written)
        close(file.descriptor)
    }
}
