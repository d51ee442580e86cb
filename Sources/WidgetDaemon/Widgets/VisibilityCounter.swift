import WidgetCore

/// Counts the surfaces that show each widget. A surface's coming and going may be reported in either order.
struct VisibilityCounter {
    /// The widgets that one surface shows.
    enum View: Sendable, Hashable {
        case all
        case some(Set<WidgetID>)
    }

    private var ofAll = 0
    private var ofSome: [WidgetID: Int] = [:]

    func isShown(_ id: WidgetID) -> Bool { ofAll + ofSome[id, default: 0] > 0 }

    /// A surface has come, or gone.
    mutating func count(_ view: View, isThere: Bool) {
        let step = isThere ? 1 : -1
        switch view {
        case .all: ofAll += step
        case .some(let ids):
            for id in ids {
                let count = ofSome[id, default: 0] + step
                ofSome[id] = count == 0 ? nil : count
            }
        }
    }
}
