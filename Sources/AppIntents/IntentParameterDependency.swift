/// The other parameters of an intent, for an options provider or a query that depends on them.
///
/// Here it is always nil: the options of a parameter are requested before the intent has its values.
@propertyWrapper
public final class IntentParameterDependency<Intent: AppIntent>: Sendable {
    public var wrappedValue: IntentProjection<Intent>? { nil }

    public init<A: _IntentValue>(_ parameter: KeyPath<Intent, IntentParameter<A>>) {}
    public init<A: _IntentValue, B: _IntentValue>(_ first: KeyPath<Intent, IntentParameter<A>>, _ second: KeyPath<Intent, IntentParameter<B>>) {}
    public init<A: _IntentValue, B: _IntentValue, C: _IntentValue>(
        _ first: KeyPath<Intent, IntentParameter<A>>, _ second: KeyPath<Intent, IntentParameter<B>>, _ third: KeyPath<Intent, IntentParameter<C>>
    ) {}
}

/// An intent of which some parameters have values.
@dynamicMemberLookup
public struct IntentProjection<Intent: AppIntent> {
    private let intent: Intent

    public subscript<Value: _IntentValue>(dynamicMember keyPath: KeyPath<Intent, Value>) -> Value { intent[keyPath: keyPath] }

    /// The value of an optional parameter, which has one.
    public subscript<Value: _IntentValue>(dynamicMember keyPath: KeyPath<Intent, Value?>) -> Value {
        guard let value = intent[keyPath: keyPath] else {
            providerFatalError("a parameter of \(Intent.self), a \(Value.self), has no value: read the optional itself, or give the parameter a default")
        }
        return value
    }
}

/// An error that an intent ends with.
public struct AppIntentError: Error, Hashable, CustomLocalizedStringResourceConvertible, Sendable {
    private let words: String
    public var localizedStringResource: LocalizedStringResource { "\(words)" }

    private init(_ words: String) { self.words = words }

    /// The intent asks to be performed again.
    public static var restartPerform: AppIntentError { AppIntentError("the intent asks to be performed again") }

    /// Errors that go away when the user does something first.
    public enum UserActionRequired {
        public static var accountSetup: AppIntentError { AppIntentError("set an account up first") }
        public static var confirmation: AppIntentError { AppIntentError("it needs to be confirmed") }
        public static var signin: AppIntentError { AppIntentError("sign in first") }
        public static var subscription: AppIntentError { AppIntentError("it needs a subscription") }
    }

    /// Errors that the user can't fix.
    public enum Unrecoverable {
        public static var entityNotFound: AppIntentError { AppIntentError("there is no such thing any more") }
        public static var featureCurrentlyRestricted: AppIntentError { AppIntentError("this can't be done at the moment") }
        public static var notAllowed: AppIntentError { AppIntentError("this isn't allowed") }
        public static var unsupportedOnDevice: AppIntentError { AppIntentError("this device can't do it") }
        public static var unknown: AppIntentError { AppIntentError("it failed") }
    }
}
