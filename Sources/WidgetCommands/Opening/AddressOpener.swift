import Glibc
import WidgetCore

/// Opens addresses on this machine, with the program that the person's desktop has for them.
struct AddressOpener {
    let environment: (String) -> String?

    /// Why nothing can be opened here; nil: it can.
    var obstacle: String? {
        let displays = ["WAYLAND_DISPLAY", "DISPLAY"].compactMap(environment).filter { !$0.isEmpty }
        return displays.isEmpty ? "this session has no display" : nil
    }

    /// Whether a person is asked first: nothing here says that it takes this kind of address.
    func needsQuestion(_ url: String) -> Bool {
        if AbsoluteURL.isUsual(url) { return false }
        // xdg-mime prints the name of the handler's desktop file, or nothing.
        let handler = ProgramOutput.of(["xdg-mime", "query", "default", "x-scheme-handler/\(AbsoluteURL.scheme(of: url))"]) ?? ""
        return !handler.contains { !$0.isWhitespace }
    }

    /// Starts the program that opens an address: `xdg-open`, where there is none `gio open`, and else the desktop portal by `busctl`. No shell has a part in it.
    /// - Throws: INVALID_ARGUMENT for what is no address, so that none is taken for an option; UNAVAILABLE where no program is there, or the last one fails
    ///   within ``CommandLimits/openerPause``.
    func open(_ url: String) throws(WidgetError) {
        if let problem = AbsoluteURL.problem(with: url) { throw .invalid("the address", problem) }
        var failure = "none of \(Self.commands(url).map { $0[0] }.joined(separator: ", ")) is installed"
        for command in Self.commands(url) {
            do throws(SpawnError) {
                guard let status = try Self.run(command) else { return }
                failure = "\(command[0]) failed (\(status))"
            } catch {
                if error.code != ENOENT { failure = "\(command[0]) can't be run: \(error.reason)" }
            }
        }
        throw WidgetError(.unavailable, failure)
    }

    private static func commands(_ url: String) -> [[String]] {
        let portal = "org.freedesktop.portal.Desktop"
        return [
            ["xdg-open", url], ["gio", "open", url],
            ["busctl", "--user", "call", portal, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.OpenURI", "OpenURI", "ssa{sv}", "", url, "0"],
        ]
    }

    /// Runs a program in a process group of its own, which outlives this one and its terminal.
    /// - Returns: how it failed; nil: it ended well, or goes on.
    private static func run(_ arguments: [String]) throws(SpawnError) -> String? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, mode) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_WRONLY), (STDERR_FILENO, O_WRONLY)] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0)
        }
        // Its end is waited for as a signal, which who started this program may have turned off.
        signal(SIGCHLD, SIG_DFL)
        var (ends, before) = (sigset_t(), sigset_t())
        sigemptyset(&ends)
        sigaddset(&ends, SIGCHLD)
        pthread_sigmask(SIG_BLOCK, &ends, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigmask(&attributes, &before)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        var process: pid_t = 0
        let code = SpawnError.withWords(arguments) { posix_spawnp(&process, arguments[0], &actions, &attributes, $0, environ) }
        guard code == 0 else { throw SpawnError(code: code) }
        return failure(of: process, ends)
    }

    private static func failure(of process: pid_t, _ ends: sigset_t) -> String? {
        let limit = ContinuousClock.now + CommandLimits.openerPause
        var ends = ends
        while true {
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) == process {
                let signal = status & 0x7F
                if signal != 0 { return "signal \(signal)" }
                let code = status >> 8 & 0xFF
                return code == 0 ? nil : "status \(code)"
            }
            let left = ContinuousClock.now.duration(to: limit).wholeMilliseconds
            guard left > 0 else { return nil }
            var time = timespec(tv_sec: Int(left / 1_000), tv_nsec: Int(left % 1_000) * 1_000_000)
            sigtimedwait(&ends, nil, &time)
        }
    }
}
