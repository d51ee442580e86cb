import Glibc

/// The directory that widgetctl was started in.
enum WorkingDirectory {
    /// A path as the daemon, which runs in another directory, understands it.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
        defer { free(directory) }
        let base = String(cString: directory)
        return base.hasSuffix("/") ? base + path : "\(base)/\(path)"
    }
}
