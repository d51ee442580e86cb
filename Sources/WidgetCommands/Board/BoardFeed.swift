import SwiftProtobuf
import WidgetAPI
import WidgetCore

/// One of the board's watches, on a connection of its own.
final class BoardFeed<Event: Message> {
    private let client: WidgetClient
    private let open: (WidgetClient) throws(WidgetError) -> EventWatch<Event>
    private var watch: EventWatch<Event>?

    init(at location: SocketLocation, _ open: @escaping (WidgetClient) throws(WidgetError) -> EventWatch<Event>) {
        client = WidgetClient(location: location)
        self.open = open
    }

    /// For poll(2); nil: it isn't connected.
    var descriptor: Int32? { watch == nil ? nil : client.descriptor }

    /// - Throws: why it couldn't be connected.
    func connect() throws(WidgetError) {
        watch = try open(client)
        // Later the board itself waits, and shows that it does.
        client.patience = .zero
    }

    func close() {
        watch = nil
        client.close()
    }

    /// Takes what has come.
    /// - Throws: why nothing more comes.
    func take(_ body: (Event) -> Void) throws(WidgetError) {
        try watch?.take(body)
    }
}
