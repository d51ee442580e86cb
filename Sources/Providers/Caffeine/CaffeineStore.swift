import Foundation
import WidgetCore

/// The log on disk. It is always read and written as a whole.
struct CaffeineStore {
    /// The file grows to ``CaffeineLog/limit`` lines; a larger one isn't ours.
    static let largestFile = 1 << 20

    /// Absolute.
    let directory: String
    private var file: String { directory + "/drinks" }

    /// The store in systemd's state directory, or in `widgetd-caffeine` below the XDG state directory.
    /// - Throws: FAILED_PRECONDITION where the environment names neither.
    static func standard(environment: (String) -> String? = { ProcessInfo.processInfo.environment[$0] }) throws -> CaffeineStore {
        if let directory = environment("STATE_DIRECTORY"), directory.hasPrefix("/") { return CaffeineStore(directory: directory) }
        if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") { return CaffeineStore(directory: state + "/widgetd-caffeine") }
        if let home = environment("HOME"), home.hasPrefix("/") { return CaffeineStore(directory: home + "/.local/state/widgetd-caffeine") }
        throw WidgetError(.failedPrecondition, "there is no place for the drinks; set XDG_STATE_HOME or HOME to an absolute path")
    }

    /// The log; empty where there is no file yet.
    /// - Throws: DATA_LOSS for a file that isn't a log, which is left as it is; UNAVAILABLE with the system's reason.
    func load() throws -> CaffeineLog {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return CaffeineLog() }
        guard descriptor >= 0 else { throw failure("can't be read") }
        defer { _ = close(descriptor) }
        var bytes: [UInt8] = []
        try withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw failure("can't be read") }
                if count == 0 { return }
                bytes.append(contentsOf: buffer[0..<count])
                guard bytes.count <= Self.largestFile else { throw WidgetError(.dataLoss, "\(file) has more than \(Self.largestFile) bytes; move it away") }
            }
        }
        do {
            return try CaffeineLog(text: String(decoding: bytes, as: UTF8.self))
        } catch let error as WidgetError {
            throw WidgetError(error.code, "\(file): \(error.message); move the file away to begin anew")
        }
    }

    /// Logs a drink, once for each key.
    func log(_ drink: Drink, at date: Date, key: String) throws {
        // A key may have any characters, but in the file it must not end its field.
        let field = key.filter { $0 != "\t" && !$0.isNewline }
        try update { $0.log(drink, at: date, key: field) }
    }

    /// Changes the log. The change is on the disk when this returns. A lock lets only one program at a time change the log.
    private func update(_ change: (inout CaffeineLog) -> Bool) throws {
        try makeDirectory()
        let lock = open(directory + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw failure("can't be locked") }
        defer { _ = close(lock) }
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure("can't be locked") }
        }
        var log = try load()
        if change(&log) { try save(log) }
    }

    private func save(_ log: CaffeineLog) throws {
        let temporary = file + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("can't be written") }
        do {
            defer { _ = close(descriptor) }
            var rest = Array(log.text.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw failure("can't be written") }
                rest = rest.dropFirst(count)
            }
            guard fsync(descriptor) == 0 else { throw failure("can't be written") }
        }
        guard rename(temporary, file) == 0 else { throw failure("can't be replaced") }
        // The new name is on the disk only when the directory is.
        let parent = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { throw failure("can't be written") }
        defer { _ = close(parent) }
        guard fsync(parent) == 0 else { throw failure("can't be written") }
    }

    private func makeDirectory() throws {
        var path = ""
        for part in directory.split(separator: "/") {
            path += "/\(part)"
            if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure("can't be made: \(path)") }
        }
    }

    private func failure(_ what: String) -> WidgetError {
        WidgetError(.unavailable, "\(file) \(what): \(String(cString: strerror(errno)))")
    }
}
