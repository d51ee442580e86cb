import Glibc
import WidgetCore

/// Whether a file may be run, or say what is run: whoever can change it acts as the daemon's user.
enum FileTrust {
    /// A file that is trusted, as it was found.
    struct File {
        /// Absolute, without symbolic links.
        var path: String
        var size: Int64
        var isExecutable: Bool
        /// Changes when the file is replaced or changed.
        var fingerprint: String
    }

    /// The file behind `path`, checked.
    ///
    /// - Throws: NOT_FOUND where there is none; PERMISSION_DENIED where anyone but its owner can change it or replace it, or the owner isn't one
    ///   of `owners`; each says what to do.
    static func check(_ path: String, owners: Set<uid_t>) throws(WidgetError) -> File {
        guard let resolved = realpath(path, nil) else {
            throw WidgetError(.notFound, "\(path): \(String(cString: strerror(errno))); check the path")
        }
        defer { free(resolved) }
        let real = String(cString: resolved)
        let file = try status(real)
        guard file.st_mode & S_IFMT == S_IFREG else { throw WidgetError(.invalidArgument, "\(real) is not a regular file") }
        try checkOwner(real, file, owners: owners)
        if file.st_mode & 0o022 != 0 {
            throw WidgetError(.permissionDenied, "\(real) can be written by others than its owner (mode \(octal(file.st_mode))); run chmod go-w on it")
        }
        try checkDirectories(of: real, owners: owners)
        let time = file.st_mtim
        return File(
            path: real, size: Int64(file.st_size), isExecutable: file.st_mode & 0o111 != 0 && access(real, X_OK) == 0,
            fingerprint: "\(file.st_dev):\(file.st_ino):\(file.st_size):\(time.tv_sec).\(time.tv_nsec)")
    }

    /// Only its owner changes the directory that holds it (or, where it is sticky, its group without touching what isn't theirs); in those above, others may
    /// not rename what isn't theirs.
    private static func checkDirectories(of path: String, owners: Set<uid_t>) throws(WidgetError) {
        var directory = path
        var isParent = true
        while let slash = directory.lastIndex(of: "/") {
            directory = String(directory[..<slash])
            let name = directory.isEmpty ? "/" : directory
            let status = try status(name)
            try checkOwner(name, status, owners: owners)
            let isSticky = status.st_mode & S_ISVTX != 0
            let who: String? =
                if status.st_mode & S_IWOTH != 0, isParent || !isSticky {
                    "anyone"
                } else if status.st_mode & S_IWGRP != 0, isParent, !isSticky {
                    "the directory's group"
                } else {
                    nil
                }
            if let who {
                throw WidgetError(
                    .permissionDenied, "\(path) is below \(name), where \(who) can replace it (mode \(octal(status.st_mode))); run chmod go-w \(name)")
            }
            isParent = false
        }
    }

    private static func checkOwner(_ path: String, _ status: stat, owners: Set<uid_t>) throws(WidgetError) {
        guard owners.contains(status.st_uid) else {
            throw WidgetError(
                .permissionDenied, "\(path) belongs to uid \(status.st_uid); a provider's files belong to root or to uid \(geteuid()), as whom it would run")
        }
    }

    /// Root and the daemon's user; and where a user namespace has no root, the number that the kernel shows for everyone whom it doesn't map.
    /// - Parameter uidMap: `/proc/self/uid_map`.
    static func owners(user: uid_t, uidMap: String) -> Set<uid_t> {
        let overflow: uid_t = 65_534
        let first = uidMap.split(separator: "\n").compactMap { line in line.split(separator: " ").first.flatMap { uid_t($0) } }
        return first.isEmpty || first.contains(0) ? [0, user] : [0, user, overflow]
    }

    private static func status(_ path: String) throws(WidgetError) -> stat {
        var result = stat()
        guard stat(path, &result) == 0 else { throw WidgetError(.notFound, "\(path): \(String(cString: strerror(errno)))") }
        return result
    }

    private static func octal(_ mode: mode_t) -> String { String(mode & 0o7777, radix: 8) }
}
