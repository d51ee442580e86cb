package import Glibc
package import WidgetCore

/// Decides whether a program may be run, and a manifest or a file of settings may be used. Anyone who can change such a file can act as the daemon's user.
package enum FileTrust {
    /// The facts about a file at the time of the check.
    package struct File {
        /// Absolute, without symbolic links.
        package var path: String
        package var size: Int64
        package var isExecutable: Bool
        /// Changes when the file is replaced or changed.
        package var fingerprint: String
    }

    /// The file behind `path`, checked.
    ///
    /// - Throws: NOT_FOUND where there is none; INVALID_ARGUMENT where it isn't a regular file; PERMISSION_DENIED where anyone but its owner can change or
    ///   replace it, or where its owner isn't one of `owners`. The error says everything that is wrong and what to do.
    package static func check(_ path: String, owners: Set<uid_t>) throws(WidgetError) -> File {
        var faults = FileFaults()
        let file = look(at: path, owners: owners, &faults)
        try faults.check()
        guard let file else { throw WidgetError(.notFound, "\(path) can't be read; check the path") }
        return file
    }

    /// The file behind `path`; nil where there is none. Reasons against trust are added to `faults`.
    package static func look(at path: String, owners: Set<uid_t>, _ faults: inout FileFaults) -> File? {
        guard let resolved = realpath(path, nil) else {
            faults.add(WidgetError(.notFound, "\(path): \(String(cString: strerror(errno))); check the path"))
            return nil
        }
        defer { free(resolved) }
        let real = String(cString: resolved)
        guard let file = status(real, &faults) else { return nil }
        guard file.st_mode & S_IFMT == S_IFREG else {
            faults.add(WidgetError(.invalidArgument, "\(real) is not a regular file"))
            return nil
        }
        checkOwner(real, file, owners: owners, &faults)
        if file.st_mode & 0o022 != 0 { faults.addWritable(real, mode: file.st_mode & 0o7777) }
        checkDirectories(of: real, owners: owners, &faults)
        let time = file.st_mtim
        return File(
            path: real, size: Int64(file.st_size), isExecutable: file.st_mode & 0o111 != 0 && access(real, X_OK) == 0,
            fingerprint: "\(file.st_dev):\(file.st_ino):\(file.st_size):\(time.tv_sec).\(time.tv_nsec)")
    }

    /// Checks the directories above a file. Only the owner, root, or the group of a sticky directory may write to the directory that holds the file. Everyone
    /// may write to a directory above that only where it is sticky.
    private static func checkDirectories(of path: String, owners: Set<uid_t>, _ faults: inout FileFaults) {
        var directory = path
        var isParent = true
        while let slash = directory.lastIndex(of: "/") {
            directory = String(directory[..<slash])
            let name = directory.isEmpty ? "/" : directory
            guard let status = status(name, &faults) else { return }
            checkOwner(name, status, owners: owners, &faults)
            let isSticky = status.st_mode & S_ISVTX != 0
            if status.st_mode & S_IWOTH != 0, isParent || !isSticky {
                faults.addReplaceable(in: name, by: "anyone", mode: status.st_mode & 0o7777)
            } else if status.st_mode & S_IWGRP != 0, isParent, !isSticky {
                faults.addReplaceable(in: name, by: "its group", mode: status.st_mode & 0o7777)
            }
            isParent = false
        }
    }

    private static func checkOwner(_ path: String, _ status: stat, owners: Set<uid_t>, _ faults: inout FileFaults) {
        guard !owners.contains(status.st_uid) else { return }
        faults.add(
            WidgetError(
                .permissionDenied,
                "\(path) belongs to uid \(status.st_uid); it must belong to root or to uid \(geteuid()), which uses it: `chown` it"))
    }

    /// Root and the daemon's user. In a user namespace without root, also the overflow uid, which the kernel shows for users that aren't mapped.
    /// - Parameter uidMap: `/proc/self/uid_map`.
    package static func owners(user: uid_t, uidMap: String) -> Set<uid_t> {
        let overflow: uid_t = 65_534
        let first = uidMap.split(separator: "\n").compactMap { line in line.split(separator: " ").first.flatMap { uid_t($0) } }
        return first.isEmpty || first.contains(0) ? [0, user] : [0, user, overflow]
    }

    /// The users who may own such files, for this process.
    package static func owners() -> Set<uid_t> {
        let map = (try? FileText.read("/proc/self/uid_map", limit: LinuxLimits.userMapBytes)) ?? []
        return owners(user: geteuid(), uidMap: String(decoding: map, as: UTF8.self))
    }

    private static func status(_ path: String, _ faults: inout FileFaults) -> stat? {
        var result = stat()
        guard stat(path, &result) == 0 else {
            faults.add(WidgetError(.notFound, "\(path): \(String(cString: strerror(errno)))"))
            return nil
        }
        return result
    }
}

/// Collects everything that is wrong with files, such as a provider's. So a user sees it all at once, with one command that repairs it.
package struct FileFaults {
    /// A file that others can change, or a directory in which others can replace files.
    private struct Open: Hashable {
        var path: String
        var what: String
    }

    private var errors: [WidgetError] = []
    private var open: [Open] = []
    private var notExecutable: [String] = []
    /// A missing program, and the path of the script that builds it.
    private var unbuilt: (program: String, build: String)?

    package init() {}

    /// Adds an error that no change of a mode repairs.
    package mutating func add(_ error: WidgetError) {
        if !errors.contains(error) { errors.append(error) }
    }

    /// Adds a file that others than its owner can write.
    package mutating func addWritable(_ path: String, mode: mode_t) {
        add(Open(path: path, what: "\(Self.name(path)) can be written by others than its owner (mode \(Self.octal(mode)))"))
    }

    /// Adds a directory in which `who` can replace files.
    package mutating func addReplaceable(in directory: String, by who: String, mode: mode_t) {
        add(Open(path: directory, what: "in the directory \(Self.name(directory)) \(who) can replace files (mode \(Self.octal(mode)))"))
    }

    /// Adds a program that can't be executed.
    package mutating func addNotExecutable(_ path: String) {
        if !notExecutable.contains(path) { notExecutable.append(path) }
    }

    /// Adds a missing program that the script `build` makes.
    package mutating func addUnbuilt(_ program: String, build: String) { unbuilt = (program, build) }

    private mutating func add(_ place: Open) {
        if !open.contains(place) { open.append(place) }
    }

    /// Throws everything that was found as one error. The command that repairs it comes last.
    package func check() throws(WidgetError) {
        if errors.count == 1, open.isEmpty, notExecutable.isEmpty, unbuilt == nil { throw errors[0] }
        let missing = unbuilt == nil ? nil : WidgetError.Code.notFound
        guard let code = open.isEmpty && notExecutable.isEmpty ? errors.first?.code ?? missing : .permissionDenied else { return }
        var found = errors.map(\.message) + open.map(\.what) + notExecutable.map { "exec[0]: \(Self.name($0)) can't be executed" }
        if let unbuilt { found.append("exec[0]: \(Self.name(unbuilt.program)) isn't built yet") }
        let mending = [command("chmod go-w", open.map(\.path)), command("chmod +x", notExecutable), unbuilt?.build.shellWord].compactMap(\.self)
        let advice = mending.isEmpty ? "" : "; run: " + mending.joined(separator: " && ")
        throw WidgetError(code, found.joined(separator: "; ") + advice)
    }

    private func command(_ command: String, _ paths: [String]) -> String? {
        paths.isEmpty ? nil : ([command] + paths.map(\.shellWord)).joined(separator: " ")
    }

    /// The file's name alone, since the command has the whole path.
    private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    private static func octal(_ mode: mode_t) -> String { String(mode, radix: 8) }
}
