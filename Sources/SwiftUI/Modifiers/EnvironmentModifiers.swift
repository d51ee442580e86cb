import MotionArchive
import WidgetCore

extension View {
    /// The view in an environment with another value.
    public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        // The surface has to know of these, too.
        let modifier: WidgetCore.ViewModifier? =
            switch (keyPath as AnyKeyPath, value) {
            case (\EnvironmentValues.dynamicTypeSize, let size as DynamicTypeSize): .dynamicTypeSize(minimum: size.archived, maximum: size.archived)
            case (\EnvironmentValues.contentTransition, let transition as ContentTransition): .contentTransition(ViewContentTransition(transition))
            default: nil
            }
        return ArchiveModifiedView(
            content: self, inputs: { $0.environment[keyPath: keyPath] = value },
            change: { tree, _ in if let modifier { tree.modifiers.append(modifier) } })
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
    public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { dynamicTypeSize(size...size) }
    /// The user's size of text counts within a range, here and in the archive. A range without any size changes nothing.
    public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View where T.Bound == DynamicTypeSize {
        let sizes = DynamicTypeSize.allCases.filter(range.contains)
        let (least, greatest) = (sizes.first, sizes.last)
        return ArchiveModifiedView(
            content: self, inputs: { if let least, let greatest { $0.environment.clampTypeSize(from: least, to: greatest) } },
            change: { tree, _ in
                guard let least, let greatest else { return }
                tree.modifiers.append(
                    .dynamicTypeSize(
                        minimum: least == .xSmall ? nil : least.archived, maximum: greatest == .accessibility5 ? nil : greatest.archived))
            })
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
