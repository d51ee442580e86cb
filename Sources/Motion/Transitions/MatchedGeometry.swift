public import Foundation

/// How a view takes over the place and the size of another one, its source.
public struct MatchedGeometry: Equatable, Sendable {
    /// The properties that it takes over.
    public var properties: MatchedGeometryProperties
    /// The point of both views that is in the same place.
    public var anchor: UnitPoint

    public init(properties: MatchedGeometryProperties = .frame, anchor: UnitPoint = .center) {
        self.properties = properties
        self.anchor = anchor
    }

    /// The frame of a view whose own frame is `own`, as long as it is matched with `source`. A frame that isn't finite can't be matched.
    public func frame(of own: CGRect, matching source: CGRect) -> CGRect {
        guard own.isFinite, source.isFinite, anchor.x.isFinite, anchor.y.isFinite else { return own }
        let size = properties.contains(.size) ? source.size : own.size
        let target = properties.contains(.position) ? source : own
        return CGRect(
            x: target.minX + anchor.x * (target.width - size.width), y: target.minY + anchor.y * (target.height - size.height),
            width: size.width, height: size.height)
    }

    /// The frame of a view that comes while its source leaves, or the other way round. At a `progress` of 0 it is matched, and at 1 it has its own frame.
    ///
    /// A spring may take it beyond its own frame, but not to a size below 0. A progress that isn't finite is the end.
    public func frame(of own: CGRect, matching source: CGRect, progress: Double) -> CGRect {
        guard progress.isFinite, progress != 1 else { return own }
        var frame = frame(of: own, matching: source)
        frame.animatableData.interpolate(towards: own.animatableData, amount: progress)
        return CGRect(x: frame.origin.x, y: frame.origin.y, width: max(0, frame.size.width), height: max(0, frame.size.height))
    }
}

extension CGRect {
    fileprivate var isFinite: Bool { origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite }
}

/// The common properties of views that are matched.
@frozen
public struct MatchedGeometryProperties: OptionSet, Sendable {
    public let rawValue: UInt32

    @inlinable
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The place, in the window.
    public static let position = MatchedGeometryProperties(rawValue: 1 << 0)
    /// The size.
    public static let size = MatchedGeometryProperties(rawValue: 1 << 1)
    /// Place and size.
    public static let frame: MatchedGeometryProperties = [.position, .size]
}
