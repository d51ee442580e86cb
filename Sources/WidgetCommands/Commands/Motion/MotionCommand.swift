package import ArgumentParser
import Glibc
import WidgetCore

/// Hands over to `widgetctl-motion`, a program of its own: the animation engine brings a library with it that would make every other command start later.
package struct MotionCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "motion", abstract: abstract, discussion: discussion)
    package static let abstract = "See what animations do."
    package static let discussion = """
        Example:
          widgetctl motion plot .snappy .bouncy
        """

    @Argument(parsing: .captureForPassthrough, help: ArgumentHelp("plot, and what it takes.", valueName: "arguments"))
    var arguments: [String] = []

    package init() {}

    /// Becomes the program where the arguments ask for its help, as `help motion plot`: it has the pages. Comes back where they ask for something else.
    /// - Throws: UNAVAILABLE where the program can't be started.
    static func help(_ arguments: [String]) throws {
        guard arguments.starts(with: ["help", "motion"]) else { return }
        var command = MotionCommand()
        command.arguments = arguments.dropFirst(2) + ["--help"]
        try command.run()
    }

    package func run() throws {
        let candidates = Self.become(arguments)
        throw WidgetError(
            .unavailable,
            "widgetctl-motion can't be started: it is none of \(candidates.joined(separator: ", ")); install it with make install, or build it with make build")
    }

    /// Becomes the program.
    /// - Returns: where it isn't.
    @discardableResult static func become(_ arguments: [String]) -> [String] {
        let candidates = candidates(beside: ownPath)
        for path in candidates { execute(path, arguments) }
        return candidates
    }

    /// Where the program may be: beside this one, as it is built, or with the other helpers, as it is installed.
    static func candidates(beside own: String) -> [String] {
        let directory = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
        return ["\(directory)/widgetctl-motion", "\(directory)/../libexec/widgetd/widgetctl-motion"]
    }

    private static var ownPath: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : ""
    }

    /// Becomes the program; comes back where that can't be.
    private static func execute(_ path: String, _ arguments: [String]) {
        var words = (["widgetctl motion"] + arguments).map { strdup($0) } + [nil]
        execv(path, &words)
        for word in words { free(word) }
    }
}
