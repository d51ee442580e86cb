/// The requests that the rest of the product makes to a provider. They are the same for every program and every protocol.
///
/// One request is answered at a time and the others wait in order. Every error names the provider, the limit and what to do; none harms another provider.
public protocol ProviderPort: Sendable {
    /// All that it gives.
    func describe() async throws(WidgetError) -> ProviderDescription

    /// A generic entry without real data: a timeline of one entry, redacted, so that nobody takes the provider's made-up data for their own.
    func placeholder(_ request: ProviderRequest) async throws(WidgetError) -> ProvidedTimeline

    /// The entry that is due now, fast, and with sample data for a preview: a timeline of one entry.
    func snapshot(_ request: ProviderRequest) async throws(WidgetError) -> ProvidedTimeline

    /// The entries from now on and when to ask again.
    func timeline(_ request: ProviderRequest) async throws(WidgetError) -> ProvidedTimeline

    /// The cards of a kind with a relevance configuration: when each is of use, and what it shows.
    func relevance(_ request: ProviderRequest, of kind: Kind) async throws(WidgetError) -> ProvidedRelevance

    /// The views of a Live Activity in its state: an encoded `ActivityArchive` within the limits.
    /// - Throws: INVALID_ARGUMENT where the provider refuses the attributes or the state.
    func draw(_ request: ActivityDrawingRequest) async throws(WidgetError) -> [UInt8]

    /// Performs an intent. When it returns, everything that the next timeline needs has been stored.
    /// - Returns: its result, for people.
    @discardableResult func perform(_ request: IntentRequest) async throws(WidgetError) -> IntentOutcome

    /// The intents that can be run by themselves, at most ``IntentLimits/intentsPerProvider``.
    func intents() async throws(WidgetError) -> [IntentInfo]

    /// Tells the provider where its server pushes to, and which of its widgets take pushes.
    func register(_ notice: PushRegistrationNotice) async throws(WidgetError)

    /// The values to choose from for a parameter with dynamic options, at most ``Limits/optionsPerParameter``.
    func options(_ request: OptionsRequest) async throws(WidgetError) -> [ParameterOption]

    /// The value of a control, valid for its kind.
    func value(_ request: ControlValueRequest, of kind: ControlKind) async throws(WidgetError) -> ControlValue

    /// Performs a tap on a control. When it returns, everything that the next value depends on has been stored. It isn't begun where the task was cancelled
    /// before its turn came.
    func perform(_ request: ControlPerformRequest) async throws(WidgetError)
}

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

/// A request to a provider for the views of a Live Activity.
public struct ActivityDrawingRequest: Sendable, Hashable {
    public var activity: Activity
    /// The family is ``ActivityLimits/family``.
    public var context: ProviderContext

    public init(activity: Activity, context: ProviderContext) {
        self.activity = activity
        self.context = context
    }
}
