/// All that a provider gives.
public struct ProviderDescription: Sendable, Hashable {
    /// Each with the provider's id; at most ``Limits/kindsPerProvider``.
    public var kinds: [Kind]
    /// Each with the provider's id; at most ``ActivityLimits/typesPerProvider``.
    public var activities: [ActivityType]

    public init(kinds: [Kind] = [], activities: [ActivityType] = []) {
        self.kinds = kinds
        self.activities = activities
    }
}

/// A request to a provider for what surfaces draw of a Live Activity.
public struct ActivityDrawingRequest: Sendable, Hashable {
    public var activity: Activity
    /// The family is ``ActivityLimits/family``.
    public var context: ProviderContext

    public init(activity: Activity, context: ProviderContext) {
        self.activity = activity
        self.context = context
    }
}
