/// A value in the program's `UserDefaults`, which outlives the process.
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
    private let read: () -> Value
    private let write: (Value) -> Void

    private init(_ initial: Value, _ store: UserDefaults?, _ key: String, read: @escaping (Any) -> Value?, write: @escaping (Value) -> Any?) {
        let store = store ?? .standard
        self.read = { store.object(forKey: key).flatMap(read) ?? initial }
        self.write = { store.set(write($0), forKey: key) }
    }

    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }

    public var projectedValue: Binding<Value> {
        let (read, write) = (read, write)
        return Binding(get: read, set: { write($0) })
    }
}

extension AppStorage {
    private init(plain initial: Value, _ key: String, _ store: UserDefaults?) { self.init(initial, store, key, read: { $0 as? Value }, write: { $0 }) }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool { self.init(plain: wrappedValue, key, store) }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int { self.init(plain: wrappedValue, key, store) }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Double { self.init(plain: wrappedValue, key, store) }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String { self.init(plain: wrappedValue, key, store) }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Data { self.init(plain: wrappedValue, key, store) }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == URL {
        self.init(wrappedValue, store, key, read: { ($0 as? String).flatMap { URL(string: $0) } }, write: { $0.absoluteString })
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value: RawRepresentable, Value.RawValue == Int {
        self.init(wrappedValue, store, key, read: { ($0 as? Int).flatMap(Value.init) }, write: { $0.rawValue })
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value: RawRepresentable, Value.RawValue == String {
        self.init(wrappedValue, store, key, read: { ($0 as? String).flatMap(Value.init) }, write: { $0.rawValue })
    }
}

extension AppStorage where Value: ExpressibleByNilLiteral {
    public init(_ key: String, store: UserDefaults? = nil) where Value == Bool? { self.init(nil, store, key, read: { $0 as? Bool }, write: { $0 }) }
    public init(_ key: String, store: UserDefaults? = nil) where Value == Int? { self.init(nil, store, key, read: { $0 as? Int }, write: { $0 }) }
    public init(_ key: String, store: UserDefaults? = nil) where Value == Double? { self.init(nil, store, key, read: { $0 as? Double }, write: { $0 }) }
    public init(_ key: String, store: UserDefaults? = nil) where Value == String? { self.init(nil, store, key, read: { $0 as? String }, write: { $0 }) }
    public init(_ key: String, store: UserDefaults? = nil) where Value == Data? { self.init(nil, store, key, read: { $0 as? Data }, write: { $0 }) }
}

/// A length that grows with the size of text that the user has set.
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    private final class Place {
        var size = DynamicTypeSize.large
    }

    private let value: Value
    private let place = Place()

    public init(wrappedValue: Value) { value = wrappedValue }
    public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { value = wrappedValue }

    /// A tenth more or less for each step from the usual size, and a quarter more for each of the accessibility sizes.
    public var wrappedValue: Value {
        let steps = place.size.rawValue - DynamicTypeSize.large.rawValue
        let large = max(0, place.size.rawValue - DynamicTypeSize.xxxLarge.rawValue)
        return value * Value(1 + 0.1 * Double(steps - large) + 0.25 * Double(large))
    }

    @MainActor public func _connect(_ inputs: _ViewInputs, index: Int) { place.size = inputs.environment.dynamicTypeSize }
}

/// Bindings to the properties of an object that is observed.
@dynamicMemberLookup @propertyWrapper
public struct Bindable<Value> {
    public var wrappedValue: Value
    public var projectedValue: Bindable<Value> { self }

    public init(wrappedValue: Value) where Value: AnyObject { self.wrappedValue = wrappedValue }
    public init(_ wrappedValue: Value) where Value: AnyObject { self.wrappedValue = wrappedValue }

    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        let object = wrappedValue
        return Binding(get: { object[keyPath: keyPath] }, set: { object[keyPath: keyPath] = $0 })
    }
}
