import ArgumentParser
import WidgetCore
import WidgetLayout

/// A place that shows widgets its own way.
enum Place: String, ExpressibleByArgument, CaseIterable {
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
    func apply(to traits: inout PresentationTraits) {
        switch self {
        case .desktop: break
        case .lockScreen: (traits.views.renderingMode, traits.views.colorScheme, traits.views.showsBackground) = (.vibrant, .dark, false)
        case .standBy, .carPlay: (traits.views.renderingMode, traits.views.colorScheme, traits.views.showsBackground) = (.fullColor, .dark, false)
        case .alwaysOn:
            (traits.views.isLuminanceReduced, traits.views.colorScheme, traits.hidesPrivate) = (true, .dark, true)
        }
    }

    /// Behind the widgets, where they have no background; nil: nothing.
    var backdrop: Paint? {
        switch self {
        case .desktop: nil
        case .lockScreen: Backdrop.dusk
        case .standBy, .carPlay, .alwaysOn: .color(.black)
        }
    }

    /// How much larger a view is seen.
    var magnification: Double { self == .standBy || self == .carPlay ? 1.5 : 1 }
}

/// Pictures behind widgets.
enum Backdrop {
    /// The sky after sunset, for any size.
    static let dusk = Paint.linear(
        stops: [(0, 0x23395B), (0.45, 0x6B5B95), (0.75, 0xD98880), (1, 0xF5CBA7)].map { location, rgb in
            Paint.Stop(location: location, color: ResolvedColor(rgb: rgb))
        }, start: Point(x: 0, y: 0), end: Point(x: 260, y: 620))
}
