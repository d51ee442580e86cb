import Glibc
import WidgetCore

/// A command that runs with what widgetctl was given: its input, its environment, its directory, its process group, and a terminal where there is one.
///
/// Its output passes through here, so that it can be read. Where standard output or standard error is a terminal, that is a pseudoterminal, so that the command draws as ever; the others are pipes.
final class RunningCommand {
    /// What became of it.
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
    /// Where its output is read, with the descriptor that it goes to.
    private(set) var outputs: [(from: Int32, to: Int32)] = []
    /// The session of its own, where it has a pseudoterminal.
    let session: CommandSession?

    /// - Parameter isForeground: whether what is typed is for the command.
    init(_ arguments: [String], isForeground: Bool) throws(SpawnError) {
        // Its own ends, closed here once it has them.
        var ends: [Int32] = []
        defer { for end in ends { close(end) } }
        var outputs: [(from: Int32, to: Int32)] = []
        func pass(to target: Int32) throws(SpawnError) -> Int32 {
            let (readEnd, writeEnd) = try Self.makePipe()
            ends.append(writeEnd)
            outputs.append((readEnd, target))
            return writeEnd
        }
        do throws(SpawnError) {
            var descriptors: [Int32] = [STDIN_FILENO, -1, -1]
            let isTerminal = (output: isatty(STDOUT_FILENO) == 1, error: isatty(STDERR_FILENO) == 1)
            if !isTerminal.output { descriptors[1] = try pass(to: STDOUT_FILENO) }
            // What goes to one file in the end goes one way, or its order would be lost.
            if !isTerminal.error { descriptors[2] = Self.areSame(STDOUT_FILENO, STDERR_FILENO) ? descriptors[1] : try pass(to: STDERR_FILENO) }
            if isTerminal.output || isTerminal.error {
                if isatty(STDIN_FILENO) == 1 { descriptors[0] = -1 }
                let target = isTerminal.output ? STDOUT_FILENO : STDERR_FILENO
                let (session, id) = try CommandSession.start(arguments, descriptors, like: target, isForeground: isForeground)
                outputs.append((session.controller, target))
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

    /// A pipe whose ends a program that is started doesn't get, above the places of its standard input, output and error.
    private static func makePipe() throws(SpawnError) -> (readEnd: Int32, writeEnd: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SpawnError(code: errno) }
        let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
        let code = errno
        for end in ends { close(end) }
        guard moved.allSatisfy({ $0 >= 0 }) else { throw SpawnError(code: code) }
        return (moved[0], moved[1])
    }

    /// Passes what can be read from `descriptor` on.
    /// - Returns: the bytes; nil: nothing comes any more.
    func pass(_ descriptor: Int32, to target: OutputFile) throws(OutputFile.WriteError) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        guard count > 0 else {
            drop(descriptor)
            return nil
        }
        let bytes = Array(buffer[..<count])
        do throws(OutputFile.WriteError) {
            try target.write(bytes)
        } catch {
            // It hears of that when it writes next, as if it had written there itself.
            drop(descriptor)
            throw error
        }
        return bytes
    }

    /// Reads an output no more.
    func drop(_ descriptor: Int32) {
        outputs.removeAll { $0.from == descriptor }
        if let session, session.controller == descriptor { session.hangUp() } else { close(descriptor) }
    }

    /// What happened to it; nil: nothing.
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
