import Dispatch
import Glibc

/// A program that a test runs: its output line by line, and its end.
///
/// Foundation's `Process` lets every child inherit the pipes of the others, so that none of them would see the end of its input.
final class Program: Sendable {
    private let process: pid_t
    private let lines: AsyncStream<String>
    private let status: Task<Int32, Never>

    struct SpawnError: Error {
        let program: String
        let code: Int32
    }

    init(_ path: String, _ arguments: [String]) throws {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { throw SpawnError(program: path, code: errno) }
        let (reading, writing) = (ends[0], ends[1])
        defer { close(writing) }
        process = try Self.spawn(path, arguments, output: writing)
        let (process, lines) = (process, AsyncStream.makeStream(of: String.self))
        self.lines = lines.stream
        let ended = AsyncStream.makeStream(of: Int32.self)
        // A thread of its own: it blocks until the program has ended.
        DispatchQueue(label: path).async {
            Self.read(reading) { lines.continuation.yield($0) }
            lines.continuation.finish()
            var status: Int32 = 0
            waitpid(process, &status, 0)
            ended.continuation.yield(status)
        }
        status = Task { await ended.stream.first { _ in true } ?? -1 }
    }

    deinit {
        kill(process, SIGKILL)
    }

    /// Returns when the program has written its first line.
    func waitForFirstLine() async {
        for await _ in lines { return }
    }

    /// Every line until the end, and the wait status: 0 when it exited with 0.
    func finish() async -> (lines: [String], status: Int32) {
        let all = await lines.reduce(into: []) { $0.append($1) }
        return (all, await status.value)
    }

    private static func spawn(_ path: String, _ arguments: [String], output: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        var argv = ([path] + arguments).map { strdup($0) }
        argv.append(nil)
        defer { for argument in argv { free(argument) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, path, &actions, nil, argv, environ)
        guard code == 0 else { throw SpawnError(program: path, code: code) }
        return process
    }

    private static func read(_ descriptor: Int32, _ line: (String) -> Void) {
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 {
            rest += buffer[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line(String(decoding: rest[..<end], as: UTF8.self))
                rest.removeSubrange(...end)
            }
        }
        close(descriptor)
    }
}
