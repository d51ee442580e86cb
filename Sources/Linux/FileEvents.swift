import CLinux
import Glibc
import Synchronization
public import WidgetCore

/// Reports files that are written, replaced or removed, or whose mode changes (inotify(7)). It doesn't poll.
public final class FileEvents: Sendable {
    /// Readable when something has changed. The owner of this object closes it.
    public let descriptor: Int32
    /// The watched names, by inotify's watch descriptor.
    private let watches = Mutex<[Int32: WatchedFiles.Names]>([:])

    private static let selfEvents = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    private static let fileEvents = UInt32(IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB) | selfEvents
    /// The events of a directory in which a missing directory is expected. Writes to its files don't matter.
    private static let arrivalEvents = UInt32(IN_CREATE | IN_MOVED_TO) | selfEvents

    /// - Throws: `WidgetError` with RESOURCE_EXHAUSTED where the system gives no inotify descriptor. It names the limit to raise.
    public init() throws(WidgetError) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            throw WidgetError(
                .resourceExhausted,
                "changes of files can't be watched: \(String(cString: strerror(errno))) "
                    + "(the limit is fs.inotify.max_user_instances, or the number of open files)"
            )
        }
    }

    /// Reads the events that have come.
    /// - Returns: whether an event is about a watched name, or the kernel lost events.
    public func take() -> Bool {
        var matters = false
        withUnsafeTemporaryAllocation(byteCount: LinuxLimits.fileEventBytes, alignment: 16) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var (offset, event) = (0, widgetd_file_event())
                while widgetd_next_file_event(buffer.baseAddress, count, &offset, &event) != 0 {
                    if take(event) { matters = true }
                }
            }
        }
        return matters
    }

    private func take(_ event: widgetd_file_event) -> Bool {
        // The kernel lost events.
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
        return watches.withLock { watches in
            guard let names = watches[event.watch] else { return false }
            if event.mask & UInt32(IN_IGNORED) != 0 {
                // The directory is gone.
                watches[event.watch] = nil
                return true
            }
            let name = withUnsafeBytes(of: event.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            return name.isEmpty || names.contains(name)
        }
    }

    /// Watches these files and no others. For a missing directory, it watches the nearest existing one above it.
    /// - Returns: `isNew` says whether a directory is watched that wasn't before; it may have changed since it was last read. `failure` says why not all of
    ///   them are watched.
    public func follow(_ files: WatchedFiles) -> (isNew: Bool, failure: WidgetError?) {
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
        if wanted.count > LinuxLimits.watchedDirectories {
            failure = WidgetError(
                .resourceExhausted, "\(wanted.count) directories have providers or their programs, and \(LinuxLimits.watchedDirectories) are watched at most")
            wanted.removeLast(wanted.count - LinuxLimits.watchedDirectories)
        }
        let isNew = watches.withLock { watches in
            let before = watches
            watches = [:]
            for place in wanted {
                let number = inotify_add_watch(descriptor, place.path, place.mask)
                if number >= 0 {
                    // Two paths may name one directory. Then the names of both matter.
                    watches[number] = watches[number]?.merged(with: place.names) ?? place.names
                } else if errno != ENOENT {
                    failure = failure ?? Self.failure(place.path, errno)
                }
            }
            for number in before.keys where watches[number] == nil { inotify_rm_watch(descriptor, number) }
            return watches.keys.contains { before[$0] == nil }
        }
        return (isNew, failure)
    }

    private func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The nearest existing directory above a missing one, and the name in it that leads to the missing one.
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

/// Files to watch, as names in directories. Here they are the providers' files: a change may add, remove or change a provider.
public struct WatchedFiles: Sendable, Hashable {
    /// Which files of a directory matter.
    public enum Names: Sendable, Hashable {
        /// All but hidden ones.
        case all
        case some(Set<String>)

        fileprivate func contains(_ name: String) -> Bool {
            switch self {
            case .all: !name.hasPrefix(".")
            case .some(let names): names.contains(name)
            }
        }

        fileprivate func merged(with other: Names) -> Names {
            guard case .some(let mine) = self, case .some(let others) = other else { return .all }
            return .some(mine.union(others))
        }
    }

    /// The names by directory. A directory need not exist.
    public private(set) var directories: [String: Names] = [:]

    public init() {}

    /// Adds all files of a directory.
    public mutating func add(directory: String) { add(directory, .all) }

    /// Adds one file. For a symbolic link, it also adds the file that the link leads to.
    public mutating func add(file path: String) {
        addName(path)
        guard let resolved = realpath(path, nil) else { return }
        defer { free(resolved) }
        addName(String(cString: resolved))
    }

    private mutating func addName(_ path: String) {
        guard let slash = path.lastIndex(of: "/") else { return }
        let directory = slash == path.startIndex ? "/" : String(path[..<slash])
        add(directory, .some([String(path[path.index(after: slash)...])]))
    }

    fileprivate mutating func add(_ directory: String, _ names: Names) {
        directories[directory] = directories[directory]?.merged(with: names) ?? names
    }
}
