import WidgetAPI
import WidgetCore
import WidgetLayout
import WidgetSettings

/// A surface on one display, as far as the daemon is told of it.
struct SurfaceState: Equatable {
    var setup: WallSurface
    /// The ids of the widgets on each page.
    var pages: [[String]]
    /// The ids of the widgets in each stack, by its word; empty: a card of no widget.
    var stacks: [String: [String]]
    /// The page that is turned to the user.
    var current: Int
    /// Its widgets are known, and nobody has closed it.
    var isShown: Bool
    /// The compositor shows no frames of it.
    var isCovered: Bool
    var isLocked: Bool
    var isDimmed: Bool
    /// Pixels per point.
    var scale: Double
    /// Points.
    var size: Size

    /// The surfaces by their names: one that is on several displays is one surface.
    static func registrations(of states: [SurfaceState]) -> [SurfaceRegistration] {
        var names: [String] = []
        for state in states where !names.contains(state.setup.name) { names.append(state.setup.name) }
        return names.compactMap { name in
            let all = states.filter { $0.setup.name == name }
            guard let first = all.first, var surface = first.registration else { return nil }
            let seen = all.allSatisfy(\.isCovered) ? all : all.filter { !$0.isCovered }
            surface.visiblePages = seen.filter(\.isShown).map { $0.current + 1 }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
            surface.visibility = first.isLocked ? .locked : all.allSatisfy(\.isCovered) ? .covered : .visible
            return surface
        }
    }

    private var registration: SurfaceRegistration? {
        guard var surface = try? SurfaceRegistration(name: setup.name, kind: kind, field: "surface") else { return nil }
        surface.families = WidgetFamily.allCases
        surface.scale = min(SurfaceLimits.scale.upperBound, max(SurfaceLimits.scale.lowerBound, scale))
        (surface.width, surface.height) = (Int(min(Double(SurfaceLimits.size), size.width)), Int(min(Double(SurfaceLimits.size), size.height)))
        surface.traits = setup.traits(isDimmed: isDimmed)
        if isShown { surface.setPages(pages, stacks: stacks) }
        surface.settings = setup.settings
        return surface
    }

    private var kind: SurfaceRegistration.Kind {
        switch setup.kind {
        case .desktop: .desktop
        case .panel: .panel
        case .wall: .wall
        case .window: .window
        }
    }
}
