import Glibc
import WidgetProviderKit

// A manifest's environment may name another directory, as a container does that sees its host's.
let directory = getenv("WIDGETD_POWER_SUPPLY").map { String(cString: $0) } ?? PowerReadings.directory

ProviderMain.run(
    widgets: [
        StaticConfiguration(kind: "power", provider: PowerProvider(directory: directory)) { entry, context in
            PowerView(readings: entry.readings, family: context.family).body
        }
        .configurationDisplayName("Batteries")
        .description("How full the batteries of this machine and its devices are, and for how long")
        .supportedFamilies([.systemSmall, .systemMedium, .accessoryInline, .accessoryRectangular, .accessoryCircular])
    ],
    controls: [
        StaticControlConfiguration(kind: "power-saver", provider: PowerSaverControl()) { profile in
            ControlWidgetToggle(
                "Power saver", isOn: profile == .saver, symbol: "leaf", status: profile.name, tint: .named(.green), action: SavePowerIntent())
        }
        .description("Switches between the power-saver and the balanced profile")
    ],
    intents: [SavePowerIntent.self])
