import Glibc
import WidgetCore

/// Makes a file once: with all that belongs into it, on disk, and never over another.
struct NewFile {
    private let directory: String
    private let path: String
    private let mode: mode_t
    private var temporaryPath: String { path + ".new" }

    init(directory: String, name: String, mode: mode_t) {
        self.directory = directory
        self.mode = mode
        path = "\(directory)/\(name)"
    }

    /// Takes away what a start has left that was cut between giving the file its name and taking the other away.
    func removeRest() { _ = unlink(temporaryPath) }

    /// - Returns: false where the file is there already; it isn't touched then.
    /// - Throws: UNAVAILABLE where it can't be written.
    func write(_ text: String) throws(WidgetError) -> Bool {
        removeRest()
        let descriptor = Glibc.open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure("make", temporaryPath) }
        defer { removeRest() }
        try fill(descriptor, with: Array(text.utf8))
        // Unlike rename, link never replaces: two daemons that start at once get one file.
        guard link(temporaryPath, path) == 0 else {
            if errno == EEXIST { return false }
            throw failure("make", path)
        }
        try synchronizeDirectory()
        return true
    }

    /// Writes `bytes` to disk, and closes the file.
    private func fill(_ descriptor: Int32, with bytes: [UInt8]) throws(WidgetError) {
        defer { _ = close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw failure("write", temporaryPath) }
            rest = rest.dropFirst(max(count, 0))
        }
        guard fsync(descriptor) == 0 else { throw failure("write", temporaryPath) }
    }

    private func synchronizeDirectory() throws(WidgetError) {
        let descriptor = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", directory) }
        defer { _ = close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("write", directory) }
    }

    private func failure(_ verb: String, _ path: String) -> WidgetError {
        WidgetError(.unavailable, "can't \(verb) \(path): \(String(cString: strerror(errno)))")
    }
}
