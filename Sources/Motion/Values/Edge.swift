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

    /// Some of these edges.
    public typealias Set = EdgeSet<Edge>
}

extension EdgeSet where Edge == Motion.Edge {
    /// The top edge.
    @inlinable public static var top: EdgeSet { EdgeSet(.top) }
    /// The leading edge.
    @inlinable public static var leading: EdgeSet { EdgeSet(.leading) }
    /// The bottom edge.
    @inlinable public static var bottom: EdgeSet { EdgeSet(.bottom) }
    /// The trailing edge.
    @inlinable public static var trailing: EdgeSet { EdgeSet(.trailing) }
    /// All edges.
    @inlinable public static var all: EdgeSet { [.top, .leading, .bottom, .trailing] }
    /// The leading and the trailing edge.
    @inlinable public static var horizontal: EdgeSet { [.leading, .trailing] }
    /// The top and the bottom edge.
    @inlinable public static var vertical: EdgeSet { [.top, .bottom] }
}

/// The leading or the trailing edge of a rectangle. Leading is left where one reads from left to right.
@frozen
public enum HorizontalEdge: Int8, CaseIterable, Codable, Hashable, Sendable {
    /// The edge where one begins to read.
    case leading
    /// The edge where one ends to read.
    case trailing

    /// Some of these edges.
    public typealias Set = EdgeSet<HorizontalEdge>
}

extension EdgeSet where Edge == Motion.HorizontalEdge {
    /// The leading edge.
    @inlinable public static var leading: EdgeSet { EdgeSet(.leading) }
    /// The trailing edge.
    @inlinable public static var trailing: EdgeSet { EdgeSet(.trailing) }
    /// Both edges.
    @inlinable public static var all: EdgeSet { [.leading, .trailing] }
}

/// The top or the bottom edge of a rectangle.
@frozen
public enum VerticalEdge: Int8, CaseIterable, Codable, Hashable, Sendable {
    /// The upper edge.
    case top
    /// The lower edge.
    case bottom

    /// Some of these edges.
    public typealias Set = EdgeSet<VerticalEdge>
}

extension EdgeSet where Edge == Motion.VerticalEdge {
    /// The top edge.
    @inlinable public static var top: EdgeSet { EdgeSet(.top) }
    /// The bottom edge.
    @inlinable public static var bottom: EdgeSet { EdgeSet(.bottom) }
    /// Both edges.
    @inlinable public static var all: EdgeSet { [.top, .bottom] }
}

/// Some of the edges of a kind: ``Edge/Set``, ``HorizontalEdge/Set`` or ``VerticalEdge/Set``.
@frozen
public struct EdgeSet<Edge: RawRepresentable & Sendable>: OptionSet, Hashable, Sendable where Edge.RawValue == Int8 {
    /// A bit for each edge, in the order of the cases of its kind.
    public let rawValue: Int8

    /// The edges of these bits.
    @inlinable
    public init(rawValue: Int8) { self.rawValue = rawValue }

    /// One edge.
    @inlinable
    public init(_ edge: Edge) { self.init(rawValue: 1 << edge.rawValue) }
}

/// The direction in which one reads, which tells where the leading edge is.
public enum LayoutDirection: Hashable, CaseIterable, Sendable {
    /// The leading edge is on the left.
    case leftToRight
    /// The leading edge is on the right.
    case rightToLeft
}
