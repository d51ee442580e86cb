import Logging
import Synchronization
import Systemd
import WidgetCore

/// Announces this device on the local network and finds members there, through Avahi's D-Bus interface. It waits while Avahi doesn't run, and begins again
/// after Avahi has restarted.
final class AvahiClient: Sendable {
    private enum Event: Sendable {
        case owner(String?)
        case signal(BusSignal)
        case members
    }

    private struct State {
        var members: Set<DeviceID>
        var events: AsyncStream<Event>.Continuation?
        var found: [DeviceID: [PeerAddress]] = [:]
    }

    private let device: DeviceID
    private let port: UInt16?
    private let browses: Bool
    private let logger: Logger
    private let report: @Sendable ([DeviceID: [PeerAddress]]) -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - port: the port to announce. Nil announces nothing.
    ///   - report: called with the members' addresses each time that they change.
    init(
        device: DeviceID, port: UInt16?, browses: Bool, members: Set<DeviceID>, logger: Logger, report: @escaping @Sendable ([DeviceID: [PeerAddress]]) -> Void
    ) {
        self.device = device
        self.port = port
        self.browses = browses
        self.logger = logger
        self.report = report
        state = Mutex(State(members: members))
    }

    func setMembers(_ members: Set<DeviceID>) {
        state.withLock { state in
            state.members = members
            return state.events
        }?.yield(.members)
    }

    /// Runs until the task is cancelled, as it is when the connection ends.
    func run(on bus: Bus) async throws {
        let (stream, events) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingOldest(DiscoveryLimits.signals))
        state.withLock { $0.events = events }
        defer {
            state.withLock { $0.events = nil }
            publish([:])
        }
        let take: @Sendable (Event) -> Void = { event in
            // A lost signal would leave the addresses wrong for ever. So everything begins again.
            if case .dropped = events.yield(event) { events.finish() }
        }
        let signals = try await bus.subscribe(to: BusMatch(sender: Avahi.service)) { take(.signal($0)) }
        let owners = try await bus.watchOwner(of: Avahi.service) { take(.owner($0)) }

        var session: Session?
        for await event in stream {
            do {
                switch event {
                case .owner(let owner):
                    guard owner != session?.owner else { continue }
                    session = nil
                    publish([:])
                    guard let owner else { continue }
                    session = Session(owner: owner, announcer: announcer(on: bus), browser: browser(on: bus))
                    try await session?.begin(on: bus)
                case .signal(let signal): try await session?.handle(signal)
                case .members: try await session?.browser?.setMembers(state.withLock { $0.members })
                }
            } catch let error as BusError where error.isServiceAbsent {
                logger.debug("Avahi went away", metadata: ["error": "\(error)"])
            } catch {
                logger.info("Avahi refused; devices may not find each other on the local network", metadata: ["error": "\(error)"])
            }
            publish(session?.browser?.found ?? [:])
        }
        owners.cancel()
        signals.cancel()
    }

    private func announcer(on bus: Bus) -> AvahiAnnouncer? { port.map { AvahiAnnouncer(bus: bus, device: device, port: $0, logger: logger) } }

    private func browser(on bus: Bus) -> AvahiBrowser? {
        browses ? AvahiBrowser(bus: bus, members: state.withLock { $0.members }, logger: logger) : nil
    }

    private func publish(_ found: [DeviceID: [PeerAddress]]) {
        let isNew = state.withLock { state in
            guard state.found != found else { return false }
            state.found = found
            return true
        }
        if isNew { report(found) }
    }
}

/// One run of the Avahi daemon.
private struct Session {
    /// Avahi's unique name. Signals of others are ignored, because any program on the bus may send any signal.
    let owner: String
    var announcer: AvahiAnnouncer?
    var browser: AvahiBrowser?

    init(owner: String, announcer: AvahiAnnouncer?, browser: AvahiBrowser?) {
        self.owner = owner
        self.announcer = announcer
        self.browser = browser
    }

    mutating func begin(on bus: Bus) async throws {
        // Browsing begins first, so that a device that may not announce can still find others.
        try await browser?.start()
        guard announcer != nil else { return }
        let answer = try await bus.call(Avahi.call("/", Avahi.server, "GetState"))
        guard let state = answer.first?.int.flatMap(Avahi.ServerState.init(rawValue:)) else { throw UnexpectedAnswer(what: "state") }
        try await announcer?.serverChanged(to: state)
    }

    mutating func handle(_ signal: BusSignal) async throws {
        guard signal.sender == owner else { return }
        switch (signal.interface, signal.member) {
        case (Avahi.server, "StateChanged"):
            if let state = signal.arguments.first?.int.flatMap(Avahi.ServerState.init(rawValue:)) { try await announcer?.serverChanged(to: state) }
        case (Avahi.entryGroup, "StateChanged"): try await announcer?.groupChanged(signal)
        default: try await browser?.handle(signal)
        }
    }
}

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
        // Avahi is used where it runs, but this daemon doesn't start it.
        call.startsService = false
        call.timeout = DiscoveryLimits.avahiTimeout
        return call
    }
}

/// An answer or signal that doesn't follow Avahi's interface.
struct UnexpectedAnswer: Error, CustomStringConvertible {
    let what: String

    var description: String { "Avahi gave no \(what)" }
}
