import Systemd
import WidgetCore

/// A unit that a user has chosen.
struct SystemdUnit {
    struct State: Hashable {
        /// `active`, `inactive`, `failed` and so on.
        var active: String
        /// The state of the unit's type, such as `running`.
        var sub: String

        var isOn: Bool { active == "active" || active == "reloading" }
        var text: String { "\(active) (\(sub))" }
    }

    /// How long to wait for a start or stop. The daemon waits 30 seconds for the whole action.
    static let patience = Duration.seconds(25)
    static let interface = "org.freedesktop.systemd1.Unit"

    var name: String
    var manager: ServiceManager

    /// - Throws: INVALID_ARGUMENT where no unit is named.
    init(named text: String, of manager: ServiceManager) throws(WidgetError) {
        guard !text.isEmpty else { throw .invalid("unit", "must name a unit, such as ssh.service") }
        // Like systemctl, it takes a name without a suffix as a service's.
        name = text.contains(".") ? text : text + ".service"
        self.manager = manager
    }

    /// The unit's state.
    /// - Throws: NOT_FOUND for a unit that doesn't exist; PERMISSION_DENIED or UNAVAILABLE where systemd doesn't answer.
    func state() async throws(WidgetError) -> State {
        let properties = try await asking { bus throws(BusError) -> [String: BusValue] in
            // A unit that isn't in use isn't loaded, and has no object until it is loaded.
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

    /// Starts or stops the unit, with its dependencies, and waits until that is done.
    /// - Throws: PERMISSION_DENIED with systemd's or polkit's reason; UNAVAILABLE where systemd doesn't answer; DEADLINE_EXCEEDED where the job isn't done in
    ///   time; ABORTED with the job's result.
    func set(_ isOn: Bool) async throws(WidgetError) {
        let verb = isOn ? "start" : "stop"
        switch try await asking({ bus throws(BusError) in try await Self.run(isOn ? "StartUnit" : "StopUnit", name, on: bus) }) {
        case "done", "skipped": break
        case nil: throw WidgetError(.deadlineExceeded, "\(name): the \(verb) isn't done after \(Self.patience); it goes on")
        case let result?: throw WidgetError(.aborted, "\(name): the \(verb) ended as \"\(result)\"; its journal says why")
        }
    }

    /// - Returns: the job's result. Nil where the job isn't done in time.
    private static func run(_ method: String, _ name: String, on bus: Bus) async throws(BusError) -> String? {
        let (ends, told) = AsyncStream.makeStream(of: (job: String, result: String).self)
        let match = BusMatch(
            sender: SystemdReadings.service, path: SystemdReadings.path, interface: SystemdReadings.manager, member: "JobRemoved")
        let subscription = try await bus.subscribe(to: match) { signal in
            // The signal has the job's number, its path, the unit and the result.
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
