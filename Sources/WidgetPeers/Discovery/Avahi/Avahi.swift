import Systemd

/// Avahi's names and numbers on the bus (avahi-common/defs.h and its D-Bus introspection files).
enum Avahi {
    static let service = "org.freedesktop.Avahi"
    static let server = "org.freedesktop.Avahi.Server"
    static let entryGroup = "org.freedesktop.Avahi.EntryGroup"
    static let serviceBrowser = "org.freedesktop.Avahi.ServiceBrowser"
    static let serviceResolver = "org.freedesktop.Avahi.ServiceResolver"
    static let collision = "org.freedesktop.Avahi.CollisionError"

    /// Any interface; any protocol.
    static let unspecified = BusValue.int32(-1)
    /// IPv6's number among Avahi's protocols; IPv4's is 0.
    static let ipv6 = 1
    static let noFlags = BusValue.uint32(0)

    enum ServerState: Int {
        case invalid = 0
        case registering, running, collision, failure
    }

    enum GroupState: Int {
        case uncommitted = 0
        case registering, established, collision, failure
    }

    static func call(_ path: String, _ interface: String, _ method: String, _ arguments: [BusValue] = []) -> BusCall {
        var call = BusCall(service, path, interface, method, arguments)
        // Avahi is used where it runs; it isn't for this daemon to start it.
        call.startsService = false
        call.timeout = DiscoveryLimits.avahiTimeout
        return call
    }
}

/// An answer or a signal that isn't what Avahi's interface says.
struct UnexpectedAnswer: Error, CustomStringConvertible {
    let what: String

    var description: String { "Avahi gave no \(what)" }
}
