import WidgetProviderKit

/// Whether a chosen unit is active.
struct SystemdUnitControl: AppIntentControlValueProvider {
    static let parameters = [
        ParameterDefinition(
            name: "unit", type: .text, title: "Unit", description: "Its name, such as ssh.service; without a suffix a service's"),
        SystemdProvider.parameter,
    ]

    func previewValue(configuration: Parameters) -> SystemdUnit.State { .init(active: "active", sub: "running") }

    func currentValue(configuration: Parameters) throws -> SystemdUnit.State { try SystemdUnit(configuration).state() }
}

/// Starts or stops the unit that its control is for.
struct SetUnitIntent: AppIntent {
    init() {}
    init(parameters: Parameters) {}

    func perform(in context: IntentContext) throws {
        guard let isOn = context.value else { throw WidgetError.invalid("isOn", "must say whether to start or stop the unit") }
        try SystemdUnit(context.configuration).set(isOn)
    }
}
