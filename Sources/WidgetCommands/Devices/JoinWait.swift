import Glibc
import WidgetAPI
import WidgetCore

/// Waits until a device has joined, by the list of devices.
struct JoinWait {
    /// The ids of the members that were there before.
    private let known: Set<String>

    /// - Parameter before: the devices before the invitation, forgotten ones too.
    init(before: ProtoListDevicesResponse) {
        known = Set(before.devices.filter(Self.isMember).map(\.id))
    }

    /// The device that wasn't there before: a new one, or one that came back.
    func newcomer(in list: ProtoListDevicesResponse) -> ProtoDeviceInfo? {
        list.devices.first { Self.isMember($0) && !known.contains($0.id) }
    }

    /// Asks again and again.
    ///
    /// - Returns: who joined; nil where nobody did before `end`.
    func run(
        _ client: WidgetClient, until end: Timestamp, now: () -> Timestamp = { SystemClock.now }, pause: () -> Void = Self.pause
    ) throws(WidgetError) -> ProtoDeviceInfo? {
        while true {
            // Read before the list, so that who joins at the last moment is still seen.
            let isOver = now() >= end
            if let device = newcomer(in: try client.devices()) { return device }
            if isOver { return nil }
            pause()
        }
    }

    private static func isMember(_ device: ProtoDeviceInfo) -> Bool {
        switch device.state {
        case .self_, .connected, .offline, .evicted: true
        default: false
        }
    }

    private static func pause() { usleep(UInt32(clamping: CommandLimits.joinPause.components.attoseconds / 1_000_000_000_000)) }
}
