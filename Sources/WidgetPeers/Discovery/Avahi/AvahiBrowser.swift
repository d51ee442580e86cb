import Glibc
import Logging
import Systemd
import WidgetCore

/// Finds members on the local network through one run of the Avahi daemon.
struct AvahiBrowser {
    /// One service as seen on one interface in one family.
    private struct Key: Hashable {
        let interface: Int
        let family: Int
        let name: String
        let domain: String
    }

    private struct Item {
        let device: DeviceID
        var resolver: String?
        /// The name of the host that the service is on.
        var host: String?
        var address: PeerAddress?
    }

    private let bus: Bus
    private let logger: Logger
    private var members: Set<DeviceID>
    private var items: [Key: Item] = [:]
    /// Avahi's resolver objects, and the service of each.
    private var resolvers: [String: Key] = [:]

    init(bus: Bus, members: Set<DeviceID>, logger: Logger) {
        self.bus = bus
        self.members = members
        self.logger = logger
    }

    /// The members' addresses, as far as Avahi knows, in a stable order.
    var found: [DeviceID: [PeerAddress]] {
        var found: [DeviceID: Set<PeerAddress>] = [:]
        for item in items.values {
            if let address = item.address { found[item.device, default: []].insert(address) }
        }
        return found.mapValues { Array($0.sorted { $0.description < $1.description }.prefix(DiscoveryLimits.addressesPerSource)) }
    }

    func start() async throws {
        let arguments: [BusValue] = [Avahi.unspecified, Avahi.unspecified, .string(PeerAnnouncement.type), .string(""), Avahi.noFlags]
        _ = try await bus.call(Avahi.call("/", Avahi.server, "ServiceBrowserNew", arguments))
    }

    /// Resolves new members, and drops the addresses of devices that are no longer members.
    mutating func setMembers(_ new: Set<DeviceID>) async throws {
        members = new
        for (key, item) in items {
            if !new.contains(item.device) { try await release(key) } else if item.resolver == nil { try await resolve(key) }
        }
    }

    mutating func handle(_ signal: BusSignal) async throws {
        switch (signal.interface, signal.member) {
        case (Avahi.serviceBrowser, "ItemNew"): if let key = Self.key(signal.arguments) { try await appeared(key) }
        case (Avahi.serviceBrowser, "ItemRemove"): if let key = Self.key(signal.arguments) { try await disappeared(key) }
        case (Avahi.serviceBrowser, "Failure"):
            logger.info("Avahi couldn't look for other devices", metadata: ["error": "\(signal.arguments.first?.string ?? "")"])
        case (Avahi.serviceResolver, "Found"): try await resolved(signal)
        case (Avahi.serviceResolver, "Failure"):
            // The service was announced and didn't answer. It will be announced again.
            if let key = resolvers[signal.path] { try await release(key) }
        default: break
        }
    }

    private mutating func appeared(_ key: Key) async throws {
        guard items[key] == nil, let device = PeerAnnouncement.device(ofName: key.name) else { return }
        if items.count >= DiscoveryLimits.services {
            // A device that floods the network with names must not keep a member out.
            guard members.contains(device), let other = items.first(where: { !members.contains($0.value.device) })?.key else { return }
            items[other] = nil
        }
        items[key] = Item(device: device)
        if members.contains(device) { try await resolve(key) }
    }

    private mutating func disappeared(_ key: Key) async throws {
        try await release(key)
        items[key] = nil
    }

    /// Asks for the address in the family in which the service was seen. Avahi also reports changes until the resolver is freed.
    private mutating func resolve(_ key: Key) async throws {
        guard resolvers.count < DiscoveryLimits.resolvers else { return }
        let family = BusValue.int32(Int32(key.family))
        let arguments: [BusValue] = [
            .int32(Int32(key.interface)), family, .string(key.name), .string(PeerAnnouncement.type), .string(key.domain), family, Avahi.noFlags,
        ]
        guard let path = try await bus.call(Avahi.call("/", Avahi.server, "ServiceResolverNew", arguments)).first?.string else {
            throw UnexpectedAnswer(what: "resolver")
        }
        items[key]?.resolver = path
        resolvers[path] = key
    }

    private mutating func resolved(_ signal: BusSignal) async throws {
        guard let key = resolvers[signal.path], let item = items[key] else { return }
        // interface, protocol, name, type, domain, host, the address's protocol, address, port, TXT, flags
        let values = signal.arguments
        guard values.count == 11, let text = values[7].string, let port = values[8].int, (1...65_535).contains(port),
            PeerAnnouncement.device(ofText: values[9]) == item.device, let host = Self.host(text, interface: key.interface)
        else {
            items[key]?.address = nil
            return
        }
        if let known = item.host, known != values[5].string {
            // When a name moves to another host, Avahi gives the new port with the old host's address. A new resolver gives both correctly.
            try await release(key)
            return try await resolve(key)
        }
        items[key]?.host = values[5].string
        items[key]?.address = .host(host, port: port)
    }

    private mutating func release(_ key: Key) async throws {
        guard let path = items[key]?.resolver else { return }
        items[key]?.resolver = nil
        items[key]?.host = nil
        items[key]?.address = nil
        resolvers[path] = nil
        do {
            _ = try await bus.call(Avahi.call(path, Avahi.serviceResolver, "Free"))
        } catch {
            logger.debug("a resolver was gone", metadata: ["error": "\(error)"])
        }
    }

    /// interface, protocol, name, type, domain, flags; of both signals.
    private static func key(_ values: [BusValue]) -> Key? {
        guard values.count >= 5, let interface = values[0].int, let family = values[1].int, let name = values[2].string,
            values[3].string == PeerAnnouncement.type,
            let domain = values[4].string, Int32(exactly: interface) != nil, Int32(exactly: family) != nil
        else { return nil }
        return Key(interface: interface, family: family, name: name, domain: domain)
    }

    /// A numeric address. A link-local one gets the interface's name, without which nothing can be sent to it.
    static func host(_ text: String, interface: Int) -> String? {
        var v4 = in_addr()
        var v6 = in6_addr()
        if inet_pton(AF_INET, text, &v4) == 1 { return text }
        guard inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
        let (first, second) = withUnsafeBytes(of: v6) { ($0[0], $0[1]) }
        guard first == 0xFE, second & 0xC0 == 0x80 else { return text }
        guard let index = UInt32(exactly: interface) else { return nil }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(IF_NAMESIZE)) { buffer in
            if_indextoname(index, buffer.baseAddress).map { "\(text)%\(String(cString: $0))" }
        }
    }
}
