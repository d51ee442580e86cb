import Systemd
import WidgetCore

/// A unit that a user has chosen.
struct SystemdUnit {
    struct State: Hashable {
        /// `active`, `inactive`, `failed` and so on.
        var active: String
        /// The state in the words of the unit's type, such as `running`.
        var sub: String

        var isOn: Bool { active == "active" || active == "reloading" }
        var text: String { "\(active) (\(sub))" }
    }

    /// How long a start or stop is waited for; the daemon waits 30 seconds for all of it.
    static let patience = Duration.seconds(25)
    static let interface = "org.freedesktop.systemd1.Unit"

    var name: String
    var manager: ServiceManager

    /// - Throws: INVALID_ARGUMENT where no unit is named.
    init(named text: String, of manager: ServiceManager) throws(WidgetError) {
        guard !text.isEmpty else { throw .invalid("unit", "must name a unit, such as ssh.service") }
        // As systemctl has it.
        name = text.contains(".") ? text : text + ".service"
        self.manager = manager
    }

    /// How it stands.
    /// - Throws: NOT_FOUND for a unit that there isn't.
    func state() async throws(WidgetError) -> State {
        let properties = try await asking { bus throws(BusError) -> [String: BusValue] in
            // A unit that nobody uses isn't loaded, and has no object before it is.
            guard let path = try await bus.call(Self.call("LoadUnit", [.string(name)])).first?.string else { return [:] }
            let call = BusCall(SystemdReadings.service, path, "org.freedesktop.DBus.Properties", "GetAll", [.string(Self.interface)])
            return try await bus.call(call).first?.dictionary ?? [:]
        }
        guard properties["LoadState"]?.string != "not-found" else {
            throw WidgetError(.notFound, "\(manager.bus) has no unit \(name); `systemctl list-unit-files` lists them")
        }
        guard let active = properties["ActiveState"]?.string, let sub = properties["SubState"]?.string else {
            throw WidgetError(.unavailable, "systemd gave no state of \(name)")
        }
        return State(active: active, sub: sub)
    }

    /// Starts or stops it, and what it needs or needs it, and waits until that is done.
    /// - Throws: PERMISSION_DENIED with systemd's or polkit's reason; what became of the job otherwise.
    func set(_ isOn: Bool) async throws(WidgetError) {
        let verb = isOn ? "start" : "stop"
        switch try await asking({ bus throws(BusError) in try await Self.run(isOn ? "StartUnit" : "StopUnit", name, on: bus) }) {
        case "done", "skipped": break
        case nil: throw WidgetError(.deadlineExceeded, "\(name): the \(verb) isn't done after \(Self.patience); it goes on")
        case let result?: throw WidgetError(.aborted, "\(name): the \(verb) ended as \"\(result)\"; its journal says why")
        }
    }

    /// - Returns: the job's result; nil: it isn't there yet.
    private static func run(_ method: String, _ name: String, on bus: Bus) async throws(BusError) -> String? {
        let (ends, told) = AsyncStream.makeStream(of: (job: String, result: String).self)
        let match = BusMatch(
            sender: SystemdReadings.service, path: SystemdReadings.path, interface: SystemdReadings.manager, member: "JobRemoved")
        let subscription = try await bus.subscribe(to: match) { signal in
            // Its number, its path, the unit and the result.
            guard signal.arguments.count > 3, let job = signal.arguments[1].string, let result = signal.arguments[3].string else { return }
            told.yield((job, result))
        }
        defer { subscription.cancel() }
        _ = try await bus.call(call("Subscribe"))
        let job = try await bus.call(call(method, [.string(name), .string("replace")])).first?.string
        let limit = Task {
            try? await Task.sleep(for: patience)
            told.finish()
        }
        defer { limit.cancel() }
        for await end in ends where end.job == job { return end.result }
        return nil
    }

    private static func call(_ method: String, _ arguments: [BusValue] = []) -> BusCall {
        BusCall(SystemdReadings.service, SystemdReadings.path, SystemdReadings.manager, method, arguments)
    }

    private func asking<Value>(_ work: (Bus) async throws(BusError) -> Value) async throws(WidgetError) -> Value {
        do throws(BusError) {
            let bus = try Bus(manager.bus)
            defer { bus.close() }
            return try await work(bus)
        } catch {
            let isRefusal = ["AccessDenied", "InteractiveAuthorizationRequired"].contains { error.name == "org.freedesktop.DBus.Error." + $0 }
            guard !isRefusal else { throw WidgetError(.permissionDenied, "\(name): systemd refused on \(manager.bus): \(error)") }
            throw WidgetError(.unavailable, "\(name): the call to systemd on \(manager.bus) failed: \(error)")
        }
    }
}
