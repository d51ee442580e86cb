import Glibc

/// The terminal of the user who started a command. Its modes are touched and its input is read only while this process is in the foreground there: in the
/// background, that would stop it.
final class ControllingTerminal {
    let descriptor: Int32
    /// Whether it is standard input. Else the command reads there once it opens /dev/tty.
    let isInput: Bool
    /// Whether nobody else in this process's pipeline reads there: it is standard input, and standard output goes to no pager or the like.
    let isOwn: Bool
    /// Its modes, while they are changed.
    private var saved: termios?

    /// Nil: there is none.
    init?() {
        isInput = isatty(STDIN_FILENO) == 1
        var output = stat()
        isOwn = isInput && !(fstat(STDOUT_FILENO, &output) == 0 && [S_IFIFO, S_IFSOCK].contains(output.st_mode & S_IFMT))
        descriptor = isInput ? STDIN_FILENO : open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
    }

    deinit { if !isInput { close(descriptor) } }

    var isForeground: Bool {
        let group = tcgetpgrp(descriptor)
        // One that isn't this session's terminal stops nobody.
        return group == getpgrp() || group < 0 && errno == ENOTTY
    }

    /// Whether what is typed is passed on.
    var isTaken: Bool { saved != nil }

    /// Has every key passed on as it is typed. Also when it is so already: a shell may have changed the modes while this process was stopped.
    func take() {
        var modes = termios()
        guard isForeground, tcgetattr(descriptor, &modes) == 0 else { return }
        if !isTaken || modes.c_lflag & tcflag_t(ICANON) != 0 { saved = modes }
        cfmakeraw(&modes)
        // In a pipeline, others are in the foreground beside this: Ctrl-C and Ctrl-Z are for all of them.
        if !isOwn { modes.c_lflag |= tcflag_t(ISIG) }
        tcsetattr(descriptor, TCSADRAIN, &modes)
    }

    func giveBack() {
        guard var modes = saved else { return }
        saved = nil
        // Also false once its window is closed.
        guard isForeground else { return }
        tcsetattr(descriptor, TCSADRAIN, &modes)
    }

    /// The typed bytes; nil: nothing comes any more.
    func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        return count > 0 ? Array(buffer[..<count]) : nil
    }
}
