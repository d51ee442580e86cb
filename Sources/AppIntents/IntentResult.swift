/// The result of an intent.
public protocol IntentResult: Sendable {
    associatedtype Value: Sendable = Never
    var value: Value? { get }
}

/// A result with a value.
public protocol ReturnsValue<Value>: IntentResult {}
/// A result with words for the user.
public protocol ProvidesDialog: IntentResult {}
public protocol ShowsSnippetView: IntentResult {}
public protocol OpensIntent: IntentResult {}

/// Words for the user.
public struct IntentDialog: Sendable, Hashable, ExpressibleByStringInterpolation {
    public var full: LocalizedStringResource
    public init(_ full: LocalizedStringResource) { self.full = full }
    public init(full: LocalizedStringResource, supporting: LocalizedStringResource) { self.full = full }
    public init(stringLiteral value: String) { full = LocalizedStringResource(stringLiteral: value) }
    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        full = LocalizedStringResource(stringInterpolation: stringInterpolation)
    }
}

/// The result of every intent.
public struct IntentResultContainer<Value: Sendable>: IntentResult, ReturnsValue, ProvidesDialog, ShowsSnippetView, OpensIntent {
    public let value: Value?
    package let dialog: IntentDialog?

    init(value: Value? = nil, dialog: IntentDialog? = nil) {
        self.value = value
        self.dialog = dialog
    }
}

/// A result whose words can be read, whatever its value is.
protocol DialogResult {
    var dialog: IntentDialog? { get }
}

extension IntentResultContainer: DialogResult {}

extension IntentResult where Self == IntentResultContainer<Never> {
    /// It is done.
    public static func result() -> IntentResultContainer<Never> { IntentResultContainer() }
    /// It is done. Here `opensIntent` isn't performed.
    public static func result(opensIntent: some AppIntent) -> IntentResultContainer<Never> { IntentResultContainer() }
    public static func result(opensIntent: some AppIntent, dialog: IntentDialog) -> IntentResultContainer<Never> { IntentResultContainer(dialog: dialog) }
    /// It is done, and this is said to the user.
    public static func result(dialog: IntentDialog) -> IntentResultContainer<Never> { IntentResultContainer(dialog: dialog) }
}

extension IntentResult {
    /// It is done, with a value.
    public static func result<V: Sendable>(value: V) -> Self where Self == IntentResultContainer<V> { IntentResultContainer(value: value) }
    public static func result<V: Sendable>(value: V, opensIntent: some AppIntent) -> Self where Self == IntentResultContainer<V> {
        IntentResultContainer(value: value)
    }
    public static func result<V: Sendable>(value: V, dialog: IntentDialog) -> Self where Self == IntentResultContainer<V> {
        IntentResultContainer(value: value, dialog: dialog)
    }
}

extension Never: IntentResult {
    public typealias Value = Never
    public var value: Never? { nil }
}
