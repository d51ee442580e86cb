import Testing
import WidgetCore

/// The form of an activity on each kind of surface, row by row.
struct ActivityAppearanceTests {
    static let all = Set(ActivityPresentation.allCases)
    static let expanded: [ActivityPresentation] = [.expandedLeading, .expandedCenter, .expandedTrailing, .expandedBottom]

    struct Row: Sendable {
        var available: Set<ActivityPresentation>
        var place: ActivitySurfaceContext
        var shown: [ActivityPresentation]

        init(_ available: Set<ActivityPresentation>, _ place: ActivitySurfaceContext, _ shown: [ActivityPresentation]) {
            self.available = available
            self.place = place
            self.shown = shown
        }
    }

    static let rows: [Row] = [
        // Everything is there.
        Row(all, ActivitySurfaceContext(.lockScreen), [.lockScreen]),
        Row(all, ActivitySurfaceContext(.terminal, rank: 3, count: 5), [.lockScreen]),
        Row(all, ActivitySurfaceContext(.notification), [.lockScreen]),
        Row(all, ActivitySurfaceContext(.dynamicIsland), [.compactLeading, .compactTrailing]),
        Row(all, ActivitySurfaceContext(.dynamicIsland, isSelected: true), expanded),
        Row(all, ActivitySurfaceContext(.dynamicIsland, rank: 2, count: 3, isAlerting: true), expanded),
        Row(all, ActivitySurfaceContext(.dynamicIsland, rank: 0, count: 2), [.minimal]),
        Row(all, ActivitySurfaceContext(.dynamicIsland, rank: 1, count: 2), [.minimal]),
        Row(all, ActivitySurfaceContext(.dynamicIsland, rank: 2, count: 3), []),
        Row(all, ActivitySurfaceContext(.menuBar), [.compactLeading, .compactTrailing]),
        Row(all, ActivitySurfaceContext(.menuBar, rank: 1, count: 2), [.compactLeading, .compactTrailing]),
        Row(all, ActivitySurfaceContext(.menuBar, isSelected: true), [.lockScreen]),
        Row(all, ActivitySurfaceContext(.statusBar), [.compactLeading, .compactTrailing]),
        Row(all, ActivitySurfaceContext(.statusBar, isSelected: true), [.lockScreen]),
        Row(all, ActivitySurfaceContext(.carPlay), [.small]),
        Row(all, ActivitySurfaceContext(.watch), [.small]),
        Row(all, ActivitySurfaceContext(.standBy), [.minimal]),
        Row(all, ActivitySurfaceContext(.standBy, isSelected: true), [.lockScreen]),
        // A type without the small family.
        Row(all.subtracting([.small]), ActivitySurfaceContext(.carPlay), [.compactLeading, .compactTrailing]),
        Row(all.subtracting([.small]), ActivitySurfaceContext(.watch), [.compactLeading, .compactTrailing]),
        // Fields that a provider left out.
        Row([.lockScreen], ActivitySurfaceContext(.dynamicIsland), [.lockScreen]),
        Row([.lockScreen], ActivitySurfaceContext(.dynamicIsland, isSelected: true), [.lockScreen]),
        Row([.lockScreen], ActivitySurfaceContext(.watch), [.lockScreen]),
        Row([.lockScreen], ActivitySurfaceContext(.standBy), [.lockScreen]),
        Row([.lockScreen, .minimal], ActivitySurfaceContext(.menuBar), [.minimal]),
        Row([.lockScreen, .compactTrailing], ActivitySurfaceContext(.menuBar), [.compactTrailing]),
        Row([.lockScreen, .compactLeading], ActivitySurfaceContext(.standBy), [.compactLeading]),
        Row([.lockScreen, .expandedBottom], ActivitySurfaceContext(.dynamicIsland, isSelected: true), [.expandedBottom]),
    ]

    @Test(arguments: rows)
    func aSurfaceShows(_ row: Row) {
        #expect(ActivityAppearance.choose(row.available, at: row.place).presentations == row.shown)
    }

    @Test func everySurfaceIsInTheTable() {
        #expect(Set(Self.rows.map(\.place.surface)) == Set(ActivitySurface.allCases))
    }

    @Test func standByShowsTheLockScreenViewAtTwiceItsSize() {
        #expect(ActivityAppearance.choose(Self.all, at: ActivitySurfaceContext(.standBy, isSelected: true)).scale == 2)
        #expect(ActivityAppearance.choose(Self.all, at: ActivitySurfaceContext(.standBy)).scale == 1)
    }
}
