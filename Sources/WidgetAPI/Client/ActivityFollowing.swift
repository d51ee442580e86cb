import SwiftProtobuf
import TTRPCBlocking
import TTRPCWire
import WidgetCore

/// An activity that this process follows: it ends with it. For the client's thread.
final class ActivityFollowing {
    private let client: WidgetClient
    private let stream: BlockingStream

    /// Asks for the start; its answer is the first.
    /// - Throws: UNAVAILABLE where the connection is lost.
    init(client: WidgetClient, stream: BlockingStream, _ start: ProtoStartActivityRequest) throws(WidgetError) {
        self.client = client
        self.stream = stream
        try send(.with { $0.start = start })
    }

    /// Asks for a change or the end, and doesn't wait for the answer.
    /// - Throws: UNAVAILABLE where the connection is lost.
    func send(_ request: ProtoFollowActivityRequest) throws(WidgetError) {
        let timeout = client.timeout ?? ClientLimits.callTimeout
        do {
            try stream.send(request.serializedBytes(), timeout: timeout)
        } catch {
            throw client.lost(WidgetError(calling: "Follow", error, timeout: timeout), error)
        }
    }

    /// The answer to the oldest request that has none, which may be that it was refused; nil: it hasn't come yet.
    /// - Throws: why the following is over, as the start was refused or the activity has ended; UNAVAILABLE where the connection is lost.
    func answer() throws(WidgetError) -> ProtoActivityReceipt? {
        do {
            guard let answer = try stream.receive(timeout: .zero) else { throw ConnectionError.closed }
            client.hasAnswered = true
            return try ProtoActivityReceipt(serializedBytes: answer)
        } catch let status as RPCStatus where status.code == .deadlineExceeded {
            return nil
        } catch {
            throw client.lost(WidgetError(calling: "Follow", error, timeout: nil), error)
        }
    }
}
