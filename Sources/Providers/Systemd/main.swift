import WidgetProviderKit

ProviderMain.run(
    widgets: [
        AppIntentConfiguration(kind: "systemd", parameters: [SystemdProvider.parameter], provider: SystemdProvider()) { entry, context in
            SystemdView(entry: entry, family: context.family).body
        }
        .configurationDisplayName("Services")
        .description("Units that failed, and what systemd is doing just now")
        .supportedFamilies([.systemSmall, .systemMedium, .systemLarge, .accessoryInline, .accessoryRectangular, .accessoryCircular])
    ],
    controls: [
        AppIntentControlConfiguration(kind: "systemd-unit", parameters: SystemdUnitControl.parameters, provider: SystemdUnitControl()) { state in
            ControlWidgetToggle(
                "Unit", isOn: state.isOn, symbol: "gearshape", status: state.text, tint: state.active == "failed" ? .named(.red) : nil,
                action: SetUnitIntent())
        }
        .description("Starts and stops a unit of systemd's")
        .authenticationPolicy(.requiresAuthentication)
        .promptsForUserConfiguration()
    ],
    intents: [SetUnitIntent.self])
