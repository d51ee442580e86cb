public import WidgetCore

extension StoreTransaction {
    /// Keeps one of this device's activities as it is now.
    public mutating func put(_ activity: StoredActivity) throws {
        let value = ActivityCoding.encode(activity)
        try perform { replica, _ in try replica.setOwned(.activities, activity.activity.id.bytes, value) }
    }

    /// Forgets one of this device's activities.
    public mutating func removeActivity(_ id: ActivityID) throws {
        try perform { replica, _ in try replica.setOwned(.activities, id.bytes, nil) }
    }
}
