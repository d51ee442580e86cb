public import WidgetCore

/// The stacks that a surface shows: watches on one connection, for a loop that sleeps in poll(2). They wait for a daemon that restarts.
public final class StackFeeds {
    private let client: WidgetClient
    private var link = Reconnection()
    /// By the stack's name.
    private var watches: [String: StackWatch] = [:]
    /// The stacks that are followed, at most ``ClientLimits/stacks``.
    public private(set) var names: Set<String> = []

    /// - Parameter surface: the traits of the views; nil: the daemon's own.
    public init(at location: SocketLocation, _ surface: ViewTraits?) {
        client = WidgetClient(location: location, patience: .zero)
        client.surface = surface
    }

    /// For poll(2).
    public var descriptors: [Int32] { watches.isEmpty ? [] : [client.descriptor].compactMap(\.self) }

    /// Until it connects again, or follows a stack that is new; nil: there is nothing to do.
    public var milliseconds: Int64? {
        if names.isEmpty { return nil }
        return link.isConnected && watches.count < names.count ? 0 : link.milliseconds
    }

    /// Follows these stacks and no others: the first ``ClientLimits/stacks`` of them by their names.
    /// - Parameter names: an empty one is the Smart Stack of all widgets.
    public func follow(_ names: some Sequence<String>) {
        let wanted = Set(names)
        self.names = wanted.count > ClientLimits.stacks ? Set(wanted.sorted().prefix(ClientLimits.stacks)) : wanted
        for (name, watch) in watches where !self.names.contains(name) {
            watch.end()
            watches[name] = nil
        }
        guard self.names.isEmpty, link.isConnected else { return }
        client.close()
        link = Reconnection()
    }

    /// Takes the cards that have come, and connects if it is time.
    /// - Returns: the latest cards of each stack that has changed, by its name.
    public func take() -> [String: [ProtoStackCard]] {
        var cards: [String: [ProtoStackCard]] = [:]
        guard !names.isEmpty, link.isConnected || link.isDue else { return cards }
        do throws(WidgetError) {
            for name in names where watches[name] == nil { watches[name] = try client.watchStack(name, archives: true) }
            if !link.isConnected { link.connected() }
            // While one watch is asked, another one's state may come.
            repeat { for (name, watch) in watches { if let next = try Self.latest(of: watch) { cards[name] = next } } } while client.hasUnread
        } catch {
            watches = [:]
            client.close()
            link.lost()
        }
        return cards
    }

    private static func latest(of watch: StackWatch) throws(WidgetError) -> [ProtoStackCard]? {
        var cards: [ProtoStackCard]?
        while true {
            switch try watch.next(timeout: .zero) {
            case .state(let state): cards = state.cards
            case .nothingYet: return cards
            case .ended: throw WidgetError(.unavailable, "the daemon ended the connection")
            }
        }
    }
}

extension Sequence<ProtoWidget> {
    /// The pages of the board, whose widgets these are in its order: ids, and each stack as ``PageWord`` writes it, in the place of the first of its widgets.
    /// - Parameter isShown: whether a stack is shown, by its name. The widgets of another one stand alone.
    public func boardPages(stack isShown: (String) -> Bool = { _ in true }) -> [[String]] {
        var pages: [(number: UInt32, words: [String])] = []
        var seen: Set<String> = []
        for widget in self where !widget.offBoard {
            let isStacked = !widget.stack.isEmpty && isShown(widget.stack)
            if isStacked, !seen.insert(widget.stack).inserted { continue }
            let number = Swift.max(1, widget.page)
            if pages.last?.number != number { pages.append((number, [])) }
            pages[pages.count - 1].words.append(isStacked ? PageWord.stack(widget.stack).text : widget.id)
        }
        return pages.map(\.words)
    }
}
