import Synchronization

/// The things that the program's intents and queries share, by their types.
public final class AppDependencyManager: Sendable {
    public static let shared = AppDependencyManager()

    private struct Key: Hashable {
        var type: ObjectIdentifier
        var name: String?
    }

    private let makers = Mutex<[Key: @Sendable () -> any Sendable]>([:])
    private let made = Mutex<[Key: any Sendable]>([:])

    public init() {}

    /// Gives a thing, which is made when it is first asked for.
    public func add<Dependency: Sendable>(key: String? = nil, dependency provider: @autoclosure @escaping @Sendable () -> Dependency) {
        add(key: key, dependency: provider)
    }

    public func add<Dependency: Sendable>(key: String? = nil, dependency provider: @escaping @Sendable () -> Dependency) {
        let key = Key(type: ObjectIdentifier(Dependency.self), name: key)
        makers.withLock { $0[key] = provider }
        made.withLock { $0[key] = nil }
    }

    fileprivate func value<Dependency>(_ type: Dependency.Type, named name: String?) -> Dependency? {
        let key = Key(type: ObjectIdentifier(type), name: name)
        if let there = made.withLock({ $0[key] }) { return there as? Dependency }
        guard let maker = makers.withLock({ $0[key] }) else { return nil }
        let value = maker()
        made.withLock { $0[key] = value }
        return value as? Dependency
    }
}

/// A thing that the program has given to ``AppDependencyManager``.
@propertyWrapper
public struct AppDependency<Value>: Sendable {
    private let key: String?
    private let manager: AppDependencyManager
    private let standard: @Sendable () -> Value?

    public init(key: String? = nil, manager: AppDependencyManager = .shared) {
        (self.key, self.manager, standard) = (key, manager, { nil })
    }

    public init(key: String? = nil, manager: AppDependencyManager = .shared, default provider: @autoclosure @escaping @Sendable () -> Value) {
        (self.key, self.manager, standard) = (key, manager, provider)
    }

    public var wrappedValue: Value {
        guard let value = manager.value(Value.self, named: key) ?? standard() else {
            providerFatalError("no \(Value.self) is registered: call AppDependencyManager.shared.add(dependency:) in the init of the widget bundle")
        }
        return value
    }
}

extension AppIntent {
    public typealias Dependency = AppDependency
}

extension EntityQuery {
    public typealias Dependency = AppDependency
}

extension DynamicOptionsProvider {
    public typealias Dependency = AppDependency
}
