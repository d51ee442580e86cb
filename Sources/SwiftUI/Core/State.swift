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

/// A namespace in which views are matched by their identifiers: the same one for the same view, in every entry and process.
@propertyWrapper
public struct Namespace: DynamicProperty, Sendable {
    /// The identity of a namespace.
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
