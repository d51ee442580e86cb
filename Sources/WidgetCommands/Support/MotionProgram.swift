import Glibc

/// `widgetctl-motion`, a program of its own that `widgetctl motion` becomes.
enum MotionProgram {
    /// The name by which `widgetctl` calls it.
    static let command = "motion"

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
