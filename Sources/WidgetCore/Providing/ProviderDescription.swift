/// All that a provider gives.
public struct ProviderDescription: Sendable, Hashable {
    /// Each with the provider's id; at most ``Limits/kindsPerProvider``.
    public var kinds: [Kind]
    /// Each with the provider's id; at most ``ActivityLimits/typesPerProvider``.
    public var activities: [ActivityType]
    /// Each with the provider's id; at most ``ControlLimits/kindsPerProvider``.
    public var controls: [ControlKind]

    public init(kinds: [Kind] = [], activities: [ActivityType] = [], controls: [ControlKind] = []) {
        self.kinds = kinds
        self.activities = activities
        self.controls = controls
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
