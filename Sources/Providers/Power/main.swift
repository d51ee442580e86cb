import Glibc
import WidgetProviderKit

// A manifest's environment may name another directory, as a container does that sees its host's.
let directory = getenv("WIDGETD_POWER_SUPPLY").map { String(cString: $0) } ?? PowerReadings.directory

ProviderMain.run(widgets: [
    StaticConfiguration(kind: "power", provider: PowerProvider(directory: directory)) { entry, context in
        PowerView(readings: entry.readings, family: context.family).body
    }
    .configurationDisplayName("Batteries")
    .description("How full the batteries of this machine and its devices are, and for how long")
    .supportedFamilies([.systemSmall, .systemMedium, .accessoryInline, .accessoryRectangular, .accessoryCircular])
])
