import Glibc

/// The files whose change may change what providers there are, or what they do: names in directories.
public struct WatchedFiles: Sendable, Hashable {
    /// Which files of a directory matter.
    public enum Names: Sendable, Hashable {
        /// All but hidden ones.
        case all
        case some(Set<String>)

        func contains(_ name: String) -> Bool {
            switch self {
            case .all: !name.hasPrefix(".")
            case .some(let names): names.contains(name)
            }
        }

        func merged(with other: Names) -> Names {
            guard case .some(let mine) = self, case .some(let others) = other else { return .all }
            return .some(mine.union(others))
        }
    }

    /// By directory, which needn't be there.
    public private(set) var directories: [String: Names] = [:]

    public init() {}

    /// All files of a directory.
    public mutating func add(directory: String) { add(directory, .all) }

    /// One file, where it lies and, where that is a symbolic link, where the file lies that it leads to.
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

    mutating func add(_ directory: String, _ names: Names) {
        directories[directory] = directories[directory]?.merged(with: names) ?? names
    }
}
