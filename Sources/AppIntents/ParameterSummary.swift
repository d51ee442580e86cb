/// A sentence with an intent's parameters in it. It is kept for forms of other platforms; `widgetctl` lists the parameters themselves.
public protocol ParameterSummary: Sendable {}

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
    public static func buildExpression<S: ParameterSummary>(_ summary: S) -> S { summary }
    public static func buildBlock<S: ParameterSummary>(_ summary: S) -> S { summary }
}

@resultBuilder
public enum ParameterSummaryCaseBuilder<Intent: AppIntent> {
    public static func buildBlock(_ cases: any ParameterSummary...) -> [any ParameterSummary] { cases }
}

public enum ParameterSummaryComparison: Sendable {
    case hasAnyValue
}

/// A summary that depends on a parameter.
public struct ParameterSummaryWhen<Intent: AppIntent>: ParameterSummary {
    public init<Value: _IntentValue, Then: ParameterSummary, Otherwise: ParameterSummary>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ comparison: ParameterSummaryComparison,
        @ParameterSummaryBuilder<Intent> _ then: () -> Then, @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {}
    public init<Value: _IntentValue, Then: ParameterSummary, Otherwise: ParameterSummary>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ comparison: ParameterSummaryEquality, _ value: Value,
        @ParameterSummaryBuilder<Intent> _ then: () -> Then, @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {}
    /// Depends on the widget's family.
    public init<Family, Then: ParameterSummary, Otherwise: ParameterSummary>(
        widgetFamily: ParameterSummaryEquality, _ family: Family, @ParameterSummaryBuilder<Intent> _ then: () -> Then,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {}
}

public enum ParameterSummaryEquality: Sendable {
    case equalTo, notEqualTo, oneOf, noneOf, lessThan, greaterThan
}

/// A summary for each value of a parameter.
public struct ParameterSummarySwitch<Intent: AppIntent>: ParameterSummary {
    public init<Value: _IntentValue>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, @ParameterSummaryCaseBuilder<Intent> _ cases: () -> [any ParameterSummary]
    ) {}
    public init(_ trait: ParameterSummaryTrait, @ParameterSummaryCaseBuilder<Intent> _ cases: () -> [any ParameterSummary]) {}
}

/// Another thing that a summary may depend on.
public struct ParameterSummaryTrait: Sendable {
    public static let widgetFamily = ParameterSummaryTrait()
}

public struct ParameterSummaryCase<Intent: AppIntent>: ParameterSummary {
    public init<Value, S: ParameterSummary>(_ value: Value, @ParameterSummaryBuilder<Intent> _ summary: () -> S) {}
    public init<S: ParameterSummary>(@ParameterSummaryBuilder<Intent> _ summary: () -> S) {}
}
