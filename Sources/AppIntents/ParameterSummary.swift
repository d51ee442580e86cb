// Sentences with an intent's parameters in them. They have no effect here, and exist for code that is shared with other platforms. `widgetctl` lists the
// parameters themselves.

public protocol ParameterSummary<Intent>: Sendable {
    associatedtype Intent: AppIntent
}

public struct IntentParameterSummary<Intent: AppIntent>: ParameterSummary {
    public init() {}
    public init(_ summary: ParameterSummaryString<Intent>, table: String? = nil) {}
    public init(
        _ summary: ParameterSummaryString<Intent>, table: String? = nil, @IntentParameterListBuilder<Intent> otherParameters: () -> [PartialKeyPath<Intent>]
    ) {}
    public init(@IntentParameterListBuilder<Intent> otherParameters: () -> [PartialKeyPath<Intent>]) {}
}

/// A sentence with places for parameters.
public struct ParameterSummaryString<Intent: AppIntent>: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
    public init(stringInterpolation: StringInterpolation) {}

    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        public mutating func appendInterpolation<Value: _IntentValue>(_ keyPath: KeyPath<Intent, IntentParameter<Value>>) {}
    }
}

/// Collects parameters.
@resultBuilder
public enum IntentParameterListBuilder<Intent: AppIntent> {
    public static func buildExpression<Value: _IntentValue>(_ keyPath: KeyPath<Intent, IntentParameter<Value>>) -> [PartialKeyPath<Intent>] { [keyPath] }
    public static func buildBlock(_ parts: [PartialKeyPath<Intent>]...) -> [PartialKeyPath<Intent>] { parts.flatMap(\.self) }
}

/// Puts summaries together.
@resultBuilder
public enum ParameterSummaryBuilder<Intent: AppIntent> {
    public static func buildExpression<S: ParameterSummary>(_ summary: S) -> S where S.Intent == Intent { summary }
    public static func buildBlock<S: ParameterSummary>(_ summary: S) -> S where S.Intent == Intent { summary }
}

/// Puts the cases of a switch together.
@resultBuilder
public enum ParameterSummaryCaseBuilder<Intent: AppIntent, Value> {
    public static func buildExpression(_ summary: ParameterSummaryCaseCondition<Intent, Value>) -> ParameterSummaryCaseCondition<Intent, Value> { summary }
    public static func buildExpression(_ summary: ParameterSummaryDefaultCaseCondition<Intent>) -> ParameterSummaryCaseCondition<Intent, Value> {
        ParameterSummaryCaseCondition()
    }
    public static func buildBlock(_ cases: ParameterSummaryCaseCondition<Intent, Value>...) -> [ParameterSummaryCaseCondition<Intent, Value>] { cases }
}

public enum EquatableComparisonOperator: Sendable {
    case equalTo, notEqualTo
}

public enum ComparableComparisonOperator: Sendable {
    case lessThan, lessThanOrEqualTo, greaterThan, greaterThanOrEqualTo
}

public enum OneOfComparisonOperator: Sendable {
    case oneOf
}

public enum HasValueComparisonOperator: Sendable {
    case hasAnyValue, hasNoValue
}

/// A summary that depends on a parameter, or on the widget's family.
public struct ParameterSummaryWhenCondition<Intent: AppIntent>: ParameterSummary {
    public init<Value: _IntentValue, Then: ParameterSummary<Intent>, Otherwise: ParameterSummary<Intent>>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ comparison: EquatableComparisonOperator, _ value: Value,
        @ParameterSummaryBuilder<Intent> _ when: () -> Then, @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {}
    public init<Value: _IntentValue, Then: ParameterSummary<Intent>, Otherwise: ParameterSummary<Intent>>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ comparison: ComparableComparisonOperator, _ value: Value,
        @ParameterSummaryBuilder<Intent> _ when: () -> Then, @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {}
    public init<Value: _IntentValue, Then: ParameterSummary<Intent>, Otherwise: ParameterSummary<Intent>>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ comparison: OneOfComparisonOperator, _ values: [Value],
        @ParameterSummaryBuilder<Intent> _ when: () -> Then, @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {}
    public init<Value: _IntentValue, Then: ParameterSummary<Intent>, Otherwise: ParameterSummary<Intent>>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ comparison: HasValueComparisonOperator,
        @ParameterSummaryBuilder<Intent> _ when: () -> Then, @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {}
    public init<Then: ParameterSummary<Intent>, Otherwise: ParameterSummary<Intent>>(
        widgetFamily: EquatableComparisonOperator, _ family: IntentWidgetFamily, @ParameterSummaryBuilder<Intent> _ when: () -> Then,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {}
    public init<Then: ParameterSummary<Intent>, Otherwise: ParameterSummary<Intent>>(
        widgetFamily: OneOfComparisonOperator, _ families: [IntentWidgetFamily], @ParameterSummaryBuilder<Intent> _ when: () -> Then,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {}
}

/// A summary for each value of a parameter, or for each family of widgets.
public struct ParameterSummarySwitchCondition<Intent: AppIntent>: ParameterSummary {
    public init<Value: _IntentValue>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>,
        @ParameterSummaryCaseBuilder<Intent, Value> _ cases: () -> [ParameterSummaryCaseCondition<Intent, Value>]
    ) {}
    public init(
        _ trait: ParameterSummaryTrait,
        @ParameterSummaryCaseBuilder<Intent, IntentWidgetFamily> _ cases: () -> [ParameterSummaryCaseCondition<Intent, IntentWidgetFamily>]
    ) {}
}

/// Another thing that a summary may depend on.
public struct ParameterSummaryTrait: Sendable {
    public static let widgetFamily = ParameterSummaryTrait()
}

public struct ParameterSummaryCaseCondition<Intent: AppIntent, Value>: ParameterSummary {
    fileprivate init() {}
    public init<S: ParameterSummary<Intent>>(_ value: Value, @ParameterSummaryBuilder<Intent> _ summary: () -> S) {}
    public init<S: ParameterSummary<Intent>>(_ values: [Value], @ParameterSummaryBuilder<Intent> _ summary: () -> S) {}
}

public struct ParameterSummaryDefaultCaseCondition<Intent: AppIntent>: ParameterSummary {
    public init<S: ParameterSummary<Intent>>(@ParameterSummaryBuilder<Intent> _ summary: () -> S) {}
}
