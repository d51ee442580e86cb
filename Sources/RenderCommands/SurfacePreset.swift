import ArgumentParser
import WidgetCore
import WidgetLayout

/// A place that shows widgets its own way.
enum SurfacePreset: String, ExpressibleByArgument, CaseIterable {
    /// As the options say.
    case desktop
    /// Without colours, over a picture of the user's own.
    case lockScreen
    /// Large and bright on black, without backgrounds.
    case standBy
    /// As StandBy, in a car.
    case carPlay
    /// A display that is always on, dimmed.
    case alwaysOn

    /// The traits of a surface in the place.
    func apply(to views: inout ViewTraits) {
        switch self {
        case .desktop: break
        case .lockScreen: (views.renderingMode, views.colorScheme, views.showsBackground) = (.vibrant, .dark, false)
        case .standBy, .carPlay: (views.renderingMode, views.colorScheme, views.showsBackground) = (.fullColor, .dark, false)
        case .alwaysOn: (views.isLuminanceReduced, views.colorScheme) = (true, .dark)
        }
    }

    /// Everybody who walks by sees the place.
    var hidesPrivate: Bool { self == .alwaysOn }

    /// Behind the widgets, where they have no background; nil: nothing.
    var backdrop: Backdrop? {
        switch self {
        case .desktop: nil
        case .lockScreen: .dusk
        case .standBy, .carPlay, .alwaysOn: .black
        }
    }

    /// How much larger a view is seen.
    var magnification: Double { self == .standBy || self == .carPlay ? 1.5 : 1 }
}

/// A picture behind widgets.
enum Backdrop {
    /// The sky after sunset.
    case dusk
    case black

    func paint(in size: Size) -> Paint {
        switch self {
        case .black: return .color(.black)
        case .dusk:
            let stops = [(0, 0x23395B), (0.45, 0x6B5B95), (0.75, 0xD98880), (1, 0xF5CBA7)].map { location, rgb in
                Paint.Stop(location: location, color: ResolvedColor(rgb: rgb))
            }
            return .linear(stops: stops, start: .zero, end: Point(x: size.width * 0.4, y: size.height))
        }
    }
}
