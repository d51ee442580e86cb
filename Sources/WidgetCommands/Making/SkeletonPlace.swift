import CommandRendering
import Glibc
import WidgetCore

/// The directory that a new provider goes into, and how its files are written there: with the modes that the daemon accepts, whatever the umask is.
struct SkeletonPlace {
    /// Absolute.
    let directory: String
    /// The daemon looks into it.
    let isStandard: Bool

    /// - Parameter directory: nil: the user's own directory of providers.
    /// - Throws: FAILED_PRECONDITION where nothing says where that is.
    init(directory: String?, environment: (String) -> String?) throws(WidgetError) {
        let configuration = environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? environment("HOME").map { "\($0)/.config" }
        let standard = configuration.map { "\($0)/widgetd/providers" }
        guard let path = directory.map(WorkingDirectory.absolute) ?? standard else {
            throw WidgetError(.failedPrecondition, "dir: neither XDG_CONFIG_HOME nor HOME is set, so name the directory")
        }
        self.directory = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        isStandard = self.directory == standard
    }

    /// The files that were written.
    struct Made: Equatable {
        /// Absolute paths.
        var files: [String]
        /// The directory was there before, and others can replace files in it: the daemon runs nothing there. Nil: it is fit.
        var openDirectory: String?
    }

    /// Writes the files, the directories that they need first.
    /// - Throws: ALREADY_EXISTS where one of them is there, before anything is written; the system's reason where one can't be made.
    func write(_ files: [ProviderSkeleton.File]) throws(WidgetError) -> Made {
        // A skeleton's directory too, so that nothing is mixed with what is in it.
        let places = Set(files.map { "\(directory)/\($0.path.split(separator: "/")[0])" }).sorted()
        for path in places where access(path, F_OK) == 0 {
            throw WidgetError(.alreadyExists, "\(path) exists already; choose another name, or remove it first")
        }
        try makeDirectory(directory)
        var made = Made(files: [], openDirectory: Self.isOpen(directory) ? directory : nil)
        for file in files {
            let path = "\(directory)/\(file.path)"
            if let slash = path.lastIndex(of: "/") { try makeDirectory(String(path[..<slash])) }
            try write(file, to: path)
            made.files.append(path)
        }
        return made
    }

    private func write(_ file: ProviderSkeleton.File, to path: String) throws(WidgetError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw WidgetError(file: path, "write", errno) }
        defer { Glibc.close(descriptor) }
        do {
            try OutputFile(descriptor: descriptor).write(file.text)
        } catch {
            throw WidgetError(file: path, "write", error.code)
        }
        guard fchmod(descriptor, file.isExecutable ? 0o755 : 0o644) == 0 else { throw WidgetError(file: path, "write", errno) }
    }

    /// Makes a directory, and those above it.
    private func makeDirectory(_ path: String) throws(WidgetError) {
        var parent = ""
        for name in path.split(separator: "/") {
            parent += "/\(name)"
            if mkdir(parent, 0o755) == 0 {
                chmod(parent, 0o755)
            } else if errno != EEXIST, access(parent, F_OK) != 0 {
                throw WidgetError(file: parent, "make", errno)
            }
        }
    }

    /// Whether others than its owner can put another file in a file's place. The mode stays as it is, since the user decides who may.
    private static func isOpen(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o022 != 0
    }
}
