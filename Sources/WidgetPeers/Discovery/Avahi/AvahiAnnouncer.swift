import Logging
import Systemd
import WidgetCore

/// Announces this device through one run of the Avahi daemon.
struct AvahiAnnouncer {
    private let bus: Bus
    private let device: DeviceID
    private let port: UInt16
    private let logger: Logger
    private var name: String
    /// Avahi's entry group for this device's service.
    private var group: String?
    private var isPublished = false
    private var namesTried = 0

    init(bus: Bus, device: DeviceID, port: UInt16, logger: Logger) {
        self.bus = bus
        self.device = device
        self.port = port
        self.logger = logger
        name = PeerAnnouncement.name(of: device)
    }

    /// Avahi accepts services only while it is running. While it is still choosing its host name, services must be withdrawn.
    mutating func serverChanged(to state: Avahi.ServerState) async throws {
        switch state {
        case .running: if !isPublished { try await publish() }
        case .registering, .collision: try await withdraw()
        case .invalid, .failure: break
        }
    }

    mutating func groupChanged(_ signal: BusSignal) async throws {
        guard signal.path == group, let state = signal.arguments.first?.int.flatMap(Avahi.GroupState.init(rawValue:)) else { return }
        switch state {
        case .established:
            namesTried = 0
            logger.info("announced on the local network", metadata: ["name": "\(name)", "port": "\(port)"])
        case .collision:
            try await takeAnotherName()
            try await publish()
        case .failure:
            let reason = signal.arguments.dropFirst().first?.string ?? ""
            logger.info("Avahi couldn't announce this device; other devices must know its address", metadata: ["error": "\(reason)"])
        case .uncommitted, .registering: break
        }
    }

    private mutating func publish() async throws {
        let path = try await makeGroup()
        while true {
            let arguments: [BusValue] = [
                Avahi.unspecified, Avahi.unspecified, Avahi.noFlags, .string(name), .string(PeerAnnouncement.type), .string(""), .string(""), .uint16(port),
                PeerAnnouncement.text(of: device),
            ]
            do {
                _ = try await bus.call(Avahi.call(path, Avahi.entryGroup, "AddService", arguments))
                break
            } catch  where error.name == Avahi.collision {
                try await takeAnotherName()
            }
        }
        _ = try await bus.call(Avahi.call(path, Avahi.entryGroup, "Commit"))
        isPublished = true
    }

    private mutating func withdraw() async throws {
        isPublished = false
        if let group { _ = try await bus.call(Avahi.call(group, Avahi.entryGroup, "Reset")) }
    }

    /// The entry group, emptied.
    private mutating func makeGroup() async throws -> String {
        if let group {
            try await withdraw()
            return group
        }
        guard let path = try await bus.call(Avahi.call("/", Avahi.server, "EntryGroupNew")).first?.string else { throw UnexpectedAnswer(what: "entry group") }
        group = path
        return path
    }

    /// Another program, or a copy of this device, has our name. Peers know the device by its TXT record and its certificate, so any free name is fine.
    private mutating func takeAnotherName() async throws {
        namesTried += 1
        guard namesTried <= DiscoveryLimits.names else { throw UnexpectedAnswer(what: "free name after \(DiscoveryLimits.names) tries") }
        let answer = try await bus.call(Avahi.call("/", Avahi.server, "GetAlternativeServiceName", [.string(name)]))
        guard let other = answer.first?.string else { throw UnexpectedAnswer(what: "other name") }
        logger.info("the name on the local network is taken; another is announced", metadata: ["name": "\(name)", "other": "\(other)"])
        name = other
    }
}

/// How a device announces itself in DNS-SD (RFC 6763): `<id>._widgetd._tcp`, with `id=<id>` and `v=<version>` in the TXT record.
///
/// The id is the device's own, because its peers know it by that. A listener on the same network can recognize the device again, as it can by its host name,
/// which mDNS announces too. The device's name and its widgets aren't announced. `--no-announce` turns the announcement off.
enum PeerAnnouncement {
    static let type = "_widgetd._tcp"
    private static let idKey = "id="
    private static let versionKey = "v="
    /// Symbols of an id without dashes. A label of DNS has up to 63.
    private static let idSymbols = 56

    /// The instance's name. It has the device's id, so that only members' instances are resolved.
    static func name(of device: DeviceID) -> String { device.description.filter { $0 != "-" } }

    /// The device that an instance's name names. A suffix such as `#2`, from a name that was taken, is ignored.
    static func device(ofName name: String) -> DeviceID? { DeviceID(String(name.prefix(idSymbols))) }

    static func text(of device: DeviceID) -> BusValue {
        .array(of: "ay", [.bytes(Array((idKey + device.description).utf8)), .bytes(Array((versionKey + String(PeerProtocol.version)).utf8))])
    }

    /// The device that a TXT record names.
    static func device(ofText text: BusValue) -> DeviceID? {
        for entry in text.elements ?? [] {
            guard let bytes = entry.bytes, bytes.starts(with: idKey.utf8) else { continue }
            return DeviceID(String(decoding: bytes.dropFirst(idKey.utf8.count), as: UTF8.self))
        }
        return nil
    }
}
