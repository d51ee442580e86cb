import Synchronization
import WidgetCore

/// This device's surfaces. A write to the store reads them when it is made, so that neither of two changes is lost.
final class SurfaceRecords: Sendable {
    private let state: Mutex<[String: SurfaceRecord]>

    init(_ stored: [SurfaceRecord]) {
        // Nobody is connected to a daemon that starts.
        state = Mutex(
            Dictionary(
                stored.map { record in
                    var record = record
                    record.isConnected = false
                    return (record.registration.name, record)
                }, uniquingKeysWith: { first, _ in first }))
    }

    subscript(name: String) -> SurfaceRecord? {
        get { state.withLock { $0[name] } }
        set { state.withLock { $0[name] = newValue } }
    }

    /// In the order of their names.
    var all: [SurfaceRecord] { state.withLock { $0.values.sorted { $0.registration.name < $1.registration.name } } }
}

/// The surfaces of other devices, as the store has them.
struct RemoteSurfaces {
    private let own: DeviceID
    /// Also those of devices that aren't members any more.
    private var surfaces: [DeviceID: [SurfaceRecord]]
    /// All devices of the user, this one too.
    var devices: [Device]

    /// - Parameter own: this device.
    init(_ surfaces: [DeviceID: [SurfaceRecord]], devices: [Device], own: DeviceID) {
        self.own = own
        self.devices = devices
        self.surfaces = surfaces.filter { $0.key != own }
    }

    /// The other members, in the order of their names.
    var members: [Device] { devices.filter { $0.isMember && $0.id != own }.sorted { ($0.name, $0.id) < ($1.name, $1.id) } }

    func name(of device: DeviceID) -> String { devices.first { $0.id == device }?.name ?? device.short }

    /// In the order of their names.
    subscript(device: DeviceID) -> [SurfaceRecord] {
        get { surfaces[device] ?? [] }
        set { surfaces[device] = newValue.sorted { $0.registration.name < $1.registration.name } }
    }

    // MARK: Naming

    /// The surfaces that a user means by `NAME` or `DEVICE/NAME`.
    /// - Parameter ownNames: this device's.
    func find(_ text: String, ownNames: [String]) -> [(device: DeviceID, name: String)] {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.last ?? "")
        let device = parts.count == 2 ? String(parts[0]) : nil
        let meant = devices.filter { one in one.isMember && (device.map { one.name == $0 || one.id.begins(with: $0) } ?? true) }
        return meant.flatMap { device in
            let names = device.id == own ? ownNames : self[device.id].map(\.registration.name)
            return names.contains(name) ? [(device.id, name)] : []
        }
    }

    /// The surface that a user means.
    /// - Throws: NOT_FOUND with the nearest name, INVALID_ARGUMENT for a name that several devices have.
    func one(_ text: String, ownNames: [String]) throws(WidgetError) -> (device: DeviceID, name: String) {
        let found = find(text, ownNames: ownNames)
        guard let first = found.first else { throw unknown(text, ownNames: ownNames) }
        guard found.count == 1 else {
            let names = found.map { "\(name(of: $0.device))/\($0.name)" }
            throw .invalid("surface", "\(text.cut(toBytes: 64).quoted) is on \(found.count) devices; say \(names.joined(separator: " or "))")
        }
        return first
    }

    func unknown(_ text: String, ownNames: [String]) -> WidgetError {
        let names = ownNames + members.flatMap { self[$0.id].map(\.registration.name) }
        let advice = Suggestion.advice(for: text, among: names, verb: "there are", source: "widgetctl surface list")
        return WidgetError(.notFound, "surface: there is no \(text.cut(toBytes: 64).quoted)\(advice)")
    }
}
