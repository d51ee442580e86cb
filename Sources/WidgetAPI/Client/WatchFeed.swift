public import SwiftProtobuf
public import WidgetCore

/// A watch on a connection of its own, for a loop that sleeps in poll(2). The loop itself waits for a daemon that restarts.
public final class WatchFeed<Event: Message> {
    private let client: WidgetClient
    private let open: (WidgetClient) throws(WidgetError) -> EventWatch<Event>
    private var watch: EventWatch<Event>?

    public init(at location: SocketLocation, _ surface: ViewTraits?, _ open: @escaping (WidgetClient) throws(WidgetError) -> EventWatch<Event>) {
        client = WidgetClient(location: location)
        client.surface = surface
        self.open = open
    }

    /// The traits that it watches with from the next connection on.
    public var surface: ViewTraits? {
        get { client.surface }
        set { client.surface = newValue }
    }

    /// The program has registered its surface (``WidgetClient/isRegistered``).
    public var isRegistered: Bool {
        get { client.isRegistered }
        set { client.isRegistered = newValue }
    }

    /// For poll(2); nil: it isn't connected.
    public var descriptor: Int32? { watch == nil ? nil : client.descriptor }

    /// - Throws: why it couldn't be connected.
    public func connect() throws(WidgetError) {
        watch = try open(client)
        // Later the board itself waits, and shows that it does.
        client.patience = .zero
    }

    public func close() {
        watch = nil
        client.close()
    }

    /// Takes what has come.
    /// - Throws: why nothing more comes.
    public func take(_ body: (Event) -> Void) throws(WidgetError) {
        try watch?.take(body)
    }
}
