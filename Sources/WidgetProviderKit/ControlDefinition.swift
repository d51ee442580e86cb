public import WidgetCore

/// A control as the daemon sees it: a kind, its value and what a tap performs.
public struct ControlDefinition {
    /// The kind, which the modifiers change.
    public var kind: ControlKind
    /// Hears of its controls' tokens; nil: it takes no pushes.
    var pushHandler: (any ControlPushHandler.Type)?
    private let preview: (Parameters) throws -> any ControlWidgetTemplate
    private let current: (Parameters) throws -> any ControlWidgetTemplate

    init(
        kind: String, parameters: [ParameterDefinition], preview: @escaping (Parameters) -> any ControlWidgetTemplate,
        current: @escaping (Parameters) throws -> any ControlWidgetTemplate
    ) {
        self.preview = preview
        self.current = current
        self.kind = ControlKind(id: kind, type: .button, symbol: "", parameters: parameters)
        let sample = preview(self.kind.effective([:]))
        self.kind.type = sample.type
        self.kind.displayName = sample.title
        self.kind.symbol = sample.value.symbol
        self.kind.tint = sample.value.tint
    }

    /// Its value, or a preview of it.
    /// - Throws: what the provider throws, and INVALID_ARGUMENT for a value over a limit or of another type than the preview's.
    func value(_ request: ControlValueRequest) throws -> ControlValue {
        try (request.isPreview ? preview : current)(request.parameters).value.validated(for: kind)
    }

    /// Performs a tap.
    /// - Throws: what the provider or the intent throws.
    func perform(_ request: ControlPerformRequest) throws {
        let context = IntentContext(
            idempotencyKey: request.idempotencyKey, widget: request.control.description, kind: request.kind, configuration: request.parameters,
            value: request.isOn)
        try current(request.parameters).action.perform(in: context)
    }
}
