/// Where a user moves a widget to.
public struct WidgetMove: Sendable, Hashable {
    public enum Target: Sendable, Hashable {
        case before(WidgetID)
        case after(WidgetID)
        case first
        case last
        /// From 1; behind all where there are fewer.
        case number(Int)
    }

    public var target: Target
    /// Nil: the page of the widget that the target names, otherwise that of the widget that is moved.
    public var page: Int?

    public init(_ target: Target, page: Int? = nil) {
        self.target = target
        self.page = page
    }

    /// The new position of the widget. Where no short key is left between its neighbours, the new positions of all widgets on the page. None where the widget
    /// is there already.
    /// - Parameter places: of all widgets.
    /// - Throws: INVALID_ARGUMENT for a page that isn't one, and for a target on another page.
    public func positions(of id: WidgetID, among places: [WidgetPlace]) throws(WidgetError) -> [WidgetPlace] {
        guard let own = places.first(where: { $0.id == id }) else { return [] }
        let neighbour: WidgetPlace? =
            switch target {
            case .before(let other), .after(let other): places.first { $0.id == other }
            case .first, .last, .number: nil
            }
        if neighbour?.id == id { throw .invalid("to", "a widget can't be moved before or after itself") }
        if let page, let there = neighbour?.position.page, there != page {
            throw .invalid("page", "is \(page), and the widget to move to is on page \(there); leave the page out, or name first, last or a place")
        }
        let page = page ?? neighbour?.position.page ?? own.position.page
        // First, so that an invalid page is refused.
        _ = try WidgetPosition(page: page, key: "", field: "move")
        let others = places.filter { $0.id != id && $0.position.page == page }.sorted()
        let index =
            switch target {
            case .before(let other): others.firstIndex { $0.id == other } ?? others.count
            case .after(let other): (others.firstIndex { $0.id == other } ?? others.count - 1) + 1
            case .first: 0
            case .last: others.count
            case .number(let number): min(max(0, number - 1), others.count)
            }
        if own.position.page == page, others.count(where: { $0 < own }) == index { return [] }
        let lower = index > 0 ? others[index - 1].key : ""
        // Two devices may have given the same key: then there is nothing between them.
        let upper = others[index...].first { lower.utf8.lexicographicallyPrecedes($0.key.utf8) }?.key
        let key = PositionKey.between(lower, upper)
        if key.utf8.count <= Limits.positionKeyBytes { return [WidgetPlace(id, try WidgetPosition(page: page, key: key, field: "move"))] }
        var order = others.map(\.id)
        order.insert(id, at: index)
        var result: [WidgetPlace] = []
        for (id, key) in zip(order, PositionKey.spread(order.count)) {
            result.append(WidgetPlace(id, try WidgetPosition(page: page, key: key, field: "move")))
        }
        return result
    }
}
