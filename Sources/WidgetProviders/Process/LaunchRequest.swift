/// A program to run, with its arguments, environment, descriptors and limits.
struct LaunchRequest: Sendable {
    /// The use of standard output.
    enum Output: Sendable {
        /// The output is collected, up to this many bytes. One byte more ends the program.
        case collected(limit: Int)
        /// The output is passed on as it comes. The closure must not block, because it runs on `DescriptorWatcher`'s thread.
        case followed(@Sendable ([UInt8]) -> Void)
        /// The output is logged line by line, like standard error.
        case logged
    }

    /// Absolute.
    var program: String
    /// The arguments without the program's name.
    var arguments: [String]
    var environment: [String: String]
    /// The program's standard input. Where it is empty, standard input is `/dev/null`.
    var input: [UInt8] = []
    var output: Output
    /// The socket that the program gets as descriptor 3. It is closed in this process once the program has it. -1 stands for none.
    var socket: Int32 = -1
    /// Writable memory of each process, in bytes.
    var memoryLimit: Int
    /// Where nil, the program stays in the daemon's group.
    var group: ProviderCgroup?
}
