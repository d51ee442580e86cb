package import WidgetCore

/// A value that a view keeps. It changes where a program shows the view itself; a widget shows its first value.
@propertyWrapper
public struct State<Value>: DynamicProperty {
    private final class Place {
        var location: StateLocation?
    }

    private let initial: Value
    private let place = Place()

    public init(wrappedValue: Value) { initial = wrappedValue }
    public init(initialValue: Value) { initial = initialValue }

    public var wrappedValue: Value {
        get { place.location?.value as? Value ?? initial }
        nonmutating set { place.location?.set(newValue) }
    }

    public var projectedValue: Binding<Value> {
        let (place, initial) = (place, initial)
        return Binding(get: { place.location?.value as? Value ?? initial }, set: { value, _ in place.location?.set(value) })
    }

    @MainActor public func _connect(_ inputs: _ViewInputs, index: Int) {
        place.location = inputs.resolution.states?.location(of: inputs.id, index: index, initial: initial)
    }
}

extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

/// Where the value of a ``State`` is kept.
final class StateLocation {
    fileprivate(set) var value: Any
    private let changed: () -> Void

    fileprivate init(_ value: Any, changed: @escaping () -> Void) {
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

    func location(of view: NodeID, index: Int, initial: Any) -> StateLocation {
        let key = Key(view: view, index: index)
        used.insert(key)
        if let location = locations[key] { return location }
        let location = StateLocation(initial, changed: changed)
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

/// A namespace in which views are matched by their identifiers: the same one for the same view, in every entry and process.
@propertyWrapper
public struct Namespace: DynamicProperty, Sendable {
    /// A space of names.
    public struct ID: Hashable, Sendable {
        package let view: NodeID
    }

    private final class Place: @unchecked Sendable {
        // Set and read on the main actor, where bodies run.
        var id = ID(view: NodeID(high: 0, low: 0))
    }

    private let place = Place()

    public init() {}
    public var wrappedValue: ID { place.id }

    @MainActor public func _connect(_ inputs: _ViewInputs, index: Int) { place.id = ID(view: inputs.id.child(.part, UInt64(index))) }
}
