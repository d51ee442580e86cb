import WidgetCore
import WidgetStore

/// The controls and kinds of other devices, as the store has them.
struct RemoteControls {
    private let own: DeviceID
    /// Also those of devices that aren't members any more.
    private var controls: [DeviceID: [ControlID: StoredControl]]
    private var kinds: [DeviceID: [String: ControlKind]]
    /// All devices of the user, this one too.
    var devices: [Device]

    /// - Parameter own: this device.
    init(_ stored: StoredState, own: DeviceID) {
        self.own = own
        controls = stored.peers.mapValues(\.controls)
        kinds = stored.peers.mapValues { Self.byID($0.controlKinds) }
        devices = stored.devices
    }

    /// The other members.
    var members: [DeviceID] { devices.filter { $0.isMember && $0.id != own }.map(\.id) }

    func isMember(_ device: DeviceID) -> Bool { devices.contains { $0.id == device && $0.isMember } }

    func name(of device: DeviceID) -> String { devices.first { $0.id == device }?.name ?? device.short }

    // MARK: Controls

    /// Devices that have, or had, controls.
    var owners: [DeviceID] { Array(controls.keys) }

    subscript(device: DeviceID, id: ControlID) -> StoredControl? { controls[device]?[id] }

    func controls(of device: DeviceID) -> [StoredControl] { controls[device].map { Array($0.values) } ?? [] }

    /// In their order.
    func ids(of device: DeviceID) -> [ControlID] { (controls[device] ?? [:]).keys.sorted() }

    /// A member's control.
    func find(_ id: ControlID) -> (stored: StoredControl, owner: DeviceID)? {
        members.lazy.compactMap { device in self[device, id].map { ($0, device) } }.first
    }

    /// - Parameter isWhole: others of the device are gone.
    /// - Returns: the controls that came, changed or went.
    mutating func apply(_ changed: [ControlID: StoredControl?], of device: DeviceID, isWhole: Bool) -> Set<ControlID> {
        var ids = Set(changed.keys)
        if isWhole { ids.formUnion(controls.updateValue([:], forKey: device)?.keys.map(\.self) ?? []) }
        for (id, control) in changed { controls[device, default: [:]][id] = control }
        return ids
    }

    // MARK: Kinds

    func kind(_ id: String, of device: DeviceID) -> ControlKind? { kinds[device]?[id] }

    /// In the order of their ids.
    func kinds(of device: DeviceID) -> [ControlKind] { (kinds[device] ?? [:]).values.sorted { $0.id < $1.id } }

    mutating func update(_ changed: [StoredControlKind], of device: DeviceID) { kinds[device] = Self.byID(changed) }

    private static func byID(_ kinds: [StoredControlKind]) -> [String: ControlKind] {
        Dictionary(kinds.map { ($0.kind.id, $0.kind) }) { first, _ in first }
    }
}
