/// What a user wants in their bar.
struct BarSelection: Equatable {
    /// Activities are shown.
    var showsActivities = true
    /// Tags or ids of activities; empty: all.
    var activities: [String] = []
    /// Widgets as the user calls them, in their order.
    var widgets: [String] = []
    /// All controls are shown, behind those that are named.
    var showsControls = false
    /// Controls as the user calls them, in their order.
    var controls: [String] = []
    /// Activities shown at most; the others are a number.
    var limit = BarLimits.activities
}
