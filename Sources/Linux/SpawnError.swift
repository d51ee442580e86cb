import Glibc

/// Why a program couldn't be started.
public struct SpawnError: Error, Sendable, Hashable {
    /// errno.
    public let code: Int32

    public init(code: Int32) { self.code = code }

    /// A shell's exit status for it: 127 where there is no such program, 126 where it can't be run.
    public var status: Int32 { code == ENOENT ? 127 : 126 }

    public var reason: String { code == ENOENT ? "there is no such program" : String(cString: strerror(code)) }

    /// Calls `body` with the words as C has them, the last of them null.
    public static func withWords<Result>(_ arguments: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        return body(words)
    }
}
