import WidgetCore

/// A control as the daemon sees it: a kind, its value and what a tap performs.
struct ControlDefinition {
    var kind: ControlKind
    /// The intent whose parameters configure it; nil: it has none.
    let configuration: (any AppIntent.Type)?
    /// Gets the push tokens of the kind's controls; nil: the kind takes no pushes.
    var pushHandler: (any ControlPushHandler.Type)?
    private let preview: @MainActor ((any AppIntent)?) -> any ControlWidgetTemplate
    private let current: @MainActor (Parameters) async throws -> any ControlWidgetTemplate

    @MainActor init(
        kind: String, configuration: (any AppIntent.Type)? = nil,
        preview: @escaping @MainActor ((any AppIntent)?) -> any ControlWidgetTemplate,
        current: @escaping @MainActor (Parameters) async throws -> any ControlWidgetTemplate
    ) {
        self.configuration = configuration
        self.preview = preview
        self.current = current
        let sample = preview(nil)._template
        self.kind = ControlKind(id: kind, type: sample.isToggle ? .toggle : .button, symbol: sample.value.symbol)
        self.kind.displayName = sample.title
        self.kind.parameters = configuration.map(IntentReflection.definitions) ?? []
        self.kind.tint = sample.value.tint
        self.kind.actionHint = sample.hint
        self.kind.isPrivacySensitive = sample.isPrivacySensitive
        if let action = sample.action { self.kind.authentication = type(of: action).authenticationPolicy.archived }
    }

    /// Its value, or a preview of it.
    /// - Throws: what the provider throws, and INVALID_ARGUMENT for a value over a limit or of another type than the preview's.
    @MainActor func value(_ request: ControlValueRequest) async throws -> ControlValue {
        let template = request.isPreview ? preview(nil) : try await current(request.parameters)
        return try template._template.value.validated(for: kind)
    }

    /// Performs a tap.
    /// - Throws: what the provider or the intent throws.
    @MainActor func perform(_ request: ControlPerformRequest) async throws {
        guard let action = try await current(request.parameters)._template.action else { return }
        var parameters = IntentReflection.parameters(of: action)
        if let isOn = request.isOn { parameters["value"] = .boolean(isOn) }
        try await IntentReflection.perform(type(of: action), with: parameters, key: request.idempotencyKey)
    }
}

extension IntentAuthenticationPolicy {
    fileprivate var archived: ControlAuthentication {
        switch self {
        case .alwaysAllowed: .alwaysAllowed
        case .requiresAuthentication: .requiresAuthentication
        case .requiresLocalDeviceAuthentication: .requiresLocalDeviceAuthentication
        }
    }
}
