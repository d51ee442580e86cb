import Linux
import Logging
import NIOCore
import WebAccess
import WidgetCore
import WidgetGateway

/// Knows browsers by their cookies, and takes new ones in. On the server's event loop.
final class WebAuthority {
    private let file: WebAccessFile
    private let now: @Sendable () -> Timestamp
    /// Without a session, this machine may look.
    private let isOpenHere: Bool
    private let attempts: KeyedRateLimiter<SourceNetwork>
    private let log: Logger
    private let pushes: PushSender
    /// Told whether some browser wants alerts.
    private let wantsAlerts: (Bool) -> Void
    private var list = WebAccessList()

    init(
        file: WebAccessFile, isOpen: Bool, limits: WebLimits, pushes: PushSender, now: @escaping @Sendable () -> Timestamp, log: Logger,
        wantsAlerts: @escaping (Bool) -> Void
    ) {
        (self.file, isOpenHere, self.pushes, self.now, self.log, self.wantsAlerts) = (file, isOpen, pushes, now, log, wantsAlerts)
        attempts = KeyedRateLimiter(rate: limits.pairingRate, now: .now())
        reload()
        pushes.forget = { [weak self] session in try? self?.setAlerts(nil, of: session) }
    }

    /// Reads the list anew. Where it can't be read nobody is known: a revoked browser could be among those that were known before.
    func reload() {
        do throws(WidgetError) {
            list = try file.read()
        } catch {
            log.error("browsers aren't let in", metadata: ["error": "\(error.message)"])
            list = WebAccessList()
        }
        wantsAlerts(!listeners.isEmpty)
    }

    /// The browser that asks; nil: a stranger.
    func visitor(of request: WebRequest) -> Visitor? {
        let cookie = request.cookies[Visitor.cookieName(isSecure: request.isSecure)]
        if let secret = cookie.flatMap({ WebSecret($0) }), let session = list.session(of: secret, at: now()) {
            note(session)
            return Visitor(session, secret)
        }
        return isOpenHere && request.isLocal ? .open : nil
    }

    /// Whether a browser that was let in still is.
    func admits(_ visitor: Visitor) -> Bool {
        visitor.session.isEmpty ? isOpenHere : list.sessions.contains { $0.id == visitor.session && $0.role == visitor.role }
    }

    /// Whether an invitation can be used.
    func isOpen(_ invitation: WebSecret) -> Bool {
        if list.isOpen(invitation, at: now()) { return true }
        // It may have been made a moment ago, and the news of the file is still on its way.
        reload()
        return list.isOpen(invitation, at: now())
    }

    /// Uses an invitation.
    /// - Returns: the new session's secret.
    /// - Throws: as ``WebAccessList/redeem(_:at:)``; RESOURCE_EXHAUSTED for too many attempts.
    func redeem(_ invitation: WebSecret?, from source: SourceNetwork) throws(WidgetError) -> WebSecret {
        guard attempts.take(source, now: .now()) else { throw WidgetError(.resourceExhausted, "too many attempts; wait a few seconds") }
        guard let invitation else { throw WidgetError(.permissionDenied, "this is no invitation") }
        let date = now()
        let secret = try file.change { list throws(WidgetError) in try list.redeem(invitation, at: date) }
        reload()
        log.notice("a browser was paired", metadata: ["browser": "\(list.session(of: secret, at: date)?.name ?? "")"])
        return secret
    }

    // MARK: Alerts

    /// The browsers that want alerts.
    private var listeners: [WebSession] { list.sessions.filter { $0.alerts != nil } }

    /// The key for which a browser subscribes; the first time it is made.
    /// - Throws: PERMISSION_DENIED or UNAVAILABLE where it can't be kept.
    func alertKey() throws(WidgetError) -> String { try identity().publicKey }

    private func identity() throws(WidgetError) -> WebPushIdentity {
        if let known = WebPushIdentity(list.alertKey) { return known }
        let text = try file.change { list throws(WidgetError) in
            if WebPushIdentity(list.alertKey) == nil { list.alertKey = WebPushIdentity().text }
            return list.alertKey
        }
        reload()
        guard let identity = WebPushIdentity(text) else { throw WidgetError(.internal, "the key for alerts can't be read again") }
        return identity
    }

    /// Whether a browser gets alerts.
    func hasAlerts(_ visitor: Visitor) -> Bool { listeners.contains { $0.id == visitor.session } }

    /// Notes where a browser gets alerts; nil: it wants none any more.
    /// - Throws: INVALID_ARGUMENT that names the field, NOT_FOUND where the browser isn't paired.
    func setAlerts(_ address: WebAlertAddress?, of session: String) throws(WidgetError) {
        if let address { _ = try pushes.receiver(at: address) }
        try file.change { list throws(WidgetError) in try list.setAlerts(address, of: session) }
        reload()
    }

    func send(_ alert: WebAlert) {
        guard let identity = try? identity() else { return }
        pushes.send(alert, to: listeners, as: identity)
    }

    /// Notes once a day that a browser was seen.
    private func note(_ session: WebSession) {
        let date = now()
        guard list.see(session.id, at: date) else { return }
        do throws(WidgetError) {
            try file.change { list throws(WidgetError) in _ = list.see(session.id, at: date) }
        } catch {
            log.warning("the day on which a browser was seen can't be noted", metadata: ["error": "\(error.message)"])
        }
    }
}
