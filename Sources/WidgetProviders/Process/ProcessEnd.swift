import Glibc

/// How a program ended.
struct ProcessEnd: Sendable {
    enum Reason: Sendable, Hashable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// Why the daemon or the kernel ended it.
    enum TerminationReason: Sendable, Hashable {
        /// It ran longer than its deadline.
        case deadline
        /// It printed more than its output limit.
        case output
        /// It had more memory, together with what it started, than its control group may have.
        case memory
        /// It isn't needed any more.
        case stopped
    }

    var reason: Reason
    var termination: TerminationReason?
    /// Standard output, where it was collected.
    var output: [UInt8]
    /// The reason on standard error, as it is in the log: Swift's reason for a crash, or else the last line that isn't blank. It is empty where there is none.
    var lastErrorLine: String

    var isSuccess: Bool { reason == .exited(0) && termination == nil }

    /// Whether it failed by itself; the daemon didn't end it.
    var isCrash: Bool { reason != .exited(0) && termination == nil }

    /// For people: `exited with status 3`, `ended without an answer`, `was killed by signal 11 (Segmentation fault)`.
    var description: String {
        switch reason {
        case .exited(0): "ended without an answer"
        case .exited(let status): "exited with status \(status)"
        case .signalled(let number): "was killed by signal \(number) (\(String(cString: strsignal(number))))"
        }
    }
}
