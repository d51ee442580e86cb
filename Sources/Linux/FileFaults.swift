package import Glibc
package import WidgetCore

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
