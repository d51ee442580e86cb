public import WidgetCore

/// How a surface tells the time: the clocks of the zones, and how its user writes dates.
public struct LocalTime: Sendable {
    /// Seconds east of UTC in a zone at a date; an empty name is the surface's own zone. Nil: the zone is unknown.
    public var zoneOffset: @Sendable (_ zone: String, _ date: Timestamp) -> Int?
    public var formats: LocaleFormats

    public init(formats: LocaleFormats = .posix, zoneOffset: @escaping @Sendable (_ zone: String, _ date: Timestamp) -> Int?) {
        (self.formats, self.zoneOffset) = (formats, zoneOffset)
    }

    /// Every zone has UTC's clock.
    public static let utc = LocalTime { _, _ in 0 }
}
