import CommandRendering
import Glibc
import Linux
import WidgetAPI
import WidgetCore

/// A program of a Swift package, built and started to show its previews.
final class PreviewProgram {
    /// The target of a package that previews are in.
    struct Place: Equatable {
        /// The directory with `Package.swift`.
        var package: String
        /// The executable target.
        var target: String
        /// Only the previews of this file; nil: all.
        var file: String?
    }

    let client: PreviewClient
    private let process: pid_t
    /// A file without a name, for what the program prints: on the terminal it would stand in the middle of a picture.
    private let log: Int32

    /// The place that a user names: a target of the package around the working directory, or a source file.
    /// - Throws: INVALID_ARGUMENT for a place that is in no package.
    static func place(named name: String) throws(WidgetError) -> Place {
        guard name.contains("/") || name.hasSuffix(".swift") else {
            guard let package = package(around: WorkingDirectory.absolute(".")) else {
                throw .invalid("target", "there is no Package.swift here or above; go to the package's directory, or give a source file's path")
            }
            return Place(package: package, target: name)
        }
        guard let resolved = realpath(name, nil) else { throw WidgetError(file: name, "read", errno) }
        defer { free(resolved) }
        let path = String(cString: resolved)
        guard let package = package(around: path) else { throw .invalid("file", "\(name) is in no package: there is no Package.swift above it") }
        let parts = path.dropFirst(package.count + 1).split(separator: "/")
        guard parts.count >= 3, parts[0] == "Sources" else {
            throw .invalid("file", "\(name) doesn't lie in Sources/TARGET of its package; give the target's name instead")
        }
        return Place(package: package, target: String(parts[1]), file: String(parts[parts.count - 1]))
    }

    private static func package(around path: String) -> String? {
        var directory = path[...]
        while !directory.isEmpty {
            if access("\(directory)/Package.swift", R_OK) == 0 { return String(directory.hasSuffix("/.") ? directory.dropLast(2) : directory) }
            directory = directory.lastIndex(of: "/").map { directory[..<$0] } ?? ""
        }
        return nil
    }

    /// Builds the program.
    /// - Throws: FAILED_PRECONDITION where it doesn't compile; the compiler has said why.
    static func build(_ place: Place) throws(WidgetError) -> String {
        let build = ["swift", "build", "--package-path", place.package, "--product", place.target]
        let status = try wait(for: start(build))
        guard status == 0 else { throw WidgetError(.failedPrecondition, "\(place.target) can't be built: swift build ended with \(status)") }
        guard let directory = ProgramOutput.of(["swift", "build", "--package-path", place.package, "--show-bin-path"])?.split(separator: "\n").last else {
            throw WidgetError(.internal, "swift build doesn't say where the program is")
        }
        let program = "\(directory)/\(place.target)"
        guard access(program, X_OK) == 0 else {
            throw .invalid("target", "\(place.target) is no program; preview an executable target that depends on it")
        }
        return program
    }

    /// Starts a program.
    /// - Throws: RESOURCE_EXHAUSTED where it can't be started.
    init(_ program: String) throws(WidgetError) {
        var path = Array("/tmp/widgetctl-XXXXXX".utf8CString)
        log = mkstemp(&path)
        guard log >= 0 else { throw WidgetError(file: "/tmp", "write", errno) }
        _ = fcntl(log, F_SETFD, FD_CLOEXEC)
        unlink(path)
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { throw Self.failure(program, errno) }
        defer { close(ends[1]) }
        do throws(WidgetError) {
            process = try Self.start([program], socket: ends[1], log: log)
        } catch {
            close(ends[0])
            throw error
        }
        client = PreviewClient(descriptor: ends[0])
    }

    deinit { close(log) }

    /// Ends the program.
    func end() {
        kill(process, SIGTERM)
        _ = try? Self.wait(for: process)
    }

    /// The last lines that the program printed; of one that Swift ended, the reason alone, without the backtrace.
    var lastLines: [String] {
        var bytes = [UInt8](repeating: 0, count: Self.lastBytes)
        let start = max(0, lseek(log, 0, SEEK_END) - Self.lastBytes)
        let count = pread(log, &bytes, bytes.count, start)
        let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n").map { PlainText.line(String($0)) }
        if let reason = lines.last(where: { $0.contains("Fatal error: ") }) { return [reason] }
        return lines.suffix(3)
    }

    private static let lastBytes = 65_536

    /// - Parameter log: where its output goes; nil: where this command's errors go.
    private static func start(_ words: [String], socket: Int32? = nil, log: Int32? = nil) throws(WidgetError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        // This command's own output is the previews alone.
        posix_spawn_file_actions_adddup2(&actions, log ?? STDERR_FILENO, STDOUT_FILENO)
        if let log { posix_spawn_file_actions_adddup2(&actions, log, STDERR_FILENO) }
        if let socket {
            posix_spawn_file_actions_adddup2(&actions, socket, ProviderMethod.descriptor)
            setenv(ProviderMethod.descriptorVariable, "\(ProviderMethod.descriptor)", 1)
        }
        var process: pid_t = 0
        let code = SpawnError.withWords(words) { posix_spawnp(&process, words[0], &actions, nil, $0, environ) }
        guard code == 0 else { throw failure(words[0], code) }
        return process
    }

    private static func wait(for process: pid_t) throws(WidgetError) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw failure("waitpid", errno) }
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    private static func failure(_ program: String, _ code: Int32) -> WidgetError {
        WidgetError(.resourceExhausted, "\(program) can't be started: \(String(cString: strerror(code)))")
    }
}
