import Crypto
import Logging
import NIOCore
import WebAccess
import WidgetCore
import WidgetGateway

/// Sends alerts to the browsers that want them, each through its own push service. On the server's event loop.
final class PushSender {
    private let client: PushClient
    private let services: PushServices
    /// Before a message is sent again that a service didn't take.
    private let pauses: [TimeAmount]
    /// An address at which a service reaches who sends.
    private let subject: String
    private let icon: String
    private let now: @Sendable () -> Timestamp
    private let log: Logger
    /// Messages on their way, and those that are tried again later.
    private var running = 0
    /// The service says that the browser wants no more of them. The argument is the session's id.
    var forget: (String) -> Void = { _ in }

    /// Messages at once: every browser gets two.
    static let mostRunning = 2 * WebAccessLimits.sessions
    /// RFC 8030, 5.2: seconds for which a service keeps a message for a phone that is off. Later nobody wants to be told.
    private static let timeToLive = 3_600

    init(
        client: PushClient, services: PushServices, pauses: [TimeAmount], subject: String, icon: String, now: @escaping @Sendable () -> Timestamp, log: Logger
    ) {
        (self.client, self.services, self.pauses, self.subject, self.icon, self.now, self.log) = (client, services, pauses, subject, icon, now, log)
    }

    /// The address as a browser gives it.
    /// - Throws: INVALID_ARGUMENT that names the field.
    func receiver(at address: WebAlertAddress) throws(WidgetError) -> WebPushReceiver {
        let receiver = try WebPushReceiver(endpoint: address.endpoint, publicKey: address.publicKey, authentication: address.authentication)
        try services.check(receiver)
        guard receiver.body(of: []) != nil else { throw .invalid("p256dh", "it is no key of P-256") }
        return receiver
    }

    func send(_ alert: WebAlert, to sessions: [WebSession], as identity: WebPushIdentity) {
        for session in sessions {
            guard let receiver = session.alerts.flatMap({ try? receiver(at: $0) }), let body = receiver.body(of: alert.text(icon: icon)) else { continue }
            guard running < Self.mostRunning else { return log.warning("an alert isn't sent: too many are on their way") }
            running += 1
            let headers = [
                ("authorization", identity.authorization(to: receiver, subject: subject, now: now())), ("content-encoding", "aes128gcm"),
                ("content-type", "application/octet-stream"), ("ttl", "\(Self.timeToLive)"), ("urgency", "high"), ("topic", Self.topic(of: alert)),
            ]
            attempt(body, headers, to: receiver, of: session, pauses: pauses[...])
        }
    }

    private func attempt(_ body: [UInt8], _ headers: [(String, String)], to receiver: WebPushReceiver, of session: WebSession, pauses: ArraySlice<TimeAmount>) {
        client.send(body, headers, to: receiver).assumeIsolated().whenComplete { result in
            // Without an answer the service can't be reached, which is as if it were unavailable.
            let status = (try? result.get()) ?? 503
            if status == 429 || status >= 500, let pause = pauses.first {
                self.client.eventLoop.assumeIsolated().scheduleTask(in: pause) {
                    self.attempt(body, headers, to: receiver, of: session, pauses: pauses.dropFirst())
                }
                return
            }
            self.running -= 1
            switch status {
            case 200..<300: break
            case 404, 410:
                self.log.notice("a browser wants no more alerts", metadata: ["browser": "\(session.name)"])
                self.forget(session.id)
            default:
                self.log.warning("an alert wasn't taken", metadata: ["service": "\(receiver.host)", "browser": "\(session.name)", "status": "\(status)"])
            }
        }
    }

    /// A newer alert of an activity takes the place of one that a phone hasn't got yet. At most 32 characters (RFC 8030, 5.4).
    private static func topic(of alert: WebAlert) -> String {
        SHA256.hash(data: Array(alert.activity.utf8)).prefix(16).reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }
}
