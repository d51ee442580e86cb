/// An object whose changes views follow. In a widget a view is archived once for each entry, so it shows the object as it is then.
public protocol ObservableObject: AnyObject {}

extension ObservableObject {
    public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher() }
}

/// Publishes changes. In a widget nothing subscribes to them.
public struct ObservableObjectPublisher: Sendable {
    public init() {}
    public func send() {}
}

/// A property of an ``ObservableObject``.
@propertyWrapper
public struct Published<Value> {
    private var value: Value

    public init(wrappedValue: Value) { value = wrappedValue }
    public init(initialValue: Value) { value = initialValue }

    @available(*, unavailable, message: "@Published is for properties of classes")
    public var wrappedValue: Value {
        get { value }
        set { value = newValue }
    }

    public static subscript<Object: AnyObject>(
        _enclosingInstance object: Object, wrapped wrappedKeyPath: ReferenceWritableKeyPath<Object, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<Object, Published<Value>>
    ) -> Value {
        get { object[keyPath: storageKeyPath].value }
        set { object[keyPath: storageKeyPath].value = newValue }
    }
}

extension Published: Sendable where Value: Sendable {}

/// An observed object that belongs to another part of the program.
@MainActor @preconcurrency @propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
    /// Bindings to the object's properties.
    @MainActor @preconcurrency @dynamicMemberLookup
    public struct Wrapper {
        fileprivate let object: ObjectType

        public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>) -> Binding<Subject> {
            nonisolated(unsafe) let (object, keyPath) = (object, keyPath)
            return Binding(get: { object[keyPath: keyPath] }, set: { object[keyPath: keyPath] = $0 })
        }
    }

    public var wrappedValue: ObjectType
    public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }

    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
    public init(initialValue: ObjectType) { self.init(wrappedValue: initialValue) }

    nonisolated public mutating func update() {}
    public func _connect(_ inputs: _ViewInputs, index: Int) {}
}

/// An object that belongs to a view, made when it is first read.
@MainActor @preconcurrency @propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
    private final class Place {
        let make: () -> ObjectType
        var object: ObjectType?

        init(_ make: @escaping () -> ObjectType) { self.make = make }
    }

    // Made with the view, and read by it.
    nonisolated(unsafe) private let place: Place

    nonisolated public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { place = Place(thunk) }

    public var wrappedValue: ObjectType {
        if let object = place.object { return object }
        let object = place.make()
        place.object = object
        return object
    }
    public var projectedValue: ObservedObject<ObjectType>.Wrapper { ObservedObject(wrappedValue: wrappedValue).projectedValue }

    nonisolated public mutating func update() {}

    public func _connect(_ inputs: _ViewInputs, index: Int) {
        guard let states = inputs.resolution.states else { return }
        place.object = states.location(of: inputs.id, index: index, initial: wrappedValue).value as? ObjectType
    }
}
