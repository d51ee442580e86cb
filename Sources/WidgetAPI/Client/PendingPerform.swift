import SwiftProtobuf
import TTRPCBlocking
import TTRPCWire
public import WidgetCore

/// A call of `Perform` whose answer is still to come. For the client's thread.
public final class PendingPerform {
    /// The action's id.
    public let action: String
    private let client: WidgetClient
    private let stream: BlockingStream

    init(client: WidgetClient, request: ProtoPerformRequest) throws(WidgetError) {
        self.client = client
        action = request.action
        do {
            stream = try client.openStream(.widgets, "Perform", payload: request.serializedBytes(), sendsMore: false)
        } catch {
            throw WidgetError(calling: "Perform", error, timeout: nil)
        }
    }

    /// The answer; nil where it doesn't come in `timeout`.
    ///
    /// - Throws: why the action wasn't performed.
    public func result(timeout: Duration) throws(WidgetError) -> ProtoPerformResponse? {
        do {
            return try ProtoPerformResponse(serializedBytes: stream.receive(timeout: timeout) ?? [])
        } catch let status as RPCStatus where status.code == .deadlineExceeded {
            return nil
        } catch {
            throw client.lost(WidgetError(calling: "Perform", error, timeout: timeout), error)
        }
    }
}
