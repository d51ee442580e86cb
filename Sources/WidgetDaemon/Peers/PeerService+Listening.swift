import DaemonCore
import NIOCore
import TTRPC
import WidgetCore
import WidgetPeers
import WidgetSettings

// The listener for other devices, and discovery.

extension PeerService {
    /// The addresses at which this device listens; empty: it doesn't.
    var listening: [PeerAddress] { listener?.addresses ?? [] }

    /// Starts the listener for other devices, once. A call during the start waits for it.
    func listen() async throws(WidgetError) {
        guard !isStopping else { return }
        let opening =
            self.opening
            ?? Task {
                do throws(WidgetError) {
                    try await startListening()
                    return .success(())
                } catch {
                    // The next call tries again.
                    self.opening = nil
                    return .failure(error)
                }
            }
        self.opening = opening
        try await opening.value.get()
    }

    private func startListening() async throws(WidgetError) {
        if listener == nil {
            let services = try await makeServices()
            self.services = services
            listener = try await open(services)
            logger.notice("listening for devices", metadata: ["addresses": "\(listening.map(\.description).joined(separator: ", "))"])
            discover()
        }
        try await sayPresence()
    }

    private func makeServices() async throws(WidgetError) -> PeerServices {
        let pairing = PairingService(invitations: links.invitations, links: links.endpoint.links, logger: logger) { [self] in try await admit($0) }
        do {
            return try await PeerServices(
                members: ServerConfiguration(
                    services: [mesh.service, pairing.definition], authorize: { _, _ in .allowed }, limits: Self.memberLimits, logger: logger),
                leaves: ServerConfiguration(
                    services: leafServices + [pairing.definition], authorize: { [leaves] _, _ in leaves.decision }, limits: Self.leafLimits, logger: logger),
                candidates: ServerConfiguration(
                    services: [pairing.definition, mesh.refusal], authorize: { _, _ in .allowed }, limits: PeerServices.candidateLimits, logger: logger),
                group: group)
        } catch {
            throw WidgetError(.unavailable, "devices can't be served", cause: "\(error)")
        }
    }

    /// Looks for members in the local network and announces this device.
    private func discover() {
        let port = listening.lazy.compactMap(\.port).first.flatMap { UInt16(exactly: $0) }
        let settings = DiscoveryConfiguration(device: identity.id, announcedPort: configuration.announces ? port : nil, browses: configuration.announces)
        discovery = PeerDiscovery.start(
            settings, on: group.next(), logger: logger,
            found: { [weak self] found in Task { await self?.receive(found: found) } }, networkChanged: { [weak self] in Task { await self?.networkChanged() } }
        )
    }

    private func receive(found: [DeviceID: [PeerAddress]]) {
        addresses.set(found, from: .found)
        connect()
    }

    /// The network changed, or the machine woke up: links may work now that didn't before, and this device may have other addresses.
    private func networkChanged() async {
        mesh.dialNow()
        do throws(WidgetError) {
            try await sayPresence()
        } catch {
            logger.error("this device's addresses could not be written", metadata: ["error": "\(error)"])
        }
        await upkeepIfDue()
    }

    private func open(_ services: PeerServices) async throws(WidgetError) -> PeerListener {
        let serve: @Sendable (PeerLink) throws -> Void = { try services.serve($0) }
        guard configuration.listening.isEmpty else { return try await PeerListener.start(on: configuration.listening, endpoint: links.endpoint, serve: serve) }
        // First the last port, which others know; then the usual one, which another daemon of this machine may have; then any.
        let before = presences[identity.id]?.addresses.lazy.compactMap { try? PeerAddress($0).port }.first
        for port in [before, PeerAddress.defaultPort].compactMap({ $0 }) {
            for host in ["::", "0.0.0.0"] {
                do throws(WidgetError) {
                    return try await PeerListener.start(on: [.host(host, port: port)], endpoint: links.endpoint, serve: serve)
                } catch {
                    logger.info("a port can't be had; another one is tried", metadata: ["port": "\(port)", "error": "\(error.message)"])
                }
            }
        }
        do throws(WidgetError) {
            return try await PeerListener.start(on: [.host("::", port: 0)], endpoint: links.endpoint, serve: serve)
        } catch {
            return try await PeerListener.start(on: [.host("0.0.0.0", port: 0)], endpoint: links.endpoint, serve: serve)
        }
    }

    // MARK: Settings

    private func change(_ listener: PeerListener, _ services: PeerServices, from before: PeerConfiguration) async throws(WidgetError) {
        guard configuration.listening.isEmpty else {
            let (changed, failure) = await listener.changed(to: configuration.listening)
            self.listener = changed
            if let failure { throw failure }
            return
        }
        // The port that is looked for may be the one that is open.
        await listener.close()
        do throws(WidgetError) {
            self.listener = try await open(services)
        } catch {
            let (old, _) = await listener.changed(to: [])
            self.listener = await old.changed(to: before.listening).listener
            throw error
        }
    }

    private static var memberLimits: ServerLimits {
        var limits = ServerLimits()
        limits.idleTimeout = nil
        // All devices have the uid of nobody. Their links are limited by themselves.
        limits.connectionsPerUID = 2 * PeerLimits().inboundLinks
        // A message may be a batch of changes or an image.
        limits.messageLength = limits.frameLength
        return limits
    }

    private static var leafLimits: ServerLimits {
        var limits = memberLimits
        limits.connectionsPerUID = 2 * PeerLimits().leafLinks
        limits.streamsPerUID = limits.connectionsPerUID * limits.streamsPerConnection
        return limits
    }

    /// The addresses that others should dial: those of the listener. If it listens on all addresses, they are the machine's own.
    func publishedAddresses() -> [PeerAddress] {
        var addresses: [PeerAddress] = []
        for address in listening {
            switch address {
            case .host(let host, let port) where host == "::" || host == "0.0.0.0":
                addresses += MachineAddresses.all(withIPv6: host == "::").map { .host($0, port: port) }
            default: addresses.append(address)
            }
        }
        return Array(addresses.prefix(PairingLimits.addresses))
    }
}

extension PeerService: SettingsFollower {
    nonisolated var keys: [ConfigurationKey] { [.peerListen, .announce] }

    /// Listens at other addresses, and announces them. Links stay. A device that doesn't listen yet does so at the new addresses once it has to.
    func follow(_ settings: ConfigurationSettings) async throws {
        let wanted = try PeerConfiguration(settings)
        _ = await opening?.value
        let before = configuration
        (configuration.listening, configuration.announces) = (wanted.listening, wanted.announces)
        guard !isStopping else { return }
        guard let services, let listener else {
            // A start that failed is tried again.
            do throws(WidgetError) {
                if isListener { try await listen() }
            } catch {
                (configuration.listening, configuration.announces) = (before.listening, before.announces)
                throw error
            }
            return
        }
        guard wanted.listening != before.listening || wanted.announces != before.announces else { return }
        do throws(WidgetError) {
            if wanted.listening != before.listening { try await change(listener, services, from: before) }
            // The daemon stops, and has closed the listener from before.
            if isStopping {
                await self.listener?.close()
                return
            }
        } catch {
            (configuration.listening, configuration.announces) = (before.listening, before.announces)
            throw error
        }
        logger.notice("listening for devices", metadata: ["addresses": "\(listening.map(\.description).joined(separator: ", "))"])
        await discovery?.stop()
        discover()
        connect()
        try await sayPresence()
    }
}
