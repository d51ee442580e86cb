/// An edge of a rectangle. Leading is left where one reads from left to right.
@frozen
public enum Edge: Int8, CaseIterable, Hashable, Sendable {
    /// The upper edge.
    case top
    /// The edge where one begins to read.
    case leading
    /// The lower edge.
    case bottom
    /// The edge where one ends to read.
    case trailing

    /// Some of the edges.
    @frozen
    public struct Set: OptionSet, Hashable, Sendable {
        /// A set is made of sets.
        public typealias Element = Set

        /// A bit for each edge, in the order of ``Edge``.
        public let rawValue: Int8

        /// The edges of these bits.
        @inlinable
        public init(rawValue: Int8) { self.rawValue = rawValue }

        /// One edge.
        @inlinable
        public init(_ edge: Edge) { self.init(rawValue: 1 << edge.rawValue) }

        /// The top edge.
        @inlinable public static var top: Set { Set(.top) }
        /// The leading edge.
        @inlinable public static var leading: Set { Set(.leading) }
        /// The bottom edge.
        @inlinable public static var bottom: Set { Set(.bottom) }
        /// The trailing edge.
        @inlinable public static var trailing: Set { Set(.trailing) }
        /// All edges.
        @inlinable public static var all: Set { [.top, .leading, .bottom, .trailing] }
        /// The leading and the trailing edge.
        @inlinable public static var horizontal: Set { [.leading, .trailing] }
        /// The top and the bottom edge.
        @inlinable public static var vertical: Set { [.top, .bottom] }
    }
}
