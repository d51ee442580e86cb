package import WidgetCore

/// Where the value of a ``State`` is kept.
final class StateLocation {
    fileprivate(set) var value: Any
    private let changed: () -> Void

    init(_ value: Any, changed: @escaping () -> Void) {
        self.value = value
        self.changed = changed
    }

    func set(_ value: Any) {
        self.value = value
        changed()
    }
}

/// The values of a view's states between its updates, by the identity of the view that has them.
@MainActor package final class StateStorage {
    private struct Key: Hashable {
        var view: NodeID
        var index: Int
    }

    private var locations: [Key: StateLocation] = [:]
    private var used: Set<Key> = []
    private let changed: () -> Void

    /// - Parameter changed: is called at each change of a state.
    package init(changed: @escaping () -> Void) { self.changed = changed }

    func location(of view: NodeID, index: Int, initial: @autoclosure () -> Any) -> StateLocation {
        let key = Key(view: view, index: index)
        used.insert(key)
        if let location = locations[key] { return location }
        let location = StateLocation(initial(), changed: changed)
        locations[key] = location
        return location
    }

    /// Forgets the states of views that weren't there at the last update: one that comes back begins anew.
    package func endUpdate() {
        locations = locations.filter { used.contains($0.key) }
        used = []
    }
}

/// The closures of buttons and gestures, by the nodes that carry them.
@MainActor package final class LiveActions {
    private var taps: [NodeID: @MainActor () -> Void] = [:]

    package init() {}

    func set(_ action: @escaping @MainActor () -> Void, for node: NodeID) { taps[node] = action }
    package func removeAll() { taps = [:] }
    package func action(of node: NodeID) -> (@MainActor () -> Void)? { taps[node] }
}
