public import Logging
public import NIOCore
import Synchronization
public import Systemd
public import WidgetCore

/// The settings of ``PeerDiscovery``.
public struct DiscoveryConfiguration: Sendable {
    /// This device.
    public var device: DeviceID
    /// The TCP port for peers, which is announced on the local network. Nil announces nothing.
    public var announcedPort: UInt16?
    /// Whether members are looked for on the local network.
    public var browses: Bool
    /// The bus that Avahi and logind are on.
    public var bus: BusAddress

    public init(device: DeviceID, announcedPort: UInt16?, browses: Bool = true, bus: BusAddress = .system) {
        self.device = device
        self.announcedPort = announcedPort
        self.browses = browses
        self.bus = bus
    }
}

/// Finds devices' addresses, and notices when a link may work that didn't before. Avahi gives addresses on the local network, the kernel reports changes of the
/// network, and logind reports the end of a sleep.
///
/// Each of them is optional. Without one the others still work, and the log says what is missing. Nothing is polled.
public final class PeerDiscovery: Sendable {
    private let configuration: DiscoveryConfiguration
    private let loop: any EventLoop
    private let logger: Logger
    private let networkChanged: Debounce
    private let network: NetworkMonitor
    private let avahi: AvahiClient
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Begins to discover.
    ///
    /// - Parameters:
    ///   - members: the devices to find; see ``setMembers(_:)``.
    ///   - loop: for timers and the kernel's messages.
    ///   - found: called with all members' addresses on the local network each time that they change. A member that isn't in it is gone. It is called from any
    ///     thread, and must be quick.
    ///   - networkChanged: called once for a burst of changes, when links may work that didn't before, or may have died. It is called on the loop, and must be
    ///     quick.
    public static func start(
        _ configuration: DiscoveryConfiguration, members: Set<DeviceID> = [], on loop: any EventLoop, logger: Logger,
        found: @escaping @Sendable ([DeviceID: [PeerAddress]]) -> Void, networkChanged: @escaping @Sendable () -> Void
    ) -> PeerDiscovery {
        let discovery = PeerDiscovery(configuration, members: members, on: loop, logger: logger, found: found, networkChanged: networkChanged)
        discovery.network.start()
        discovery.task.withLock { $0 = Task { [weak discovery] in await discovery?.serveBus() } }
        return discovery
    }

    private init(
        _ configuration: DiscoveryConfiguration, members: Set<DeviceID>, on loop: any EventLoop, logger: Logger,
        found: @escaping @Sendable ([DeviceID: [PeerAddress]]) -> Void, networkChanged: @escaping @Sendable () -> Void
    ) {
        let debounce = Debounce(on: loop, networkChanged)
        self.configuration = configuration
        self.loop = loop
        self.logger = logger
        self.networkChanged = debounce
        network = NetworkMonitor(on: loop, logger: logger) { debounce.signal() }
        avahi = AvahiClient(
            device: configuration.device, port: configuration.announcedPort, browses: configuration.browses,
            members: members.subtracting([configuration.device]),
            logger: logger, report: found)
    }

    /// Replaces the devices to find. Others are seen, but not resolved.
    public func setMembers(_ members: Set<DeviceID>) { avahi.setMembers(members.subtracting([configuration.device])) }

    /// Stops discovery. Avahi withdraws the announcement when the connection ends. `networkChanged` isn't called any more.
    public func stop() async {
        networkChanged.stop()
        network.stop()
        let task = task.withLock { $0 }
        task?.cancel()
        await task?.value
    }

    // MARK: The bus

    /// Keeps a connection to the bus, and makes a broken one again. Where there is no bus at the start, it gives up.
    private func serveBus() async {
        do throws(BusError) {
            try await Bus.keep(
                configuration.bus, sleep: { [self] in await sleep($0) }, lost: { [logger] in logger.debug("the bus is gone", metadata: ["error": "\($0)"]) },
                use: { [self] in try await use($0) })
        } catch {
            logger.info(
                "no message bus: devices aren't found on the local network, and the end of a sleep isn't noticed",
                metadata: ["bus": "\(configuration.bus)", "error": "\(error)"])
        }
    }

    private func use(_ bus: Bus) async throws {
        let networkChanged = networkChanged
        let resumes = try await SleepSignals.resumes(on: bus) { networkChanged.signal() }
        defer { resumes.cancel() }
        if configuration.announcedPort != nil || configuration.browses { try await avahi.run(on: bus) } else { await Task.untilCancelled() }
    }

    private func sleep(_ pause: Duration) async {
        let timer = loop.scheduleTask(in: TimeAmount(pause)) {}
        await withTaskCancellationHandler {
            _ = try? await timer.futureResult.get()
        } onCancel: {
            timer.cancel()
        }
    }
}

/// Turns a burst of signals into one action. It runs when no signal has come for `quiet`, and at the latest after `longest`.
final class Debounce: Sendable {
    private struct State {
        var first: NIODeadline?
        var scheduled: Scheduled<Void>?
        var isStopped = false
    }

    private let loop: any EventLoop
    private let quiet: TimeAmount
    private let longest: TimeAmount
    private let action: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameter action: called on the loop.
    init(
        on loop: any EventLoop, quiet: TimeAmount = DiscoveryLimits.quiet, longest: TimeAmount = DiscoveryLimits.longestWait,
        _ action: @escaping @Sendable () -> Void
    ) {
        self.loop = loop
        self.quiet = quiet
        self.longest = longest
        self.action = action
    }

    /// Signals that something happened. Any thread may call it.
    func signal() {
        let now = loop.now
        state.withLock { state in
            guard !state.isStopped else { return }
            let first = state.first ?? now
            state.first = first
            state.scheduled?.cancel()
            state.scheduled = loop.scheduleTask(deadline: min(now + quiet, first + longest)) { [weak self] in self?.fire() }
        }
    }

    /// The action isn't called any more.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.scheduled?.cancel()
            state.scheduled = nil
        }
    }

    private func fire() {
        let isDue = state.withLock { state in
            guard !state.isStopped, state.first != nil else { return false }
            state.first = nil
            state.scheduled = nil
            return true
        }
        if isDue { action() }
    }
}
