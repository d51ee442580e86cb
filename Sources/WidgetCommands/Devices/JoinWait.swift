import Glibc
import WidgetAPI
import WidgetCore

/// Waits until a device has joined, by the list of devices.
struct JoinWait {
    /// The members that were there before, and when each last used an invitation.
    private let known: [String: Timestamp?]

    /// - Parameter before: the devices before the invitation, forgotten ones too.
    init(before: ProtoListDevicesResponse) {
        known = Dictionary(before.devices.filter(Self.isMember).map { ($0.id, Self.joined($0)) }) { first, _ in first }
    }

    /// The device that wasn't there before: a new one, or one that came back; or a member that has used an invitation since.
    func newcomer(in list: ProtoListDevicesResponse) -> ProtoDeviceInfo? {
        list.devices.first { device in
            guard Self.isMember(device) else { return false }
            guard let before = known[device.id] else { return true }
            return Self.joined(device) != before
        }
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

    private static func joined(_ device: ProtoDeviceInfo) -> Timestamp? { device.hasJoinedAt ? device.joinedAt.timestamp : nil }

    private static func isMember(_ device: ProtoDeviceInfo) -> Bool {
        switch device.state {
        case .self_, .connected, .offline, .evicted: true
        default: false
        }
    }

    private static func pause() { usleep(UInt32(clamping: CommandLimits.joinPause.components.attoseconds / 1_000_000_000_000)) }
}
