/// A stored property of a view that is set before the view's body runs, such as ``Environment`` and ``State``.
public protocol DynamicProperty {
    /// SwiftUI calls it before the body runs. Here nothing calls it.
    mutating func update()
    /// Connects the property with the identity and the environment of its view. A custom property connects the dynamic properties that it stores.
    @MainActor func _connect(_ inputs: _ViewInputs, index: Int)
}

extension DynamicProperty {
    public mutating func update() {}

    @MainActor public func _connect(_ inputs: _ViewInputs, index: Int) {
        var position = 0
        for child in Mirror(reflecting: self).children {
            guard let property = child.value as? any DynamicProperty else { continue }
            property._connect(inputs.child(.part, UInt64(index)), index: position)
            position += 1
        }
    }
}

/// Finds the dynamic properties of views.
@MainActor enum DynamicProperties {
    /// Types of views without any.
    private static var plainTypes: Set<ObjectIdentifier> = []

    static func connect<V>(_ view: V, _ inputs: _ViewInputs) {
        let type = ObjectIdentifier(V.self)
        if plainTypes.contains(type) { return }
        var index = 0
        for child in Mirror(reflecting: view).children {
            guard let property = child.value as? any DynamicProperty else { continue }
            property._connect(inputs, index: index)
            index += 1
        }
        if index == 0 { plainTypes.insert(type) }
    }
}

/// A value of the view's environment.
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    private final class Place {
        var values: EnvironmentValues?
    }

    private let keyPath: KeyPath<EnvironmentValues, Value>
    private let place = Place()

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

    public var wrappedValue: Value {
        guard let values = place.values else { return EnvironmentValues()[keyPath: keyPath] }
        values.noteReading(keyPath)
        return values[keyPath: keyPath]
    }

    @MainActor public func _connect(_ inputs: _ViewInputs, index: Int) { place.values = inputs.environment }
}

@available(*, unavailable)
extension Environment: Sendable {}
