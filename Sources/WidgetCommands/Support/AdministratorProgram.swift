import Glibc
import Linux
import WidgetCore

/// Runs a program of the system that changes something, such as one of PostgreSQL's.
enum AdministratorProgram {
    /// Runs a program to its end.
    /// - Parameters:
    ///   - arguments: its name, which is looked for in `PATH`, and what it is called with. Others on this machine can see them.
    ///   - input: what it reads. Nobody else can see that.
    /// - Returns: what it printed.
    /// - Throws: NOT_FOUND where it isn't installed; FAILED_PRECONDITION with what it printed where it fails.
    @discardableResult
    static func run(_ arguments: [String], input: String = "") throws(WidgetError) -> String {
        let (given, printed) = (try file(with: input), try file(with: ""))
        defer {
            close(given)
            close(printed)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, given, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, printed, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, printed, STDERR_FILENO)
        var process: pid_t = 0
        let failure = SpawnError.withWords(arguments) { posix_spawnp(&process, arguments[0], &actions, nil, $0, environ) }
        guard failure == 0 else { throw WidgetError(.notFound, "\(arguments[0]) can't be run: \(String(cString: strerror(failure)))") }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let text = content(of: printed)
        guard status == 0 else {
            let lines = text.split(separator: "\n").suffix(3).joined(separator: "; ")
            throw WidgetError(.failedPrecondition, "\(arguments.prefix(2).joined(separator: " ")) failed: \(lines.cut(toBytes: 400))")
        }
        return text
    }

    /// A file without a name, at its beginning. A program's children may hold on to it, where they would hold up the reader of a pipe.
    private static func file(with text: String) throws(WidgetError) -> Int32 {
        var path = Array("/tmp/widgetctl-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw WidgetError(.resourceExhausted, "no file can be made in /tmp: \(String(cString: strerror(errno)))") }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                let reason = String(cString: strerror(errno))
                close(descriptor)
                throw WidgetError(.resourceExhausted, "a file in /tmp can't be written: \(reason)")
            }
            rest = rest.dropFirst(count)
        }
        lseek(descriptor, 0, SEEK_SET)
        return descriptor
    }

    private static func content(of descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: CommandLimits.programOutputBytes)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}
