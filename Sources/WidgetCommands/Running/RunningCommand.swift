import CLinux
import Glibc
import WidgetCore

/// A command that runs with what widgetctl was given: its input, its environment, its directory, and a terminal where there is one.
///
/// Its output passes through here, so that it can be read: by a pseudoterminal where standard output is a terminal, so that the command draws as ever, else by two pipes.
final class RunningCommand {
    /// What became of it.
    enum End: Equatable {
        case exited(Int32)
        case signalled(Int32)
    }

    let id: pid_t
    /// Where its output is read, with the descriptor that it goes to.
    private(set) var outputs: [(from: Int32, to: Int32)]
    /// The pseudoterminal, where it has one: what is typed goes there.
    let terminal: Int32?

    /// - Throws: NOT_FOUND where there is no such program, PERMISSION_DENIED where it can't be run; as a shell says it.
    init(_ arguments: [String]) throws(WidgetError) {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        var ends: [Int32] = []
        defer { for end in ends { close(end) } }
        if isatty(STDOUT_FILENO) == 1, let (controller, path) = Self.pseudoterminal() {
            (terminal, outputs) = (controller, [(controller, STDOUT_FILENO)])
            // A session of its own, whose terminal the first one that it opens becomes: Ctrl-C is the command's.
            posix_spawnattr_setflags(&attributes, Int16(widgetd_spawn_setsid))
            let isInput = isatty(STDIN_FILENO) == 1
            posix_spawn_file_actions_addopen(&actions, isInput ? STDIN_FILENO : STDERR_FILENO, path, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, isInput ? STDIN_FILENO : STDERR_FILENO, STDOUT_FILENO)
            if isInput, isatty(STDERR_FILENO) == 1 { posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO) }
        } else {
            let (out, err) = (try Self.makePipe(), try Self.makePipe())
            (terminal, outputs) = (nil, [(out[0], STDOUT_FILENO), (err[0], STDERR_FILENO)])
            ends = [out[1], err[1]]
            posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO)
        }
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var id = pid_t()
        let code = posix_spawnp(&id, arguments[0], &actions, &attributes, words, environ)
        guard code == 0 else {
            for output in outputs { close(output.from) }
            throw Self.failure("'\(PlainText.line(arguments[0]))'", code)
        }
        self.id = id
    }

    private static func pseudoterminal() -> (Int32, path: String)? {
        var name = [CChar](repeating: 0, count: Int(PATH_MAX))
        let controller = widgetd_open_pseudoterminal(&name, name.count)
        return controller < 0 ? nil : (controller, String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    /// A pipe whose ends a program that is started doesn't get.
    private static func makePipe() throws(WidgetError) -> [Int32] {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw failure("a pipe", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends
    }

    private static func failure(_ what: String, _ code: Int32) -> WidgetError {
        let reason = String(cString: strerror(code))
        return WidgetError(code == ENOENT ? .notFound : code == EACCES ? .permissionDenied : .resourceExhausted, "\(what): \(reason)")
    }

    /// Gives the pseudoterminal the size of the terminal.
    func resize() {
        var size = winsize()
        guard let terminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return }
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
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
        try target.write(bytes)
        return bytes
    }

    /// Reads an output no more.
    func drop(_ descriptor: Int32) {
        outputs.removeAll { $0.from == descriptor }
        close(descriptor)
    }

    /// What became of it; nil: it runs.
    func end() -> End? {
        var status: Int32 = 0
        guard waitpid(id, &status, WNOHANG) == id else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }
}
