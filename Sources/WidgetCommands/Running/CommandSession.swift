import CLinux
import Glibc
import Linux
import WidgetCore

/// The session that a command runs in where its output goes to a terminal: it has a pseudoterminal of its own there, and draws, reads and is stopped as ever.
final class CommandSession {
    /// Where its output is read and what is typed is written; -1 once it is closed.
    private(set) var controller: Int32
    /// The socket to the session's leader, which reports the command's status.
    let channel: Int32
    /// Whether the command may read and change its terminal. One that may not is stopped when it does.
    private(set) var isForeground: Bool
    /// Typed bytes that don't fit yet.
    private var typed: [UInt8] = []

    /// Starts a command.
    /// - Parameters:
    ///   - descriptors: its standard input, output and error; -1: the pseudoterminal.
    ///   - model: the terminal whose modes and size it gets.
    /// - Returns: its process id as well.
    /// - Throws: errno.
    static func start(_ arguments: [String], _ descriptors: [Int32], like model: Int32, isForeground: Bool) throws(SpawnError) -> (CommandSession, pid_t) {
        var name = [CChar](repeating: 0, count: Int(PATH_MAX))
        let controller = widgetd_open_pseudoterminal(&name, name.count)
        guard controller >= 0 else { throw SpawnError(code: errno) }
        var hasStarted = false
        defer { if !hasStarted { close(controller) } }
        var modes = termios()
        if tcgetattr(model, &modes) == 0 { tcsetattr(controller, TCSANOW, &modes) }
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { throw SpawnError(code: errno) }
        let session = CommandSession(controller, ends[0], isForeground: isForeground)
        session.resize(like: model)
        let leader = SpawnError.withWords(arguments) { widgetd_start_session(name, descriptors, isForeground ? 1 : 0, ends[1], $0) }
        let code = errno
        close(ends[1])
        guard leader >= 0 else { throw SpawnError(code: code) }
        guard let word = session.word() else { throw SpawnError(code: ECHILD) }
        guard Int(word.kind) == widgetd_session_started else { throw SpawnError(code: word.value) }
        // Typed bytes never wait for a command that doesn't read them.
        _ = fcntl(controller, F_SETFL, O_NONBLOCK)
        hasStarted = true
        return (session, word.value)
    }

    private init(_ controller: Int32, _ channel: Int32, isForeground: Bool) {
        self.controller = controller
        self.channel = channel
        self.isForeground = isForeground
    }

    deinit { close(channel) }

    private func word() -> widgetd_session_word? {
        var word = widgetd_session_word()
        let size = MemoryLayout<widgetd_session_word>.size
        while true {
            let count = recv(channel, &word, size, Int32(MSG_WAITALL))
            if count == size { return word }
            if count >= 0 || errno != EINTR { return nil }
        }
    }

    /// The command's new status, as waitpid(2) tells it; nil: its leader was killed, and the session with it.
    func status() -> Int32? { word()?.value }

    /// Gives it a terminal's size.
    func resize(like model: Int32) {
        var size = winsize()
        guard ioctl(model, UInt(TIOCGWINSZ), &size) == 0 else { return }
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    }

    /// Lets a stopped command go on, in the foreground of its terminal or in the background.
    func proceed(isForeground: Bool) {
        self.isForeground = isForeground
        var word = UInt8(isForeground ? widgetd_session_foreground : widgetd_session_background)
        send(channel, &word, 1, Int32(MSG_NOSIGNAL))
    }

    /// Takes the pseudoterminal away, as when a user closes the window.
    func hangUp() {
        close(controller)
        controller = -1
    }

    // MARK: Typed input

    /// Whether there is room for more of what is typed.
    var takesInput: Bool { typed.isEmpty }

    func type(_ bytes: [UInt8]) {
        typed += bytes
        flushInput()
    }

    func flushInput() {
        while !typed.isEmpty {
            let count = write(controller, typed, typed.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            typed.removeFirst(count)
        }
    }

    /// Passes on a signal that was typed at the user's terminal: as a key, where the command has keys instead of signals.
    func typeSignal(_ number: Int32) {
        var modes = termios()
        let hasKeys = tcgetattr(controller, &modes) == 0 && modes.c_lflag & tcflag_t(ISIG) == 0
        let keys: [Int32: UInt8] = [SIGINT: 0x03, SIGQUIT: 0x1C, SIGTSTP: 0x1A]
        if hasKeys, let key = keys[number] { type([key]) } else { _ = widgetd_type_signal(controller, number) }
    }
}
