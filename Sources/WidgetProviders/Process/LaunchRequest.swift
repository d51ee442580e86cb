/// A program to run, and with what.
struct LaunchRequest: Sendable {
    /// The use of standard output.
    enum Output: Sendable {
        /// Kept, up to this many bytes; one more ends the program.
        case collected(limit: Int)
        /// Given on as it comes, from a thread that must not be made to wait.
        case followed(@Sendable ([UInt8]) -> Void)
        /// Line by line into the log, as standard error.
        case logged
    }

    /// Absolute.
    var program: String
    /// The program's own name left out.
    var arguments: [String]
    var environment: [String: String]
    /// Read by the program from standard input; empty: `/dev/null`.
    var input: [UInt8] = []
    var output: Output
    /// The other end of the program's descriptor 3; closed here once the program has it. -1: none.
    var socket: Int32 = -1
    /// Writable memory of each process, in bytes.
    var memoryLimit: Int
}
