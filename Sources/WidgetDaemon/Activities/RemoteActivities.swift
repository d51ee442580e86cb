import WidgetCore
import WidgetStore

/// The activities of other devices: those in the store, and the states that their devices sent before the rows came.
struct RemoteActivities {
    private let own: DeviceID
    /// Also those of devices that aren't members any more.
    private var activities: [DeviceID: [ActivityID: StoredActivity]]
    /// The types that the other devices' providers draw.
    private var drawnTypes: [DeviceID: Set<String>]
    /// All devices of the user, this one too.
    var devices: [Device]
    /// How activities will be when their devices have written them.
    private var optimistic: [ActivityID: StoredActivity] = [:]
    /// When the next activity changes its shown state; nil: none does.
    private(set) var deadline: Timestamp?
    /// A cache of devices' ids as text.
    private var texts: [DeviceID: String] = [:]

    /// - Parameter own: this device.
    init(_ stored: StoredState, own: DeviceID) {
        self.own = own
        activities = stored.peers.mapValues(\.activities)
        drawnTypes = stored.peers.mapValues(\.drawnTypes)
        devices = stored.devices
    }

    // MARK: Devices

    /// The other members: this device shows something of them.
    var members: [DeviceID] { devices.filter { $0.isMember && $0.id != own }.map(\.id) }

    func name(of device: DeviceID) -> String { devices.first { $0.id == device }?.name ?? device.short }

    /// A device's id as text.
    mutating func text(of device: DeviceID) -> String {
        if let text = texts[device] { return text }
        let text = device.description
        texts[device] = text
        return text
    }

    /// The members that draw a type.
    func drawers(of type: String) -> [DeviceID] { members.filter { drawnTypes[$0]?.contains(type) == true } }

    /// The types that members draw.
    var types: [String] { members.flatMap { drawnTypes[$0] ?? [] } }

    mutating func update(_ changed: [DeviceID: Set<String>]) { drawnTypes.merge(changed) { _, new in new } }

    // MARK: Activities

    /// Devices that have, or had, activities.
    var owners: [DeviceID] { Array(activities.keys) }

    subscript(device: DeviceID, id: ActivityID) -> StoredActivity? { activities[device]?[id] }

    func activities(of device: DeviceID) -> [StoredActivity] { activities[device].map { Array($0.values) } ?? [] }

    func ids(of device: DeviceID) -> [ActivityID] { activities[device].map { Array($0.keys) } ?? [] }

    /// A member's activity.
    func find(_ id: ActivityID) -> (stored: StoredActivity, owner: DeviceID)? {
        members.lazy.compactMap { device in self[device, id].map { ($0, device) } }.first
    }

    /// Takes over what a device changed.
    /// - Parameter isWhole: others of the device are gone.
    mutating func apply(_ changed: [ActivityID: StoredActivity?], of device: DeviceID, isWhole: Bool) {
        if isWhole { activities[device] = [:] }
        for (id, activity) in changed { activities[device, default: [:]][id] = activity }
    }

    /// The activities of the other members, as these said last.
    var all: [Activity] { members.flatMap { activities(of: $0).map(\.activity) } }

    mutating func planDeadline(at now: Timestamp) { deadline = all.lazy.compactMap(\.remoteDeadline).filter { $0 > now }.min() }

    // MARK: Optimistic updates

    /// Whether devices have sent states of activities that they hadn't written yet.
    var isOptimistic: Bool { !optimistic.isEmpty }

    /// The state of an activity that its device sent before the row; nil: the row's state holds.
    func expected(_ id: ActivityID) -> StoredActivity? { optimistic[id] }

    /// - Parameter told: nil: its row counts again.
    mutating func expect(_ told: StoredActivity?, of id: ActivityID) { optimistic[id] = told }
}
