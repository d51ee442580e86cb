import NIOCore
package import TTRPC
import TTRPCWire
import WidgetAPI
package import WidgetCore
import WidgetPeers

/// Passes calls of this machine's clients on to the hub.
package struct HubCalls: Sendable {
    let link: HubLink
    /// The name of the space; empty: this machine is a leaf.
    var space = ""
    let clock: any Clock<Duration>
    /// Whether the session is locked: then nothing private may be asked for. Nil: it isn't known yet.
    package let isLocked: @Sendable () -> Bool?

    /// - Throws: the hub's error; UNAVAILABLE where no hub is linked; FAILED_PRECONDITION while the session is locked.
    package func call(
        _ service: String, _ name: String, _ payload: [UInt8], _ context: CallContext, isRepeatable: Bool = false
    ) async throws(WidgetError) -> [UInt8] {
        guard let isLocked = isLocked() else {
            throw WidgetError(.unavailable, "it isn't known yet whether this machine's session is locked; try again in a moment")
        }
        guard !isLocked else { throw WidgetError(.failedPrecondition, "the session is locked; unlock it first") }
        var metadata = context.metadata
        if isRepeatable, metadata[Self.key] == nil { metadata.append(key: Self.key, value: Self.newKey()) }
        while true {
            guard let connection = link.connection else {
                // A link that has just broken is soon another one.
                guard isRepeatable, let lost = link.lostFor, lost < DaemonCoreLimits.leafCallWaits else {
                    throw WidgetError(
                        .unavailable,
                        space.isEmpty
                            ? "no hub is reached; `widgetctl status` says why"
                            : "no hub of the space '\(space)' is reached; `widgetctl space list` says why")
                }
                do {
                    try await clock.sleep(for: DaemonCoreLimits.leafCallPause)
                } catch {
                    throw WidgetError(.cancelled, "the call was given up")
                }
                continue
            }
            do {
                let timeout = context.deadline.map { max($0 - .now(), .milliseconds(1)) }
                let answer = try await connection.client.call(service: service, method: name, payload: payload, timeout: timeout, metadata: metadata)
                return Array(answer.readableBytesView)
            } catch let status as RPCStatus {
                // An answer of the hub is the answer. If the link broke, another hub may know the same key.
                guard isRepeatable, status.code == .unavailable, !connection.client.isConnected else { throw WidgetError(answer: status) }
            } catch {
                throw WidgetError(.cancelled, "the call was given up", cause: "\(error)")
            }
        }
    }

    private static let key = "widgetd-idempotency-key"

    private static func newKey() -> String {
        var random = SystemRandomNumberGenerator()
        return "leaf-" + String(random.next(), radix: 16) + String(random.next(), radix: 16)
    }
}

extension WidgetError {
    /// An answer of the hub.
    fileprivate init(answer: RPCStatus) { self.init(Code(rawValue: answer.code.rawValue) ?? .unknown, answer.message) }
}
