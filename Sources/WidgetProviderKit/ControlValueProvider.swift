public import WidgetCore

/// Says how a control stands.
public protocol ControlValueProvider {
    associatedtype Value

    /// Something likely, for a gallery.
    var previewValue: Value { get }

    /// How it is now: asked when the control is added or reloaded, and after every action.
    func currentValue() throws -> Value
}

/// Says how a control with parameters stands.
public protocol AppIntentControlValueProvider {
    associatedtype Value

    /// Something likely, for a gallery.
    /// - Parameter configuration: every parameter of the kind that has a default.
    func previewValue(configuration: Parameters) -> Value

    /// How it is now: asked when the control is added, configured or reloaded, and after every action.
    /// - Parameter configuration: every parameter of the kind that has a value or a default.
    func currentValue(configuration: Parameters) throws -> Value
}
