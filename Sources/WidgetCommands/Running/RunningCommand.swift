import CommandRendering
import Glibc
import Linux
import WidgetCore

/// A command that runs with what widgetctl was given: its input, its environment, its directory, its process group, and a terminal where there is one.
///
/// Its output passes through here, so that it can be read. Where standard output or standard error is a terminal, that is a pseudoterminal, so that the command
/// draws as ever; the others are pipes.
final class RunningCommand {
    /// How it ended.
    enum End: Equatable {
        case exited(Int32)
        case signalled(Int32)
    }

    enum Event: Equatable {
        case ended(End)
        /// By this signal.
        case stopped(Int32)
    }

    let id: pid_t
    /// Those that something may still come from.
    private(set) var outputs: [CommandOutput] = []
    /// The session of its own, where it has a pseudoterminal.
    let session: CommandSession?

    /// - Parameter isForeground: whether what is typed is for the command.
    init(_ arguments: [String], isForeground: Bool) throws(SpawnError) {
        // Its own ends, closed here once it has them.
        var ends: [Int32] = []
        defer { for end in ends { close(end) } }
        var outputs: [CommandOutput] = []
        func destination(for target: Int32) throws(SpawnError) -> Int32 {
            let (readEnd, writeEnd) = try Self.makePipe()
            ends.append(writeEnd)
            outputs.append(CommandOutput(from: readEnd, to: target))
            return writeEnd
        }
        do throws(SpawnError) {
            var descriptors: [Int32] = [STDIN_FILENO, -1, -1]
            let isTerminal = (output: isatty(STDOUT_FILENO) == 1, error: isatty(STDERR_FILENO) == 1)
            if !isTerminal.output { descriptors[1] = try destination(for: STDOUT_FILENO) }
            // Output for one file goes one way, or its order would be lost.
            if !isTerminal.error { descriptors[2] = Self.areSame(STDOUT_FILENO, STDERR_FILENO) ? descriptors[1] : try destination(for: STDERR_FILENO) }
            if isTerminal.output || isTerminal.error {
                if isatty(STDIN_FILENO) == 1 { descriptors[0] = -1 }
                let target = isTerminal.output ? STDOUT_FILENO : STDERR_FILENO
                let (session, id) = try CommandSession.start(arguments, descriptors, like: target, isForeground: isForeground)
                outputs.append(CommandOutput(from: session.controller, to: target))
                (self.session, self.id) = (session, id)
            } else {
                (session, id) = (nil, try Self.spawn(arguments, descriptors))
            }
        } catch {
            for output in outputs { close(output.from) }
            throw error
        }
        self.outputs = outputs
    }

    private static func spawn(_ arguments: [String], _ descriptors: [Int32]) throws(SpawnError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (place, descriptor) in descriptors.enumerated() where place != descriptor {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(place))
        }
        var id = pid_t()
        let code = SpawnError.withWords(arguments) { posix_spawnp(&id, arguments[0], &actions, nil, $0, environ) }
        guard code == 0 else { throw SpawnError(code: code) }
        return id
    }

    private static func areSame(_ one: Int32, _ other: Int32) -> Bool {
        var (first, second) = (stat(), stat())
        return fstat(one, &first) == 0 && fstat(other, &second) == 0 && first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// A pipe whose ends are closed in programs that are started. Their numbers are above those of standard input, output and error.
    private static func makePipe() throws(SpawnError) -> (readEnd: Int32, writeEnd: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SpawnError(code: errno) }
        let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
        let code = errno
        for end in ends { close(end) }
        guard moved.allSatisfy({ $0 >= 0 }) else { throw SpawnError(code: code) }
        return (moved[0], moved[1])
    }

    /// Passes on what comes from `descriptor`, which is ready.
    /// - Returns: what was read.
    func forward(_ descriptor: Int32) throws(OutputFile.WriteError) -> [UInt8] {
        guard let index = outputs.firstIndex(where: { $0.from == descriptor }) else { return [] }
        do throws(OutputFile.WriteError) {
            if let bytes = try outputs[index].forward() { return bytes }
        } catch {
            // The command gets the error at its next write, as if it had written there itself.
            drop { $0.from == descriptor }
            throw error
        }
        drop { $0.from == descriptor }
        return []
    }

    /// The command has ended. From now on only the bytes that it has already written are its output.
    func hasEnded() {
        for index in outputs.indices { outputs[index].commandEnded() }
    }

    /// Reads these outputs no more.
    func drop(_ isDropped: (CommandOutput) -> Bool = { _ in true }) {
        for output in outputs where isDropped(output) {
            if let session, session.controller == output.from { session.hangUp() } else { close(output.from) }
        }
        outputs.removeAll(where: isDropped)
    }

    /// The change of its state; nil: none.
    func event() -> Event? {
        var status: Int32 = 0
        if let session {
            // Without its leader, which only SIGKILL ends, the command is hung up.
            guard let told = session.status() else { return .ended(.signalled(SIGHUP)) }
            status = told
        } else {
            guard waitpid(id, &status, WNOHANG | WUNTRACED) == id else { return nil }
        }
        let signal = status & 0x7F
        if signal == 0x7F { return .stopped(status >> 8 & 0xFF) }
        return .ended(signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal))
    }
}

/// One path of a command's output: from a pipe or its pseudoterminal to where widgetctl's own goes.
///
/// Nothing here waits: while nobody reads what was written, signals are heard all the same. No more is read then, which holds the command up as if it wrote
/// there itself.
struct CommandOutput {
    let from: Int32
    let to: Int32
    /// Bytes that were read and aren't written yet.
    private var unwritten: ArraySlice<UInt8> = []
    /// Bytes that the command had written when it ended, and that aren't read yet.
    private var unreadBytes = 0

    init(from: Int32, to: Int32) {
        self.from = from
        self.to = to
    }

    /// The event that it waits for.
    var entry: pollfd { isFlushed ? pollfd(fd: from, events: Int16(POLLIN), revents: 0) : pollfd(fd: to, events: Int16(POLLOUT), revents: 0) }

    /// All that was read is written.
    var isFlushed: Bool { unwritten.isEmpty }

    /// All that the command itself wrote has passed; what still comes is of others.
    var isDone: Bool { isFlushed && unreadBytes <= 0 }

    /// The command has ended.
    mutating func commandEnded() {
        var count: Int32 = 0
        if ioctl(from, UInt(FIONREAD), &count) == 0 { unreadBytes = Int(count) }
    }

    /// Writes what was read, or reads more, once ``entry`` is ready.
    /// - Returns: what was read; nil: nothing comes any more.
    mutating func forward() throws(OutputFile.WriteError) -> [UInt8]? {
        guard isFlushed else {
            try write()
            return []
        }
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = read(from, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        guard count > 0 else { return nil }
        let bytes = Array(buffer[..<count])
        unwritten = bytes[...]
        unreadBytes -= count
        return bytes
    }

    private mutating func write() throws(OutputFile.WriteError) {
        // A pipe that is ready has room for PIPE_BUF bytes.
        let count = unwritten.prefix(Int(PIPE_BUF)).withUnsafeBytes { Glibc.write(to, $0.baseAddress, $0.count) }
        if count < 0, errno != EINTR, errno != EAGAIN { throw OutputFile.WriteError(code: errno) }
        unwritten = unwritten.dropFirst(max(0, count))
    }
}
