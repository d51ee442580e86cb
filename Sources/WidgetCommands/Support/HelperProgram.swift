import Glibc
import WidgetCore

/// A program of its own that a command becomes, such as `widgetctl-motion` for `widgetctl motion`: what it links would make every other command start later.
struct HelperProgram: Sendable, Hashable {
    /// The name by which `widgetctl` calls it.
    let command: String

    static let motion = HelperProgram(command: "motion")
    static let render = HelperProgram(command: "render")
    static let all = [motion, render]
    /// The board with animations. Its help is `widgetctl`'s.
    static let board = HelperProgram(command: "board")

    /// Replaces this process by the program.
    /// - Returns: the paths that were tried, where it can't be started.
    @discardableResult func exec(_ arguments: [String]) -> [String] {
        let candidates = candidates(beside: Self.ownPath)
        for path in candidates { execute(path, arguments) }
        return candidates
    }

    /// Replaces this process by a program where the arguments ask for its help, such as `help motion plot`. Returns where they ask for something else.
    /// - Throws: UNAVAILABLE where the program can't be started.
    static func help(_ arguments: [String]) throws(WidgetError) {
        guard arguments.first == "help", let program = all.first(where: { arguments.dropFirst().first == $0.command }) else { return }
        throw program.missing(program.exec(arguments.dropFirst(2) + ["--help"]))
    }

    /// The error where the program can't be started.
    func missing(_ candidates: [String]) -> WidgetError {
        WidgetError(
            .unavailable,
            """
            widgetctl-\(command) can't be started: it is none of \(candidates.joined(separator: ", ")); install it with make install, or build it \
            with make build
            """
        )
    }

    /// Where the program may be: beside this one, as it is built, or with the other helpers, as it is installed.
    func candidates(beside own: String) -> [String] {
        let directory = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
        return ["\(directory)/widgetctl-\(command)", "\(directory)/../libexec/widgetd/widgetctl-\(command)"]
    }

    /// The path of `widgetctl`: the running program, also where another file has taken its place; of a helper, the `widgetctl` that it belongs to.
    static var client: String {
        let own = ownPath
        guard let slash = own.lastIndex(of: "/"), own[slash...].hasPrefix("/widgetctl-") else { return "/proc/self/exe" }
        let directory = own[..<slash]
        let beside = "\(directory)/widgetctl"
        return access(beside, X_OK) == 0 ? beside : "\(directory)/../../bin/widgetctl"
    }

    private static var ownPath: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : ""
    }

    /// Replaces this process by the program; returns where that isn't possible.
    private func execute(_ path: String, _ arguments: [String]) {
        var words = (["widgetctl \(command)"] + arguments).map { strdup($0) } + [nil]
        execv(path, &words)
        for word in words { free(word) }
    }
}
