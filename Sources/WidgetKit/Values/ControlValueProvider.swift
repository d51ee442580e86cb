/// Gives the value of a control.
public protocol ControlValueProvider {
    associatedtype Value
    /// Something likely, for a gallery.
    var previewValue: Value { get }
    /// How it is now: asked when the control is added or reloaded, and after every action.
    func currentValue() async throws -> Value
}

/// Gives the value of a control with options.
public protocol AppIntentControlValueProvider {
    associatedtype Configuration: ControlConfigurationIntent
    associatedtype Value
    func previewValue(configuration: Configuration) -> Value
    func currentValue(configuration: Configuration) async throws -> Value
}
