import WidgetProviderKit

/// Whether the machine saves power.
struct PowerSaverControl: ControlValueProvider {
    var previewValue: PowerProfile { .saver }
    func currentValue() throws -> PowerProfile { try .active() }
}

/// Saves power, or goes back to the balanced profile.
struct SavePowerIntent: AppIntent {
    init() {}
    init(parameters: Parameters) {}

    func perform(in context: IntentContext) throws {
        try (context.value == true ? PowerProfile.saver : .balanced).activate()
    }
}
