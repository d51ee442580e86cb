import SwiftProtobuf
import TTRPCBlocking
import TTRPCWire
public import WidgetCore

/// An activity that this process follows: it ends with it. For the client's thread.
public final class ActivityFollowing {
    private let client: WidgetClient
    private let stream: BlockingStream

    /// - Throws: why it couldn't be started.
    init(client: WidgetClient, stream: BlockingStream, _ start: ProtoStartActivityRequest) throws(WidgetError) {
        self.client = client
        self.stream = stream
        _ = try ask(.with { $0.start = start })
    }

    /// Changes how it stands.
    public func update(_ update: ProtoUpdateActivityRequest) throws(WidgetError) -> ProtoActivityReceipt { try ask(.with { $0.update = update }) }

    /// Ends it.
    public func end(_ end: ProtoEndActivityRequest) throws(WidgetError) -> ProtoActivityReceipt { try ask(.with { $0.end = end }) }

    private func ask(_ request: ProtoFollowActivityRequest) throws(WidgetError) -> ProtoActivityReceipt {
        let timeout = client.timeout ?? ClientLimits.callTimeout
        do {
            try stream.send(request.serializedBytes(), timeout: timeout)
            guard let answer = try stream.receive(timeout: timeout) else { throw ConnectionError.closed }
            client.hasAnswered = true
            return try ProtoActivityReceipt(serializedBytes: answer)
        } catch {
            throw client.lost(WidgetError(calling: "Follow", error, timeout: timeout), error)
        }
    }
}
