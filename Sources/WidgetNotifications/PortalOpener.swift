import Dispatch
import Glibc
import Linux
import Systemd
import WidgetAPI
import WidgetCore

/// Opens addresses from a program that is itself no place for what shows them: it has little memory and no network.
struct PortalOpener: Sendable {
    let bus: Bus
    /// How long the portal may take.
    var patience = NotificationLimits.callTimeout

    /// Asks the desktop portal. Only where it says that it doesn't open it, or isn't there, the service manager is asked to start `xdg-open`; without that it
    /// is started here.
    /// - Throws: FAILED_PRECONDITION for an address that isn't the web's or mail's, DEADLINE_EXCEEDED where the portal doesn't answer, UNAVAILABLE where
    ///   nothing opens it.
    func open(_ url: String) async throws(WidgetError) {
        guard AbsoluteURL.isUsual(url) else {
            throw WidgetError(.failedPrecondition, "\(AbsoluteURL.scheme(of: url)): isn't opened from a notification; `widgetctl activity tap` asks first")
        }
        do throws(BusError) {
            let portal = "org.freedesktop.portal.Desktop"
            var call = BusCall(
                portal, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.OpenURI", "OpenURI", [.string(""), .string(url), .options([:])])
            call.timeout = patience
            _ = try await bus.call(call)
        } catch {
            // It may have opened it all the same.
            guard !error.isUnanswered else {
                throw WidgetError(.deadlineExceeded, "the desktop portal was asked to open it, and doesn't answer: \(error.message)")
            }
            // Looking whether they fail takes a thread some time: none of those that tasks share.
            let isOpen = await withCheckedContinuation { continuation in
                DispatchQueue.global().async { continuation.resume(returning: Self.start(url)) }
            }
            guard isOpen else { throw WidgetError(.unavailable, "neither the desktop portal (\(error.message)) nor xdg-open opens it") }
        }
    }

    /// - Returns: whether a program was started that didn't fail at once.
    private static func start(_ url: String) -> Bool {
        let command = ["xdg-open", url]
        let runtimeDirectory = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
        let commands = (TransientUnit.hasManager(runtimeDirectory) ? [TransientUnit.words(running: command)] : []) + [command]
        return commands.contains { (try? DetachedProgram.run($0, lookingFor: NotificationLimits.openerPause)) == .some(nil) }
    }
}
