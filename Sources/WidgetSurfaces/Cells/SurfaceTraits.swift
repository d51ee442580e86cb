public import WidgetCore

/// The abilities of a surface, and when and for whom it draws.
public struct SurfaceTraits: Sendable {
    public enum ColorDepth: Sendable, Hashable, CaseIterable {
        /// No colour and no other attribute.
        case none
        case sixteen
        /// 256 colours.
        case palette
        /// 24 bits.
        case trueColor
    }

    public var colorDepth: ColorDepth
    /// False: ASCII alone.
    public var isUnicode: Bool
    public var now: Timestamp
    /// The terminal knows OSC 8: links are addresses that a click opens.
    public var hasHyperlinks: Bool
    /// Seconds east of UTC in a zone at a date; an empty name is the surface's own zone. Nil: the zone is unknown.
    public var zoneOffset: @Sendable (_ zone: String, _ date: Timestamp) -> Int?
    /// The pixels of a picture; nil: the surface hasn't got it, and its place is drawn.
    public var picture: @Sendable (_ image: ContentDigest) -> PixelImage?

    public init(
        colorDepth: ColorDepth, isUnicode: Bool = true, now: Timestamp, hasHyperlinks: Bool = false,
        zoneOffset: @escaping @Sendable (_ zone: String, _ date: Timestamp) -> Int? = { _, _ in 0 },
        picture: @escaping @Sendable (_ image: ContentDigest) -> PixelImage? = { _ in nil }
    ) {
        self.colorDepth = colorDepth
        self.isUnicode = isUnicode
        self.now = now
        self.hasHyperlinks = hasHyperlinks
        self.zoneOffset = zoneOffset
        self.picture = picture
    }
}
