import Glibc
import Systemd
import WidgetAPI
import WidgetCore

/// Opens addresses from a program that is itself no place for what shows them: it has little memory and no network.
struct AddressOpener: Sendable {
    let bus: Bus

    /// Asks the desktop portal, or where there is none has the service manager start `xdg-open`; without either, starts it here.
    /// - Throws: FAILED_PRECONDITION for an address that isn't the web's or mail's, UNAVAILABLE where nothing opens it.
    func open(_ url: String) async throws(WidgetError) {
        guard AbsoluteURL.isUsual(url) else {
            throw WidgetError(.failedPrecondition, "\(AbsoluteURL.scheme(of: url)): isn't opened from a notification; `widgetctl activity tap` asks first")
        }
        do throws(BusError) {
            let portal = "org.freedesktop.portal.Desktop"
            var call = BusCall(
                portal, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.OpenURI", "OpenURI", [.string(""), .string(url), .options([:])])
            call.timeout = NotificationLimits.callTimeout
            _ = try await bus.call(call)
            return
        } catch {
            let commands = [["systemd-run", "--user", "--quiet", "--collect", "--", "xdg-open", url], ["xdg-open", url]]
            for command in commands where Self.run(command) { return }
            throw WidgetError(.unavailable, "neither the desktop portal (\(error.message)) nor xdg-open opens it")
        }
    }

    /// - Returns: whether it ended well.
    private static func run(_ arguments: [String]) -> Bool {
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This program's signals are blocked, and read from a descriptor.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        var process: pid_t = 0
        guard posix_spawnp(&process, arguments[0], nil, &attributes, &words, environ) == 0 else { return false }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status == 0
    }
}
