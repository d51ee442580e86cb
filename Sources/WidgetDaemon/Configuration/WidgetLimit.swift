import DaemonCore
import Synchronization
import WidgetSettings

/// Widgets that can be placed, as the settings say now. Any thread may ask. Widgets beyond it stay.
final class WidgetLimit: SettingsFollower {
    let keys = [ConfigurationKey.widgetLimit]
    private let value: Mutex<Int>

    init(_ settings: ConfigurationSettings) { value = Mutex(settings.integer(.widgetLimit)) }

    var current: Int { value.withLock { $0 } }

    func follow(_ settings: ConfigurationSettings) { value.withLock { $0 = settings.integer(.widgetLimit) } }
}
