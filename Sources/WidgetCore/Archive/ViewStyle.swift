/// The filling of a form or a text.
public enum ViewStyle: Sendable, Hashable {
    /// The materials, from the thinnest to the thickest.
    public enum Material: Int, Sendable, Hashable, CaseIterable {
        case ultraThin = 1
        case thin = 2
        case regular = 3
        case thick = 4
        case ultraThick = 5
        case bar = 6
    }

    /// The purposes for which a surface has a style.
    public enum Role: Int, Sendable, Hashable, CaseIterable {
        case foreground = 1
        case background = 2
        case tint = 3
        case separator = 4
        case placeholder = 5
        case link = 6
        case fill = 7
        case windowBackground = 8
        case selection = 9
    }

    case color(ViewColor)
    case gradient(ViewGradient)
    /// 1 is the foreground as it is, each higher one is paler; up to 5.
    case hierarchical(Int)
    case material(Material)
    case role(Role)
    /// The style with an opacity, 0 to 1.
    indirect case faded(ViewStyle, Double)
}

/// Colours that blend into each other.
public struct ViewGradient: Sendable, Hashable {
    public struct Stop: Sendable, Hashable {
        public var color: ViewColor
        /// 0, the start, to 1, the end.
        public var location: Double

        public init(_ color: ViewColor, location: Double) {
            self.color = color
            self.location = location
        }
    }

    /// Points are fractions of the room, from the top leading corner; radii are points, angles radians.
    public enum Geometry: Sendable, Hashable {
        case linear(start: ViewPoint, end: ViewPoint)
        case radial(center: ViewPoint, startRadius: Double, endRadius: Double)
        /// As a circle that fills the room: its radii are fractions of the room.
        case elliptical(center: ViewPoint, startRadius: Double, endRadius: Double)
        case angular(center: ViewPoint, startAngle: Double, endAngle: Double)
    }

    public var geometry: Geometry
    /// 1 to ``Limits/gradientStops``, with rising locations.
    public var stops: [Stop]

    public init(_ geometry: Geometry, stops: [Stop]) {
        self.geometry = geometry
        self.stops = stops
    }
}
