import WidgetCore
import WidgetReplication

/// How long ago each hub renewed its lease: the presence that it writes again and again while it runs.
///
/// A hub whose lease has run out is gone, and another one gives its widgets, as far as their kinds say after how long (``Kind/takeoverSeconds``). All devices
/// compare with the same presences. So they agree without asking each other, but for their clocks.
struct ProviderLeases {
    private let me: DeviceID
    private var renewedAt: [DeviceID: Timestamp] = [:]
    /// When they were looked at last. The givers of widgets change only then.
    private var date = Timestamp(milliseconds: 0)

    init(me: DeviceID) { self.me = me }

    /// Takes the latest presences.
    mutating func update(_ presences: [DeviceID: Presence], at date: Timestamp) {
        renewedAt = presences.filter(\.value.isHub).mapValues(\.at)
        self.date = date
    }

    /// The hubs that may give a widget in another one's place: those whose leases haven't run out.
    /// - Parameter seconds: after how long a lease runs out.
    func hubs(within seconds: Int) -> Set<DeviceID> { Set(renewedAt.keys.filter { !hasRunOut($0, after: seconds) }) }

    /// Whether a device is a hub that is gone.
    func hasRunOut(_ device: DeviceID, after seconds: Int) -> Bool {
        guard device != me, let renewed = renewedAt[device] else { return false }
        return date - renewed >= Milliseconds.seconds(Int64(seconds))
    }
}
