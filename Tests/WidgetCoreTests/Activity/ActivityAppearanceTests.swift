import Testing
import WidgetCore

/// The form of an activity on each kind of surface, row by row.
struct ActivityAppearanceTests {
    static let all = Set(ActivityPresentation.allCases)
    static let expanded: [ActivityPresentation] = [.expandedLeading, .expandedCenter, .expandedTrailing, .expandedBottom]

    struct Row: Sendable {
        var available: Set<ActivityPresentation>
        var place: ActivityPlace
        var shown: [ActivityPresentation]

        init(_ available: Set<ActivityPresentation>, _ place: ActivityPlace, _ shown: [ActivityPresentation]) {
            self.available = available
            self.place = place
            self.shown = shown
        }
    }

    static let rows: [Row] = [
        // Everything is there.
        Row(all, ActivityPlace(.lockScreen), [.lockScreen]),
        Row(all, ActivityPlace(.terminal, rank: 3, count: 5), [.lockScreen]),
        Row(all, ActivityPlace(.notification), [.lockScreen]),
        Row(all, ActivityPlace(.dynamicIsland), [.compactLeading, .compactTrailing]),
        Row(all, ActivityPlace(.dynamicIsland, isSelected: true), expanded),
        Row(all, ActivityPlace(.dynamicIsland, rank: 2, count: 3, isAlerting: true), expanded),
        Row(all, ActivityPlace(.dynamicIsland, rank: 0, count: 2), [.minimal]),
        Row(all, ActivityPlace(.dynamicIsland, rank: 1, count: 2), [.minimal]),
        Row(all, ActivityPlace(.dynamicIsland, rank: 2, count: 3), []),
        Row(all, ActivityPlace(.menuBar), [.compactLeading, .compactTrailing]),
        Row(all, ActivityPlace(.menuBar, rank: 1, count: 2), [.compactLeading, .compactTrailing]),
        Row(all, ActivityPlace(.menuBar, isSelected: true), [.lockScreen]),
        Row(all, ActivityPlace(.statusBar), [.compactLeading, .compactTrailing]),
        Row(all, ActivityPlace(.statusBar, isSelected: true), [.lockScreen]),
        Row(all, ActivityPlace(.carPlay), [.small]),
        Row(all, ActivityPlace(.watch), [.small]),
        Row(all, ActivityPlace(.standBy), [.minimal]),
        Row(all, ActivityPlace(.standBy, isSelected: true), [.lockScreen]),
        // A type without the small family.
        Row(all.subtracting([.small]), ActivityPlace(.carPlay), [.compactLeading, .compactTrailing]),
        Row(all.subtracting([.small]), ActivityPlace(.watch), [.compactLeading, .compactTrailing]),
        // Fields that a provider left out.
        Row([.lockScreen], ActivityPlace(.dynamicIsland), [.lockScreen]),
        Row([.lockScreen], ActivityPlace(.dynamicIsland, isSelected: true), [.lockScreen]),
        Row([.lockScreen], ActivityPlace(.watch), [.lockScreen]),
        Row([.lockScreen], ActivityPlace(.standBy), [.lockScreen]),
        Row([.lockScreen, .minimal], ActivityPlace(.menuBar), [.minimal]),
        Row([.lockScreen, .compactTrailing], ActivityPlace(.menuBar), [.compactTrailing]),
        Row([.lockScreen, .compactLeading], ActivityPlace(.standBy), [.compactLeading]),
        Row([.lockScreen, .expandedBottom], ActivityPlace(.dynamicIsland, isSelected: true), [.expandedBottom]),
    ]

    @Test(arguments: rows)
    func aSurfaceShows(_ row: Row) {
        #expect(ActivityAppearance.choose(row.available, at: row.place).presentations == row.shown)
    }

    @Test func everySurfaceIsInTheTable() {
        #expect(Set(Self.rows.map(\.place.surface)) == Set(ActivitySurface.allCases))
    }

    @Test func standByShowsTheLockScreenViewAtTwiceItsSize() {
        #expect(ActivityAppearance.choose(Self.all, at: ActivityPlace(.standBy, isSelected: true)).scale == 2)
        #expect(ActivityAppearance.choose(Self.all, at: ActivityPlace(.standBy)).scale == 1)
    }
}
