public import WidgetCore

/// The stacks that a surface shows, each a watch on a connection of its own, for a loop that sleeps in poll(2). They wait for a daemon that restarts.
public final class StackFeeds {
    private let location: SocketLocation
    /// The traits of the views; nil: the daemon's own.
    private let surface: ViewTraits?
    /// By the stack's name.
    private var feeds: [String: StackFeed] = [:]

    public init(at location: SocketLocation, _ surface: ViewTraits?) { (self.location, self.surface) = (location, surface) }

    /// The stacks that are followed.
    public var names: Set<String> { Set(feeds.keys) }

    /// For poll(2).
    public var descriptors: [Int32] { feeds.values.compactMap(\.descriptor) }

    /// Until one connects again; nil: none has to.
    public var milliseconds: Int64? { feeds.values.compactMap(\.milliseconds).min() }

    /// Follows these stacks and no others.
    /// - Parameter names: an empty one is the Smart Stack of all widgets.
    public func follow(_ names: some Sequence<String>) {
        let wanted = Set(names)
        feeds = feeds.filter { wanted.contains($0.key) }
        for name in wanted where feeds[name] == nil { feeds[name] = StackFeed(at: location, surface, name) }
    }

    /// Takes the cards that have come, and connects if it is time.
    /// - Returns: the latest cards of each stack that has changed, by its name.
    public func take() -> [String: [ProtoStackCard]] { feeds.compactMapValues { $0.take() } }
}

/// The cards of one stack.
private final class StackFeed {
    private let client: WidgetClient
    private let name: String
    private var watch: StackWatch?
    private var link = Reconnection()

    init(at location: SocketLocation, _ surface: ViewTraits?, _ name: String) {
        self.name = name
        client = WidgetClient(location: location, patience: .zero)
        client.surface = surface
    }

    var descriptor: Int32? { watch == nil ? nil : client.descriptor }
    var milliseconds: Int64? { link.milliseconds }

    func take() -> [ProtoStackCard]? {
        var cards: [ProtoStackCard]?
        do throws(WidgetError) {
            if link.isDue {
                watch = try client.watchStack(name, archives: true)
                link.connected()
            }
            while let watch {
                switch try watch.next(timeout: .zero) {
                case .state(let state): cards = state.cards
                case .nothingYet: return cards
                case .ended: throw WidgetError(.unavailable, "the daemon ended the connection")
                }
            }
        } catch {
            watch = nil
            client.close()
            link.lost()
        }
        return cards
    }
}

/// The widgets of a board's pages, some of which are in stacks.
extension [[String]] {
    /// The pages with each stack in the place of the first of its widgets, as ``PageWord`` writes it.
    /// - Parameter stack: of a widget; empty: it stands alone.
    public func withStacks(_ stack: (String) -> String) -> [[String]] {
        var seen: Set<String> = []
        return map { page in
            page.compactMap { id in
                let name = stack(id)
                if name.isEmpty { return id }
                return seen.insert(name).inserted ? PageWord.stack(name).text : nil
            }
        }.filter { !$0.isEmpty }
    }
}
