import Glibc

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
