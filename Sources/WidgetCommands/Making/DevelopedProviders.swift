import Glibc
import WidgetCore

/// The providers that somebody is writing: one by its id or its manifest, or all those of a directory.
struct DevelopedProviders {
    /// As the daemon understands it: an id, or an absolute path without a slash at its end.
    private let name: String

    /// - Throws: NOT_FOUND where a path leads nowhere.
    init(named name: String) throws(WidgetError) {
        // A name without a slash is an id, where it isn't a directory or a manifest right here.
        guard name.contains("/") || Self.isDirectory(name) || name.hasSuffix(".json") else {
            self.name = name
            return
        }
        guard let path = realpath(name, nil) else { throw WidgetError(file: name, "read", errno) }
        defer { free(path) }
        self.name = String(cString: path)
    }

    /// What the daemon is asked to check: ids, or paths of manifests as they are there now.
    var targets: [String] {
        guard name.hasPrefix("/"), Self.isDirectory(name) else { return [name] }
        return Self.names(in: name).filter { $0.hasSuffix(".json") }.map { "\(name)/\($0)" }
    }

    /// The directories whose files matter, before any program is known.
    var directories: [String] {
        guard name.hasPrefix("/") else { return [] }
        return [Self.isDirectory(name) ? name : String(name[..<(name.lastIndex(of: "/") ?? name.endIndex)])]
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
