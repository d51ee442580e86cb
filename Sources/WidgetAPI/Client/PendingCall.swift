public import SwiftProtobuf
import TTRPCBlocking
import TTRPCWire
public import WidgetCore

/// A call whose answer is still to come. For the client's thread.
public final class PendingCall<Response: Message> {
    private let client: WidgetClient
    private let method: String
    private let stream: BlockingStream

    init(client: WidgetClient, _ service: WidgetClient.Service, _ method: String, _ request: some Message) throws(WidgetError) {
        self.client = client
        self.method = method
        do {
            stream = try client.openStream(service, method, payload: request.serializedBytes(), sendsMore: false)
        } catch {
            throw WidgetError(calling: method, error, timeout: nil)
        }
    }

    /// The answer; nil where it doesn't come in `timeout`.
    ///
    /// - Throws: why the daemon didn't do it.
    public func result(timeout: Duration) throws(WidgetError) -> Response? {
        do {
            let answer = try stream.receive(timeout: timeout) ?? []
            client.hasAnswered = true
            return try Response(serializedBytes: answer)
        } catch let status as RPCStatus where status.code == .deadlineExceeded {
            return nil
        } catch {
            throw client.lost(WidgetError(calling: method, error, timeout: timeout), error)
        }
    }
}
