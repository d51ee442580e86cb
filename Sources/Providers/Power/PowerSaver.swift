import AppIntents
import SwiftUI
import WidgetKit

/// Whether the machine saves power.
struct PowerSaverControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "power-saver", provider: Provider()) { profile in
            ControlWidgetToggle("Power saver", isOn: profile == .saver, action: SavePowerIntent()) { _ in
                Label(profile.name, systemImage: "leaf")
            }
            .tint(.green)
        }
        .description("Switches between the power-saver and the balanced profile")
    }
}

extension PowerSaverControl {
    struct Provider: ControlValueProvider {
        var previewValue: PowerProfile { .saver }
        func currentValue() async throws -> PowerProfile { try await .active() }
    }
}

/// Saves power, or goes back to the balanced profile.
struct SavePowerIntent: SetValueIntent {
    static let title: LocalizedStringResource = "Save power"

    @Parameter(title: "Power saver")
    var value: Bool

    func perform() async throws -> some IntentResult {
        try await (value ? PowerProfile.saver : .balanced).activate()
        return .result()
    }
}
