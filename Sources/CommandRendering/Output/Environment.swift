import Glibc

/// The process's environment.
package enum Environment {
    /// The value of a variable; nil where it isn't set.
    package static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

/// The directory that widgetctl was started in.
package enum WorkingDirectory {
    /// A path as the daemon, which runs in another directory, understands it.
    package static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
        defer { free(directory) }
        let base = String(cString: directory)
        return base.hasSuffix("/") ? base + path : "\(base)/\(path)"
    }
}
