import AppIntents
import SwiftUI
import WidgetKit

/// Whether a chosen unit is active.
struct SystemdUnitControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: "systemd-unit", provider: Provider()) { value in
            ControlWidgetToggle("Unit", isOn: value.state.isOn, action: SetUnitIntent(unit: value.unit, manager: value.manager)) { _ in
                Label(value.state.text, systemImage: "gearshape")
            }
            .tint(value.state.active == "failed" ? .red : nil)
        }
        .description("Starts and stops a unit of systemd's")
        .promptsForUserConfiguration()
    }
}

extension SystemdUnitControl {
    struct Value {
        let unit: String
        let manager: ServiceManager
        let state: SystemdUnit.State
    }

    struct Provider: AppIntentControlValueProvider {
        func previewValue(configuration: UnitConfigurationIntent) -> Value {
            Value(unit: configuration.unit ?? "", manager: configuration.manager, state: .init(active: "active", sub: "running"))
        }

        func currentValue(configuration: UnitConfigurationIntent) async throws -> Value {
            let unit = try SystemdUnit(named: configuration.unit ?? "", of: configuration.manager)
            return Value(unit: unit.name, manager: unit.manager, state: try await unit.state())
        }
    }
}

/// Chooses the unit of a control.
struct UnitConfigurationIntent: ControlConfigurationIntent {
    static let title: LocalizedStringResource = "Unit"

    @Parameter(title: "Unit", description: "Its name, such as ssh.service; without a suffix a service's")
    var unit: String?

    @Parameter(title: "Service manager", description: "The machine's, or that of the person", default: .system)
    var manager: ServiceManager
}

/// Starts or stops the unit that its control is for.
struct SetUnitIntent: SetValueIntent {
    static let title: LocalizedStringResource = "Start or stop a unit"
    /// It only makes sense for the unit that its control was made for.
    static let isDiscoverable = false
    static let authenticationPolicy: IntentAuthenticationPolicy = .requiresAuthentication

    @Parameter(title: "Unit")
    var unit: String

    @Parameter(title: "Service manager")
    var manager: ServiceManager

    @Parameter(title: "Active")
    var value: Bool

    init() {}

    init(unit: String, manager: ServiceManager) {
        self.unit = unit
        self.manager = manager
    }

    func perform() async throws -> some IntentResult {
        try await SystemdUnit(named: unit, of: manager).set(value)
        return .result()
    }
}
