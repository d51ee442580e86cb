import Linux
import NIOCore
import WidgetAPI
import WidgetCore

/// The outcome of a tap.
struct TapOutcome: Sendable, Hashable {
    var isDone: Bool
    /// For people, a sentence.
    var message: String
    /// An address that the browser opens.
    var url = ""
    /// Of HTTP.
    var status = 200

    var json: String {
        let open = url.isEmpty || !WebItem.isOpenable(url) ? "" : #","open":\#(JSONText.quoted(url))"#
        return #"{"done":\#(isDone),"message":\#(JSONText.quoted(message))\#(open)}"#
    }
}

/// Has the daemon perform taps, each on a thread: providers may be slow. On the server's event loop.
final class TapPerformer {
    private let location: SocketLocation
    private let eventLoop: any EventLoop
    private let limit: Int
    private var running = 0

    init(location: SocketLocation, eventLoop: any EventLoop, limit: Int) {
        (self.location, self.eventLoop, self.limit) = (location, eventLoop, limit)
    }

    /// - Parameter key: the daemon performs it once for each.
    func perform(_ tap: WebTap, key: String) -> EventLoopFuture<TapOutcome> {
        let busy = TapOutcome(isDone: false, message: "Too many taps at once; try again.", status: 503)
        guard running < limit else { return eventLoop.makeSucceededFuture(busy) }
        let promise = eventLoop.makePromise(of: TapOutcome.self)
        let location = location
        do {
            try DetachedThread.run { promise.succeed(Self.outcome(of: tap, key: key, at: location)) }
        } catch {
            promise.succeed(busy)
            return promise.futureResult
        }
        running += 1
        promise.futureResult.assumeIsolated().whenComplete { _ in self.running -= 1 }
        return promise.futureResult
    }

    private static func outcome(of tap: WebTap, key: String, at location: SocketLocation) -> TapOutcome {
        let client = WidgetClient(location: location)
        defer { client.close() }
        do throws(WidgetError) {
            switch tap.kind {
            case .widget, .card:
                let response = try client.perform(
                    .with {
                        ($0.widget, $0.action, $0.idempotencyKey) = (tap.item, tap.action, key)
                        if let value = tap.value { $0.value = value }
                    })
                return performed(isRepeated: response.repeatedKey, isQueued: response.hasQueuedUntil, url: response.openURL)
            case .activity:
                let response = try client.perform(
                    .with {
                        ($0.activity, $0.action, $0.idempotencyKey) = (tap.item, tap.action, key)
                        if let value = tap.value { $0.value = value }
                    })
                return performed(isRepeated: response.repeatedKey, isQueued: response.hasQueuedUntil, url: response.openURL)
            case .control:
                let receipt = try client.press(
                    .with {
                        ($0.control, $0.idempotencyKey) = (tap.item, key)
                        if let value = tap.value { $0.isOn = value }
                    })
                return outcome(of: receipt)
            }
        } catch {
            return TapOutcome(isDone: false, message: error.message, status: error.code == .notFound ? 404 : 409)
        }
    }

    private static func performed(isRepeated: Bool, isQueued: Bool, url: String) -> TapOutcome {
        TapOutcome(isDone: true, message: isRepeated ? "That was done already." : isQueued ? "It waits for its device." : "Done.", url: url)
    }

    private static func outcome(of receipt: ProtoControlReceipt) -> TapOutcome {
        let reason = receipt.reason.isEmpty ? "" : " \(receipt.reason)"
        return switch receipt.outcome {
        case .pending, .confirmed: TapOutcome(isDone: true, message: "Done.")
        case .queued: TapOutcome(isDone: true, message: "It waits for its device.\(reason)")
        case .denied: TapOutcome(isDone: false, message: "That isn't allowed.\(reason)", status: 403)
        case .reverted, .unavailable, .unspecified, .UNRECOGNIZED: TapOutcome(isDone: false, message: "That came to nothing.\(reason)", status: 409)
        }
    }
}
