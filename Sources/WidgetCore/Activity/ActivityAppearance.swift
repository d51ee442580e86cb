/// A view of an activity's archive.
public enum ActivityPresentation: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// Also the banner, and the view for a user who selects it.
    case lockScreen = 1
    case compactLeading = 2
    case compactTrailing = 3
    /// For a place where several activities compete.
    case minimal = 4
    case expandedLeading = 5
    case expandedTrailing = 6
    case expandedCenter = 7
    case expandedBottom = 8
    /// The content view in the small family, for a type that supports it.
    case small = 9

    static let expanded: [ActivityPresentation] = [.expandedLeading, .expandedCenter, .expandedTrailing, .expandedBottom]

    public static func < (a: ActivityPresentation, b: ActivityPresentation) -> Bool { a.rawValue < b.rawValue }
}

/// Where an activity is shown.
public enum ActivitySurface: String, Sendable, Hashable, CaseIterable {
    case lockScreen = "lock-screen"
    case dynamicIsland = "dynamic-island"
    case menuBar = "menu-bar"
    case carPlay = "carplay"
    case watch
    case standBy = "standby"
    case statusBar = "status-bar"
    case terminal
    case notification
}

/// A surface, and the activity's place among those that the surface shows.
public struct ActivitySurfaceContext: Sendable, Hashable {
    public var surface: ActivitySurface
    /// Its rank among those that are shown, from 0.
    public var rank: Int
    /// How many are shown.
    public var count: Int
    /// A user has selected it.
    public var isSelected: Bool
    /// It draws attention to itself.
    public var isAlerting: Bool

    public init(_ surface: ActivitySurface, rank: Int = 0, count: Int = 1, isSelected: Bool = false, isAlerting: Bool = false) {
        self.surface = surface
        self.rank = rank
        self.count = count
        self.isSelected = isSelected
        self.isAlerting = isAlerting
    }
}

/// The views that a surface shows of an activity, in this order.
public struct ActivityAppearance: Sendable, Hashable {
    public var presentations: [ActivityPresentation]
    /// The factor by which the surface enlarges the views; 1: their own size.
    public var scale: Double

    /// Nothing: there is no room for it.
    public static let hidden = ActivityAppearance([])

    init(_ presentations: [ActivityPresentation], scale: Double = 1) {
        self.presentations = presentations
        self.scale = scale
    }

    /// The appearance of an activity at a place, where its archive has the views `available`. The lock-screen view stands in for any that is missing.
    public static func choose(_ available: Set<ActivityPresentation>, at place: ActivitySurfaceContext) -> ActivityAppearance {
        let whole = ActivityAppearance([.lockScreen])
        let compact = first(of: [[.compactLeading, .compactTrailing], [.minimal]], available) ?? whole
        let minimal = first(of: [[.minimal], [.compactLeading], [.compactTrailing]], available) ?? whole
        switch place.surface {
        case .lockScreen, .terminal, .notification: return whole
        case .dynamicIsland:
            if place.isSelected || place.isAlerting { return first(of: [ActivityPresentation.expanded], available) ?? whole }
            if place.count == 1 { return compact }
            return place.rank < 2 ? minimal : .hidden
        case .menuBar, .statusBar: return place.isSelected ? whole : compact
        case .carPlay, .watch: return first(of: [[.small]], available) ?? compact
        case .standBy: return place.isSelected ? ActivityAppearance([.lockScreen], scale: 2) : minimal
        }
    }

    /// The available views of the first group that has any.
    private static func first(of groups: [[ActivityPresentation]], _ available: Set<ActivityPresentation>) -> ActivityAppearance? {
        groups.lazy.map { $0.filter(available.contains) }.first { !$0.isEmpty }.map { ActivityAppearance($0) }
    }
}
