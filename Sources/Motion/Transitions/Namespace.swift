/// A space of names of its own, in which views are matched by their identifiers.
@propertyWrapper
public struct Namespace: Sendable {
    /// A space of names: equal only to itself.
    public struct ID: Hashable, Sendable {
        private final class Token: Sendable {}
        private let token = Token()

        fileprivate init() {}

        public static func == (lhs: ID, rhs: ID) -> Bool { lhs.token === rhs.token }
        public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(token)) }
    }

    /// The space of names.
    public let wrappedValue: ID

    /// A new space, which is none of those there are.
    public init() { wrappedValue = ID() }
}
