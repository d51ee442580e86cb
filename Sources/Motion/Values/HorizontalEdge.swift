/// The leading or the trailing edge of a rectangle. Leading is left where one reads from left to right.
@frozen
public enum HorizontalEdge: Int8, CaseIterable, Codable, Hashable, Sendable {
    /// The edge where one begins to read.
    case leading
    /// The edge where one ends to read.
    case trailing

    /// Some of the edges.
    @frozen
    public struct Set: OptionSet, Hashable, Sendable {
        /// A set is made of sets.
        public typealias Element = Set

        /// A bit for each edge, in the order of ``HorizontalEdge``.
        public let rawValue: Int8

        /// The edges of these bits.
        @inlinable
        public init(rawValue: Int8) { self.rawValue = rawValue }

        /// One edge.
        @inlinable
        public init(_ edge: HorizontalEdge) { self.init(rawValue: 1 << edge.rawValue) }

        /// The leading edge.
        @inlinable public static var leading: Set { Set(.leading) }
        /// The trailing edge.
        @inlinable public static var trailing: Set { Set(.trailing) }
        /// Both edges.
        @inlinable public static var all: Set { [.leading, .trailing] }
    }
}
