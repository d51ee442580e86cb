extension View {
    /// The view in an environment with another value.
    public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        transformingInputs { $0.environment[keyPath: keyPath] = value }
    }

    /// The view in an environment that a closure changes.
    public func transformEnvironment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void) -> some View {
        transformingInputs { transform(&$0.environment[keyPath: keyPath]) }
    }

    /// The view with an object that views in it read by its type.
    public func environmentObject<T: ObservableObject>(_ object: T) -> some View {
        transformingInputs { $0.environment[EnvironmentObjectKey<T>.self] = object }
    }

    public func environment<T: AnyObject>(_ object: T?) -> some View {
        transformingInputs { $0.environment[EnvironmentObjectKey<T>.self] = object }
    }

    public func colorScheme(_ colorScheme: ColorScheme) -> some View { environment(\.colorScheme, colorScheme) }
    public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
        transformingInputs { if let colorScheme { $0.environment.colorScheme = colorScheme } }
    }
    public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { environment(\.dynamicTypeSize, size) }
    public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View where T.Bound == DynamicTypeSize {
        transformEnvironment(\.dynamicTypeSize) { size in
            if !range.contains(size),
                let nearest = DynamicTypeSize.allCases.filter(range.contains).min(by: { abs($0.rawValue - size.rawValue) < abs($1.rawValue - size.rawValue) })
            {
                size = nearest
            }
        }
    }
}

struct EnvironmentObjectKey<T: AnyObject>: EnvironmentKey { static var defaultValue: T? { nil } }

/// An object that a view around this one gave with `environmentObject`.
@propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
    private final class Place {
        var object: ObjectType?
    }

    private let place = Place()
    public init() {}

    public var wrappedValue: ObjectType {
        guard let object = place.object else {
            providerFatalError("no \(ObjectType.self) in the environment: a view around this one must give it with environmentObject")
        }
        return object
    }

    @MainActor public var projectedValue: ObservedObject<ObjectType>.Wrapper { ObservedObject(wrappedValue: wrappedValue).projectedValue }

    @MainActor public func _connect(_ inputs: _ViewInputs, index: Int) { place.object = inputs.environment[EnvironmentObjectKey<ObjectType>.self] }
}

extension Environment where Value: AnyObject {
    /// An object that a view around this one gave with `environment(_:)`.
    nonisolated public init(_ objectType: Value.Type) { self.init(\EnvironmentValues.[EnvironmentObjectPath<Value>()]) }
}

extension EnvironmentValues {
    subscript<T: AnyObject>(_ path: EnvironmentObjectPath<T>) -> T {
        guard let object = self[EnvironmentObjectKey<T>.self] else {
            providerFatalError("no \(T.self) in the environment: a view around this one must give it with environment(_:)")
        }
        return object
    }
}

struct EnvironmentObjectPath<T: AnyObject>: Hashable {}

/// Whether something is shown.
nonisolated public enum Visibility: Hashable, CaseIterable, Sendable {
    case automatic, visible, hidden
}
