// Gestures compile, so that a widget can share code with an app. They can't run in a widget, and `lint` names them.

/// A gesture on a view, such as a tap or a drag.
nonisolated public protocol Gesture<Value> {
    associatedtype Value
}

extension Gesture {
    public func onChanged(_ action: @escaping (Value) -> Void) -> some Gesture<Value> { self }
    public func onEnded(_ action: @escaping (Value) -> Void) -> some Gesture<Value> { self }
    public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> some Gesture<Value> { self }
}

nonisolated public struct TapGesture: Gesture {
    public typealias Value = Void
    public init(count: Int = 1) {}
}

nonisolated public struct LongPressGesture: Gesture {
    public typealias Value = Bool
    public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) {}
}

nonisolated public struct DragGesture: Gesture {
    public struct Value: Equatable, Sendable {
        public var time: Date
        public var location: CGPoint
        public var startLocation: CGPoint
        public var translation: CGSize { CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y) }
    }

    public init(minimumDistance: CGFloat = 10) {}
}

/// A value while a gesture goes on; in a widget it is always the first one.
@propertyWrapper
public struct GestureState<Value>: DynamicProperty {
    public let wrappedValue: Value
    public var projectedValue: GestureState<Value> { self }

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public init(initialValue: Value) { wrappedValue = initialValue }
}

/// The gestures that a modifier lets happen.
public struct GestureMask: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let none = GestureMask([])
    public static let gesture = GestureMask(rawValue: 1)
    public static let subviews = GestureMask(rawValue: 2)
    public static let all: GestureMask = [.gesture, .subviews]
}

extension View {
    /// A widget can't run it: use `Button(intent:)`.
    nonisolated public func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        archived { _, inputs in inputs.resolution.recordUnrunnableClosure("a gesture can't run in a widget; use Button(intent:)") }
    }
}
