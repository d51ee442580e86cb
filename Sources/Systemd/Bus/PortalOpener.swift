import Glibc
import Linux
public import WidgetCore

/// Opens addresses through the desktop portal. A browser can't run inside the unit of a program that shows widgets, which has little memory and no network.
public struct PortalOpener: Sendable {
    private let bus: Bus
    /// How long the portal may take.
    public var patience = SystemdLimits.portalTimeout

    /// - Parameter bus: the user's session bus.
    public init(bus: Bus) { self.bus = bus }

    /// Asks the desktop portal to open an address. If the portal refuses or isn't there, the service manager is asked to start `xdg-open`. If that fails too,
    /// this program starts it.
    /// - Throws: FAILED_PRECONDITION for an address that isn't the web's or mail's, DEADLINE_EXCEEDED where the portal doesn't answer, UNAVAILABLE where
    ///   nothing opens it.
    public func open(_ url: String) async throws(WidgetError) {
        guard AbsoluteURL.isWebOrMail(url) else {
            throw WidgetError(
                .failedPrecondition, "\(AbsoluteURL.scheme(of: url)): isn't opened from here; `widgetctl tap` and `widgetctl activity tap` ask first")
        }
        do throws(BusError) {
            let portal = "org.freedesktop.portal.Desktop"
            var call = BusCall(
                portal, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.OpenURI", "OpenURI", [.string(""), .string(url), .options([:])])
            call.timeout = patience
            _ = try await bus.call(call)
        } catch {
            // The portal may have opened the address all the same.
            guard !error.isUnanswered else {
                throw WidgetError(.deadlineExceeded, "the desktop portal was asked to open it, and doesn't answer: \(error.message)")
            }
            // Waiting for the programs blocks a thread, which must not be one that tasks share.
            let isOpen = await withCheckedContinuation { continuation in
                do {
                    try DetachedThread.run { continuation.resume(returning: Self.start(url)) }
                } catch {
                    continuation.resume(returning: false)
                }
            }
            guard isOpen else { throw WidgetError(.unavailable, "neither the desktop portal (\(error.message)) nor xdg-open opens it") }
        }
    }

    /// - Returns: whether a program was started that didn't fail at once.
    private static func start(_ url: String) -> Bool {
        let command = ["xdg-open", url]
        let runtimeDirectory = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
        let commands = (TransientUnit.hasManager(runtimeDirectory) ? [TransientUnit.words(running: command)] : []) + [command]
        return commands.contains { (try? DetachedProgram.run($0, lookingFor: SystemdLimits.openerPause)) == .some(nil) }
    }
}
