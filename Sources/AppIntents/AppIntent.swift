/// An action of the program that the system can perform: from a widget's button, a control, a Live Activity, or `widgetctl intent run`.
///
/// ```swift
/// struct LogDrink: AppIntent {
///     static let title: LocalizedStringResource = "Log a drink"
///     @Parameter(title: "Drink") var drink: String
///     func perform() async throws -> some IntentResult {
///         try await DrinkLog.shared.add(drink)
///         return .result()
///     }
/// }
/// ```
///
/// Only values in ``Parameter`` are kept between the moment when a view is archived and the moment when its button is tapped.
public protocol AppIntent: Sendable {
    associatedtype PerformResult: IntentResult
    associatedtype SummaryContent: ParameterSummary = IntentParameterSummary<Self>
    /// `IntentDescription`, or nothing.
    associatedtype DescriptionContent: _IntentDescriptionContent = IntentDescription?

    /// Its purpose, in a few words.
    static var title: LocalizedStringResource { get }
    static var description: DescriptionContent { get }
    static var parameterSummary: SummaryContent { get }
    /// A program without windows isn't opened; kept for programs that have them on other platforms.
    static var openAppWhenRun: Bool { get }
    /// Whether `widgetctl intent list` shows it.
    static var isDiscoverable: Bool { get }
    /// The users who may perform it while the session is locked.
    static var authenticationPolicy: IntentAuthenticationPolicy { get }

    init()

    /// Does it. When this returns, everything that the next timeline needs is stored; the timeline is asked for right after.
    func perform() async throws -> PerformResult
}

extension AppIntent {
    /// An input of an intent: see ``IntentParameter``.
    public typealias Parameter<Value: _IntentValue> = IntentParameter<Value>
    /// A summary: see ``IntentParameterSummary``.
    public typealias Summary = IntentParameterSummary<Self>
    public typealias Switch = ParameterSummarySwitchCondition<Self>
    public typealias When = ParameterSummaryWhenCondition<Self>
    public typealias Case<Value> = ParameterSummaryCaseCondition<Self, Value>
    public typealias DefaultCase = ParameterSummaryDefaultCaseCondition<Self>

    public static var description: IntentDescription? { nil }
    public static var openAppWhenRun: Bool { false }
    public static var isDiscoverable: Bool { true }
    public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }

    /// Performs it here and now.
    public func callAsFunction() async throws { _ = try await perform() }

    /// Calls the intent again after what it needs is there.
    public func donate() async throws {}
}

extension AppIntent where SummaryContent == IntentParameterSummary<Self> {
    public static var parameterSummary: IntentParameterSummary<Self> { IntentParameterSummary() }
}

/// The users who may perform an intent while the session is locked.
public enum IntentAuthenticationPolicy: Sendable {
    case alwaysAllowed, requiresAuthentication, requiresLocalDeviceAuthentication
}

/// The purpose of an intent.
public struct IntentDescription: Sendable, ExpressibleByStringLiteral {
    public var descriptionText: LocalizedStringResource
    public var categoryName: LocalizedStringResource?
    public var searchKeywords: [LocalizedStringResource]
    public var resultValueName: LocalizedStringResource?

    public init(
        _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil, searchKeywords: [LocalizedStringResource] = [],
        resultValueName: LocalizedStringResource? = nil
    ) {
        self.descriptionText = descriptionText
        self.categoryName = categoryName
        self.searchKeywords = searchKeywords
        self.resultValueName = resultValueName
    }

    public init(stringLiteral value: String) { self.init(LocalizedStringResource(stringLiteral: value)) }
}

/// ``IntentDescription``, or an optional one.
public protocol _IntentDescriptionContent: Sendable {
    var _description: IntentDescription? { get }
}

extension IntentDescription: _IntentDescriptionContent {
    public var _description: IntentDescription? { self }
}

extension Optional: _IntentDescriptionContent where Wrapped == IntentDescription {
    public var _description: IntentDescription? { self }
}

/// An intent that changes what a widget shows: its parameters are the widget's options.
public protocol WidgetConfigurationIntent: AppIntent {}

extension WidgetConfigurationIntent {
    /// A configuration isn't performed.
    public func perform() async throws -> some IntentResult { .result() }
}

/// An intent that a control performs to set its value.
public protocol SetValueIntent<ValueType>: AppIntent {
    associatedtype ValueType: _IntentValue
    var value: ValueType { get set }
}

/// An intent that starts, pauses or otherwise changes a Live Activity.
public protocol LiveActivityIntent: AppIntent {}
public protocol LiveActivityStartingIntent: LiveActivityIntent {}
/// An intent that configures a control.
public protocol ControlConfigurationIntent: AppIntent {}

extension ControlConfigurationIntent {
    public func perform() async throws -> some IntentResult { .result() }
}

public protocol AudioPlaybackIntent: AppIntent {}
public protocol AudioRecordingIntent: AppIntent {}
public protocol ForegroundContinuableIntent: AppIntent {}

/// An intent that opens something; on this platform its address, where it has one.
public protocol OpenIntent: AppIntent {
    associatedtype Target: _IntentValue
    var target: Target { get }
}

extension OpenIntent {
    public func perform() async throws -> some IntentResult { .result() }
}

/// Names of the wire.
extension AppIntent {
    /// By which archives and tables refer to the intent: the type's name within its module.
    package static var intentName: String { "\(Self.self)" }
}
