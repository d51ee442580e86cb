import CLinux
import Glibc
import Synchronization
public import WidgetCore

/// Says when files change, by the kernel's word (inotify(7)): files that are written, replaced, removed, and whose mode changes. Nothing ticks.
///
/// It says so once, and again after ``rearm()``: an editor's save is several changes.
public final class FileWatcher: Sendable {
    private struct State {
        /// By the kernel's number of the watch.
        var watches: [Int32: WatchedFiles.Names] = [:]
        var hasTold = false
    }

    private static let selfEvents = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    private static let fileEvents = UInt32(IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB) | selfEvents
    /// Of a directory in which another one is waited for: what is written in it is no news.
    private static let arrivalEvents = UInt32(IN_CREATE | IN_MOVED_TO) | selfEvents

    private let watch: DescriptorWatch
    private let shared: Shared

    /// What the descriptor's handler has of it too.
    private final class Shared: Sendable {
        let state = Mutex(State())
        let handler: @Sendable () -> Void

        init(_ handler: @escaping @Sendable () -> Void) { self.handler = handler }

        func tell() {
            let isNews = state.withLock { state in
                defer { state.hasTold = true }
                return !state.hasTold
            }
            if isNews { handler() }
        }

        /// Reads what the kernel has to say, and whether any of it matters.
        func read(_ descriptor: Int32) {
            var matters = false
            withUnsafeTemporaryAllocation(byteCount: ProviderLimits.fileEventBytes, alignment: 16) { buffer in
                while true {
                    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                    guard count > 0 else { return }
                    var (offset, event) = (0, widgetd_file_event())
                    while widgetd_next_file_event(buffer.baseAddress, count, &offset, &event) != 0 {
                        if take(event) { matters = true }
                    }
                }
            }
            if matters { tell() }
        }

        private func take(_ event: widgetd_file_event) -> Bool {
            // Something was lost.
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
            return state.withLock { state in
                guard let names = state.watches[event.watch] else { return false }
                if event.mask & UInt32(IN_IGNORED) != 0 {
                    // The directory is gone.
                    state.watches[event.watch] = nil
                    return true
                }
                let name = withUnsafeBytes(of: event.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
                return name.isEmpty || names.contains(name)
            }
        }
    }

    /// - Parameter handler: on the watcher's thread; must be quick.
    /// - Throws: RESOURCE_EXHAUSTED where the system gives no inotify descriptor, with the limit to raise.
    public init(_ handler: @escaping @Sendable () -> Void) throws(WidgetError) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            throw WidgetError(
                .resourceExhausted,
                "changes of files can't be watched: \(String(cString: strerror(errno))) (the limit is fs.inotify.max_user_instances, or the number of open files)"
            )
        }
        let shared = Shared(handler)
        self.shared = shared
        do throws(WidgetError) {
            watch = try DescriptorWatcher.watch(descriptor) { shared.read(descriptor) }
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { watch.cancel() }

    /// The next change is told again.
    public func rearm() { shared.state.withLock { $0.hasTold = false } }

    /// Watches these files and no others; of a directory that isn't there the nearest one above it. Where one is watched that wasn't before, a change is told: it may have
    /// changed since it was looked at.
    /// - Returns: why not all of them are watched; nil: they are.
    public func follow(_ files: WatchedFiles) -> WidgetError? {
        var failure: WidgetError?
        var places = WatchedFiles()
        var arrivals = WatchedFiles()
        for (directory, names) in files.directories {
            if isDirectory(directory) {
                places.add(directory, names)
            } else if let (above, name) = nearest(above: directory) {
                arrivals.add(above, .some([name]))
            }
        }
        var wanted = places.directories.map { (path: $0.key, names: $0.value, mask: Self.fileEvents) }
        for (path, names) in arrivals.directories {
            if let index = wanted.firstIndex(where: { $0.path == path }) {
                places.add(path, names)
                wanted[index].names = places.directories[path] ?? names
            } else {
                wanted.append((path, names, Self.arrivalEvents))
            }
        }
        wanted.sort { $0.path < $1.path }
        if wanted.count > ProviderLimits.watchedDirectories {
            failure = WidgetError(
                .resourceExhausted, "\(wanted.count) directories have providers or their programs, and \(ProviderLimits.watchedDirectories) are watched at most"
            )
            wanted.removeLast(wanted.count - ProviderLimits.watchedDirectories)
        }
        let isNew = shared.state.withLock { state in
            var watches: [Int32: WatchedFiles.Names] = [:]
            for place in wanted {
                let number = inotify_add_watch(watch.descriptor, place.path, place.mask)
                if number >= 0 {
                    // Two names of one directory: what matters by either does.
                    if case .some(let more) = place.names, case .some(let names)? = watches[number] {
                        watches[number] = .some(names.union(more))
                    } else if watches[number] != .all {
                        watches[number] = place.names
                    }
                } else if errno != ENOENT {
                    failure = failure ?? Self.failure(place.path, errno)
                }
            }
            let before = state.watches
            for number in before.keys where watches[number] == nil { inotify_rm_watch(watch.descriptor, number) }
            state.watches = watches
            return watches.keys.contains { before[$0] == nil }
        }
        if isNew { shared.tell() }
        return failure
    }

    private func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The nearest directory above one that isn't there, and what in it is on the way.
    private func nearest(above path: String) -> (directory: String, name: String)? {
        var rest = path[...]
        while let slash = rest.lastIndex(of: "/") {
            let name = String(rest[rest.index(after: slash)...])
            rest = rest[..<slash]
            let directory = rest.isEmpty ? "/" : String(rest)
            if !name.isEmpty, isDirectory(directory) { return (directory, name) }
        }
        return nil
    }

    private static func failure(_ path: String, _ code: Int32) -> WidgetError {
        let limit = code == ENOSPC ? "; the limit is fs.inotify.max_user_watches" : ""
        return WidgetError(.resourceExhausted, "changes in \(path) can't be watched: \(String(cString: strerror(code)))\(limit)")
    }
}
