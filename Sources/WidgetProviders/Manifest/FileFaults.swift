import Glibc
import WidgetCore

/// All that is wrong with a provider's files, gathered so that a user hears of it at once, with the one command that mends it.
struct FileFaults {
    /// The faults of a file, or of a directory's files, that others can change.
    private struct Open: Hashable {
        var path: String
        var what: String
    }

    private var errors: [WidgetError] = []
    private var open: [Open] = []
    private var notExecutable: [String] = []
    /// A program that isn't there, and the path of what builds it.
    private var unbuilt: (program: String, build: String)?

    /// Something that no change of a mode mends.
    mutating func add(_ error: WidgetError) {
        if !errors.contains(error) { errors.append(error) }
    }

    /// Others than its owner can write the file.
    mutating func addWritable(_ path: String, mode: mode_t) {
        add(Open(path: path, what: "\(Self.name(path)) can be written by others than its owner (mode \(Self.octal(mode)))"))
    }

    /// In the directory `who` can put another file in a file's place.
    mutating func addReplaceable(in directory: String, by who: String, mode: mode_t) {
        add(Open(path: directory, what: "in the directory \(Self.name(directory)) \(who) can replace files (mode \(Self.octal(mode)))"))
    }

    /// The program can't be executed.
    mutating func addNotExecutable(_ path: String) {
        if !notExecutable.contains(path) { notExecutable.append(path) }
    }

    /// The program isn't there, and `build` makes it.
    mutating func addUnbuilt(_ program: String, build: String) { unbuilt = (program, build) }

    private mutating func add(_ place: Open) {
        if !open.contains(place) { open.append(place) }
    }

    /// Throws all that was found as one error, the command that mends it last.
    func check() throws(WidgetError) {
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

    /// The command has the whole path.
    private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    private static func octal(_ mode: mode_t) -> String { String(mode, radix: 8) }
}
