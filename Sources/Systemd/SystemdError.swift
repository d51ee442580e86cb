import Glibc

/// A call to the service manager that failed.
public struct SystemdError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The failure, and advice where there is any.
    public let message: String

    /// The positive `errno` of the call, or nil if the call itself succeeded and what it gave was refused.
    public let code: Int32?

    /// Creates an error with a message for people and, if there is one, the `errno` behind it.
    public init(message: String, code: Int32? = nil) {
        self.message = message
        self.code = code
    }

    public var description: String {
        guard let code else { return message }
        return "\(message): \(Errno.text(code))"
    }
}

/// Texts for `errno` values.
enum Errno {
    /// The C library's text for an error number; safe from several threads at once.
    static func text(_ code: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else { return "error \(code)" }
            return String(cString: start)
        }
    }
}
