/// The top or the bottom edge of a rectangle.
@frozen
public enum VerticalEdge: Int8, CaseIterable, Codable, Hashable, Sendable {
    /// The upper edge.
    case top
    /// The lower edge.
    case bottom

    /// Some of the edges.
    @frozen
    public struct Set: OptionSet, Hashable, Sendable {
        /// A set is made of sets.
        public typealias Element = Set

        /// A bit for each edge, in the order of ``VerticalEdge``.
        public let rawValue: Int8

        /// The edges of these bits.
        @inlinable
        public init(rawValue: Int8) { self.rawValue = rawValue }

        /// One edge.
        @inlinable
        public init(_ edge: VerticalEdge) { self.init(rawValue: 1 << edge.rawValue) }

        /// The top edge.
        @inlinable public static var top: Set { Set(.top) }
        /// The bottom edge.
        @inlinable public static var bottom: Set { Set(.bottom) }
        /// Both edges.
        @inlinable public static var all: Set { [.top, .bottom] }
    }
}
