import SwiftProtobuf
import TTRPCBlocking
import TTRPCWire
public import WidgetCore

/// The states of the Smart Stack, one after another; a reader that is slow gets the latest. For the client's thread.
public final class StackWatch {
    /// The events that can be taken.
    public enum Step: Sendable {
        case state(ProtoStackState)
        /// Nothing came in the time given.
        case nothingYet
        /// The daemon ended the watch.
        case ended
    }

    private let client: WidgetClient
    private let stream: BlockingStream

    init(client: WidgetClient, stream: BlockingStream, _ request: ProtoShowStackRequest) throws(WidgetError) {
        self.client = client
        self.stream = stream
        let timeout = client.timeout ?? ClientLimits.callTimeout
        do {
            try stream.send(request.serializedBytes(), timeout: timeout)
        } catch {
            throw client.lost(WidgetError(calling: "Watch", error, timeout: timeout), error)
        }
    }

    /// The next state; waits for it.
    ///
    /// - Parameter timeout: how long to wait; zero: only what is there already; nil: for ever.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func next(timeout: Duration? = nil) throws(WidgetError) -> Step {
        do {
            guard let bytes = try stream.receive(timeout: timeout) else { return .ended }
            client.hasAnswered = true
            return .state(try ProtoStackState(serializedBytes: bytes))
        } catch let status as RPCStatus where status.code == .deadlineExceeded && timeout != nil {
            return .nothingYet
        } catch {
            throw client.lost(WidgetError(calling: "Watch", error, timeout: timeout), error)
        }
    }
}
