import CLinux
import Glibc
import WidgetCore

/// Hears of files that are saved, by inotify(7).
struct SavedFiles {
    /// Becomes readable when something has changed.
    let descriptor: Int32
    /// By the number of the watch: the file that matters there; nil: all but hidden ones.
    private var watches: [Int32: String?] = [:]

    /// Nothing is heard of.
    var isEmpty: Bool { watches.isEmpty }

    private static let events = UInt32(IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_ONLYDIR)

    /// - Throws: RESOURCE_EXHAUSTED where the system gives no inotify descriptor.
    init() throws(WidgetError) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { throw WidgetError(.resourceExhausted, "files can't be watched: \(String(cString: strerror(errno)))") }
    }

    /// Hears of all files of a directory.
    mutating func add(directory: String) throws(WidgetError) { try watch(directory, for: nil) }

    /// Hears of one file, where its directory isn't watched anyway.
    mutating func add(file path: String) throws(WidgetError) {
        guard let slash = path.lastIndex(of: "/") else { return }
        try watch(String(path[..<slash]), for: String(path[path.index(after: slash)...]))
    }

    private mutating func watch(_ directory: String, for name: String?) throws(WidgetError) {
        let number = inotify_add_watch(descriptor, directory.isEmpty ? "/" : directory, Self.events)
        guard number >= 0 else {
            throw WidgetError(
                .resourceExhausted, "\(directory) can't be watched: \(String(cString: strerror(errno))) (the limit is fs.inotify.max_user_watches)")
        }
        if let known = watches[number], known != name { watches[number] = .some(nil) } else { watches[number] = .some(name) }
    }

    /// Reads what has changed, and whether it matters.
    func take() -> Bool {
        var matters = false
        withUnsafeTemporaryAllocation(byteCount: CommandLimits.fileEventBytes, alignment: 16) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var (offset, event) = (0, widgetd_file_event())
                while widgetd_next_file_event(buffer.baseAddress, count, &offset, &event) != 0 {
                    let name = withUnsafeBytes(of: event.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
                    guard let watched = watches[event.watch] else { continue }
                    if watched.map({ $0 == name }) ?? !name.hasPrefix(".") { matters = true }
                }
            }
        }
        return matters
    }
}
