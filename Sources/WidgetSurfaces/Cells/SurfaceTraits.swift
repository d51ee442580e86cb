public import WidgetCore
public import WidgetLayout

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
    public var localTime: LocalTime
    /// Cards have a recording, for a surface that animates (``RenderedWidget/recording``).
    public var recordsDrawings = false
    /// The distance to a date has one unit: there is little room, or a change each second would be too much.
    var isBrief = false
    /// The pixels of a picture; nil: the surface hasn't got it, and its place is drawn.
    public var picture: @Sendable (_ image: ContentDigest) -> PixelImage?

    public init(
        colorDepth: ColorDepth, isUnicode: Bool = true, now: Timestamp, hasHyperlinks: Bool = false,
        localTime: LocalTime = .utc,
        picture: @escaping @Sendable (_ image: ContentDigest) -> PixelImage? = { _ in nil }
    ) {
        self.colorDepth = colorDepth
        self.isUnicode = isUnicode
        self.now = now
        self.hasHyperlinks = hasHyperlinks
        self.localTime = localTime
        self.picture = picture
    }
}
