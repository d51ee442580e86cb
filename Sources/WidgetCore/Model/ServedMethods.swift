/// The methods that a daemon serves on its socket, for settings that name methods. A test compares them with the daemon's own answer.
package enum ServedMethods {
    /// Stands before a service's name in its full one.
    package static let package = "widgetd.v1."

    /// The methods of each service, by its short name.
    package static let byService: [String: [String]] = [
        "Activities": ["Start", "Update", "End", "Dismiss", "Perform", "Follow", "StartToken", "List", "Get", "Watch"],
        "Controls": ["Kinds", "Add", "Configure", "Remove", "List", "Get", "Press", "Reload", "PushToken", "Watch"],
        "Daemon": ["Check", "Cancel", "Describe", "Status", "Configuration", "Metrics", "Providers", "Rescan", "CheckProvider", "CheckStore"],
        "Devices": [
            "List", "Invite", "JoinDevice", "Rename", "SetAddresses", "Revoke", "Forget", "Leave", "JoinSpace", "ListSpaces", "LeaveSpace", "SyncStatus",
            "SyncLog", "Trace", "Verify", "Conflicts", "Export", "Import", "Backup",
        ],
        "Fleet": [
            "ListGroups", "SetGroup", "RemoveGroup", "MoveDisplay", "Enrol", "ListEnrolments", "EndEnrolment", "ListDisplays", "Status", "Drain",
            "SetEngine",
        ],
        "Intents": ["Log", "Cancel", "List", "Run"],
        "Push": ["Tokens", "RotateToken", "AddKey", "RemoveKey", "Keys", "AddTopic", "RemoveTopic", "Topics", "Log", "Send"],
        "SmartStack": ["Show", "Watch", "Pin", "Unpin", "Invalidate", "List", "Add", "Remove"],
        "Surfaces": ["Register", "List", "Show", "Set", "Forget"],
        "Widgets": [
            "Kinds", "List", "Get", "Timeline", "Place", "Configure", "Move", "Remove", "Reload", "AwaitReloads", "Perform", "Preview", "Options", "Explain",
            "Simulate", "SetBudget", "Decisions", "Image", "Watch",
        ],
    ]

    package static func fullName(_ service: String, _ method: String) -> String { "\(package)\(service)/\(method)" }
}
