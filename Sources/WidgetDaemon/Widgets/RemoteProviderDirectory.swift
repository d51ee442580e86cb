import DaemonCore
import WidgetCore
import WidgetStore

/// The kinds and timelines of other devices, as the store has them, and the devices themselves.
struct RemoteProviderDirectory {
    let me: DeviceID
    /// This device's id as text. Each snapshot of a widget has it, and it takes a microsecond to make.
    private let myText: String
    var devices: [Device] = [] {
        didSet { indexKinds() }
    }
    private(set) var placedOn: [WidgetID: DeviceID] = [:]
    private var kinds: [DeviceID: [String: Kind]] = [:] {
        didSet { indexKinds() }
    }
    /// The other devices that provide a kind.
    private var providingDevices: [String: Set<DeviceID>] = [:]
    /// The kinds that members provide. If several provide one, it is that of the device that joined first.
    private(set) var memberKinds: [String: Kind] = [:]
    /// The kinds that any device gives, or gave. A widget keeps its name and its settings while nobody gives its kind.
    private(set) var knownKinds: [String: Kind] = [:]
    private(set) var timelines: [DeviceID: [WidgetID: Timeline]] = [:]
    /// The reasons why devices provide no newer timelines.
    private var failures: [DeviceID: [WidgetID: TimelineFailure]] = [:]
    /// Timelines that wait for their archives.
    var waiting: [WidgetID: Timeline] = [:]
    /// Archives that are about to be fetched, by the device that provides them.
    private var wanted: [DeviceID: WantedArchives] = [:]

    /// The leases of hubs, which decide who gives the widgets of one that is gone.
    var leases: ProviderLeases

    init(me: DeviceID) {
        self.me = me
        myText = me.description
        leases = ProviderLeases(me: me)
    }

    init(me: DeviceID, _ stored: StoredState) {
        self.init(me: me)
        devices = stored.devices
        placedOn = stored.placedOn
        for (device, state) in stored.peers {
            setKinds(state.kinds, of: device)
            timelines[device] = state.timelines
            failures[device] = state.failures
        }
    }

    mutating func place(_ widget: WidgetID, on device: DeviceID?) { placedOn[widget] = device }

    mutating func forget(_ widget: WidgetID) {
        placedOn[widget] = nil
        waiting[widget] = nil
    }

    /// Adds archives to those that are to be fetched from a device.
    /// - Parameter isNew: they are wanted for the first time.
    /// - Returns: true: they are the first ones, and the caller must arrange a call of ``takeWanted()``.
    mutating func want(_ digests: [ContentDigest], from device: DeviceID, isNew: Bool) -> Bool {
        let isFirst = wanted.isEmpty
        wanted[device, default: WantedArchives()].digests.formUnion(digests)
        if isNew { wanted[device]?.new.formUnion(digests) }
        return isFirst
    }

    /// Takes all archives that are to be fetched.
    mutating func takeWanted() -> [DeviceID: WantedArchives] {
        defer { wanted = [:] }
        return wanted
    }

    mutating func setKinds(_ stored: [StoredKind], of device: DeviceID) {
        kinds[device] = Dictionary(stored.filter { !$0.isWithdrawn }.map { ($0.kind.id, $0.kind) }) { first, _ in first }
        for kind in stored { knownKinds[kind.kind.id] = kind.kind }
    }

    mutating func setTimelines(_ changed: [WidgetID: Timeline?], failing: [WidgetID: TimelineFailure?], of device: DeviceID, isWhole: Bool) {
        if isWhole { (timelines[device], failures[device]) = ([:], [:]) }
        for (widget, timeline) in changed { timelines[device, default: [:]][widget] = timeline }
        for (widget, failure) in failing { failures[device, default: [:]][widget] = failure }
    }

    /// The reason why a device provides no newer timeline of a widget; nil: its provider doesn't fail.
    func failure(of widget: WidgetID, on device: DeviceID) -> TimelineFailure? { failures[device]?[widget] }

    /// The device that provides a widget's timelines; nil: none does.
    /// - Parameter takeover: after how many seconds another hub takes a hub's place; 0: never.
    func providingDevice(of widget: Widget, isProvidedHere: Bool, takeover: Int) -> DeviceID? {
        // The usual kind is given here alone.
        guard var providingDevices = providingDevices[widget.kind] else { return isProvidedHere ? me : nil }
        if isProvidedHere { providingDevices.insert(me) }
        let placed = placedOn[widget.id]
        guard takeover > 0 else { return ProviderChoice.device(placedOn: placed, providingDevices: providingDevices, among: devices) }
        let hubs = leases.hubs(within: takeover)
        return ProviderChoice.device(
            placedOn: placed, providingDevices: providingDevices, among: devices, isGone: { leases.hasRunOut($0, after: takeover) },
            isTaker: { hubs.contains($0) })
    }

    /// The other devices that provide a kind.
    func devices(providingKind kind: String) -> Set<DeviceID> { providingDevices[kind] ?? [] }

    /// Computes these at each change, since they are read for each widget.
    private mutating func indexKinds() {
        (providingDevices, memberKinds) = ([:], [:])
        for (device, kinds) in kinds where device != me {
            for kind in kinds.keys { providingDevices[kind, default: []].insert(device) }
        }
        for device in devices.filter({ $0.isMember && $0.id != me }).sorted(by: { ($0.addedAt, $0.id) < ($1.addedAt, $1.id) }) {
            memberKinds.merge(kinds[device.id] ?? [:]) { first, _ in first }
        }
    }

    func text(of device: DeviceID) -> String { device == me ? myText : device.description }

    func name(of device: DeviceID) -> String { devices.first { $0.id == device }?.name ?? device.short }
}
