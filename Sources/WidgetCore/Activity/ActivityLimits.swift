/// Every limit of Live Activities, each with its reason. Those of ActivityKit are Apple's, from "Displaying live data with Live Activities".
public enum ActivityLimits {
    /// Attributes and state together, in bytes of JSON: Apple's.
    public static let contentBytes = 4 << 10
    /// How long an activity is active unless the daemon is told otherwise: Apple's.
    public static let maximumAge = Milliseconds.hours(8)
    /// How long an activity that has ended stays at most: Apple's.
    public static let endedVisibleDuration = Milliseconds.hours(4)
    /// How long a dismissed activity is still reported. A surface that was away for a moment hears that it is gone, not that it never was.
    public static let dismissedRetention = Milliseconds.minutes(15)
    /// Pending, active and stale ones of a device: more than any surface has room for.
    public static let activities = 64
    /// Activities of one app, so that a program that starts one after the other leaves room for others.
    public static let activitiesPerApp = 16
    /// Ended and dismissed ones that are kept of a device; beyond it the one that ended first goes.
    public static let endedActivities = 256
    /// Types of one provider: a program for many would be several programs.
    public static let typesPerProvider = 16
    /// The family whose points bound what an activity shows: what a lock screen gives it.
    public static let family = WidgetFamily.systemMedium
    /// The encoded archive with all its views: it travels with each update.
    public static let archiveBytes = 256 << 10
    /// The id of a broadcast channel, in bytes: Apple's have 16.
    public static let channelIDBytes = 16
    /// The title and the body of an alert, in UTF-8 bytes: what a notification shows.
    public static let alertBytes = 512
    /// How long before its start an activity can be scheduled: a year.
    public static let scheduledAhead = Milliseconds.days(366)
}
