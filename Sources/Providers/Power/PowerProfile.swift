import Systemd
import WidgetCore

/// The machine's power profile in power-profiles-daemon.
struct PowerProfile: Hashable {
    static let service = "net.hadess.PowerProfiles"
    static let path = "/net/hadess/PowerProfiles"
    static let saver = PowerProfile(name: "power-saver")
    static let balanced = PowerProfile(name: "balanced")

    /// The daemon's name for the profile: `power-saver`, `balanced` or `performance`.
    var name: String

    /// Asks which one is active.
    /// - Throws: UNAVAILABLE where there is no system bus, or no such service on it.
    static func active() async throws(WidgetError) -> PowerProfile {
        var call = BusCall.property("ActiveProfile", of: service, at: path, of: service)
        call.startsService = true
        guard let name = try await answer(to: call).first?.string else { throw WidgetError(.unavailable, "power-profiles-daemon names no active profile") }
        return PowerProfile(name: name)
    }

    /// Makes this one active.
    /// - Throws: UNAVAILABLE, as ``active()``, and also where the user isn't allowed to.
    func activate() async throws(WidgetError) {
        var call = BusCall(
            Self.service, Self.path, "org.freedesktop.DBus.Properties", "Set",
            [.string(Self.service), .string("ActiveProfile"), .variant(.string(name))])
        call.startsService = true
        _ = try await Self.answer(to: call)
    }

    private static func answer(to call: BusCall) async throws(WidgetError) -> [BusValue] {
        do throws(BusError) {
            let bus = try Bus(.system)
            defer { bus.close() }
            return try await bus.call(call)
        } catch {
            if error.isServiceAbsent { throw WidgetError(.unavailable, "power-profiles-daemon isn't on the system bus; install and start it") }
            throw WidgetError(.unavailable, "the call to power-profiles-daemon failed: \(error)")
        }
    }
}
