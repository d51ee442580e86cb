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
    /// No effect: a provider has no windows to open. It exists for code that is shared with other platforms.
    static var openAppWhenRun: Bool { get }
    /// Whether `widgetctl intent list` shows it.
    static var isDiscoverable: Bool { get }
    /// Whether it may be performed while the session is locked.
    static var authenticationPolicy: IntentAuthenticationPolicy { get }

    init()

    /// Performs the action. Store everything that the next timeline needs before this returns: the timeline is requested right after.
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
    /// - Throws: what ``perform()`` throws.
    public func callAsFunction() async throws { _ = try await perform() }

    /// Tells the system that the user has done this. Here it does nothing, and never throws.
    public func donate() async throws {}
}

extension AppIntent where SummaryContent == IntentParameterSummary<Self> {
    public static var parameterSummary: IntentParameterSummary<Self> { IntentParameterSummary() }
}

/// Whether an intent may be performed while the session is locked.
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

/// An intent that opens something. Here nothing is opened.
public protocol OpenIntent: AppIntent {
    associatedtype Target: _IntentValue
    var target: Target { get }
}

extension OpenIntent {
    public func perform() async throws -> some IntentResult { .result() }
}

/// The intent's name in the protocol.
extension AppIntent {
    /// The name of the intent in archives and tables: the type's name without its module.
    package static var intentName: String { "\(Self.self)" }
}
