import DaemonCore
import Synchronization
import WidgetSettings

/// Pixels per point of the surfaces, as the settings say now. Any thread may ask.
final class DisplayScale: SettingsFollower {
    let keys = [ConfigurationKey.displayScale]
    private let value: Mutex<Double>

    /// - Parameter value: in ``Limits/displayScale``.
    init(_ value: Double) { self.value = Mutex(value) }

    var current: Double { value.withLock { $0 } }

    func follow(_ settings: ConfigurationSettings) { value.withLock { $0 = settings.number(.displayScale) } }
}
