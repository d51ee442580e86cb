import Linux
public import Logging
import NIOCore
import SwiftProtobuf
import Synchronization
public import TTRPC
import TTRPCWire
import WidgetAPI
public import WidgetCore

/// Keeps a leaf's link to one of its hubs, and to another when that is gone. Each leaf tries them in an order of its own, so that leaves spread over hubs.
public final class HubLink: Sendable {
    /// A hub that is linked.
    public struct Connection: Sendable {
        public let hub: PairedDevice
        public let client: TTRPCClient
    }

    /// Follows the link. The methods are called one after another.
    public protocol Observer: Sendable {
        /// The hub has let this device in.
        func connected(_ connection: Connection) async
        /// The link broke, or no hub could be reached, and why. PERMISSION_DENIED where a hub refuses this device.
        func disconnected(_ error: WidgetError) async
        /// The hubs have changed, or their addresses.
        func hubsChanged(_ hubs: [PairedDevice]) async
    }

    private struct Target: Hashable {
        let device: DeviceID
        let address: PeerAddress
    }

    private struct State {
        var hubs: [PairedDevice]
        var plan = DialPlan<Target>(longestPause: MeshLimits.longestLeafPause)
        var connection: Connection?
        /// The uptime at which the last link ended.
        var lostAt: Int64?
        var random = SystemRandomNumberGenerator()
    }

    private let state: Mutex<State>
    private let dialer: PeerDialer
    private let id: DeviceID
    private let clock: any Clock<Duration>
    private let logger: Logger

    /// - Parameters:
    ///   - hubs: in any order.
    ///   - endpoint: trusts the hubs as members.
    public init(hubs: [PairedDevice], endpoint: PeerEndpoint, clock: any Clock<Duration>, logger: Logger) {
        dialer = PeerDialer(endpoint: endpoint)
        id = endpoint.identity.id
        self.clock = clock
        self.logger = logger
        state = Mutex(State(hubs: hubs))
        plan(hubs)
    }

    /// The hub that is linked now. Nil: none is.
    public var connection: Connection? { state.withLock { $0.connection } }

    public var hubs: [PairedDevice] { state.withLock { $0.hubs } }

    /// The milliseconds since the last link ended. Nil: there was none, or there is one.
    public var lostFor: Int64? { state.withLock { state in state.connection == nil ? state.lostAt.map { Uptime.now - $0 } : nil } }

    /// Keeps a link until the task is cancelled.
    public func run(_ observer: some Observer) async {
        while !Task.isCancelled {
            let pause = state.withLock { $0.plan.due.map { max($0 - Uptime.now, 0) } ?? MeshLimits.longestLeafPause }
            guard (try? await clock.sleep(for: .milliseconds(pause))) != nil else { return }
            guard let target = state.withLock({ $0.plan.next() }) else { continue }
            do throws(WidgetError) {
                let (link, connection, hubs) = try await connect(to: target)
                await keep(link, connection, of: target, hubs.hubs, observer)
            } catch {
                let isRoundOver = state.withLock { state in
                    state.plan.failed(error.message, uptime: Uptime.now, random: state.random.next())
                    return state.plan.isRoundOver
                }
                logger.debug("a hub isn't reached", metadata: ["address": "\(target.address)", "error": "\(error)"])
                if isRoundOver || error.code == .permissionDenied { await observer.disconnected(error) }
            }
        }
    }

    /// A hub counts as reached when it has answered: it may refuse a device after the handshake.
    private func connect(to target: Target) async throws(WidgetError) -> (PeerLink, Connection, HubList) {
        let link = try await dialer.connect(to: target.address, expecting: target.device)
        do {
            try await notice(link)
            let client = try await link.client()
            let hubs = try await Self.askForHubs(client)
            guard let hub = hubs.hubs.first(where: { $0.id == target.device }) else { throw WidgetError(.dataLoss, "hubs: the device doesn't name itself") }
            return (link, Connection(hub: hub, client: client), hubs)
        } catch let status as RPCStatus where status.code == .unimplemented {
            link.close()
            throw WidgetError(.permissionDenied, "the hub at \(target.address) doesn't know this device as a leaf")
        } catch {
            link.close()
            // The reason for the link's end is better than that of a call on it.
            if let end = try? await link.ended.get(), end.code == .permissionDenied { throw end }
            if let status = error as? RPCStatus { throw WidgetError(.unavailable, "the hub at \(target.address): \(status.message)") }
            throw error as? WidgetError ?? WidgetError(.unavailable, "the hub at \(target.address) didn't answer", cause: "\(error)")
        }
    }

    /// A hub's answer.
    private struct HubList {
        var hubs: [PairedDevice]
        var revoked: Set<DeviceID>
    }

    private static func askForHubs(_ client: TTRPCClient) async throws -> HubList {
        let request: [UInt8] = try ProtoHubsRequest.with { $0.version = Version.current }.serializedBytes()
        let answer = try await client.call(service: "widgetd.v1.Leaves", method: "Hubs", payload: request, timeout: MeshLimits.hubAnswersWithin)
        let response = try ProtoHubsResponse(serializedBytes: Array(answer.readableBytesView))
        return HubList(hubs: try PairedDevice.list(response), revoked: Set(response.revoked.compactMap { DeviceID(bytes: Array($0)) }))
    }

    /// Asks another hub. A hub that was revoked doesn't say so of itself.
    /// - Returns: the hubs, if the other one says that `hub` was revoked. Nil: it doesn't, or no other one is reached.
    private func successors(of hub: DeviceID) async -> [PairedDevice]? {
        let others = hubs.filter { $0.id != hub }
        guard let other = others.randomElement(), let address = other.addresses.first,
            let (link, _, list) = try? await connect(to: Target(device: other.id, address: address))
        else { return nil }
        link.close()
        return list.revoked.contains(hub) ? list.hubs : nil
    }

    /// A hub that lost its power or its network is noticed by the kernel's probes, without a wake-up of this daemon.
    private func notice(_ link: PeerLink) async throws {
        guard link.channel.remoteAddress?.port != nil else { return }
        for (option, value) in MeshLimits.leafKeepAlive {
            let option = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: option))
            try await link.channel.setOption(option, value: value).get()
        }
    }

    /// Returns when the link has ended.
    private func keep(_ link: PeerLink, _ connection: Connection, of target: Target, _ hubs: [PairedDevice], _ observer: some Observer) async {
        let beganAt = Uptime.now
        state.withLock { state in
            state.plan.succeeded(at: target)
            state.connection = connection
        }
        await take(hubs, target, observer)
        await observer.connected(connection)
        let asking = Task {
            while (try? await clock.sleep(for: .milliseconds(MeshLimits.hubsAskedAgain))) != nil {
                do {
                    await take(try await Self.askForHubs(connection.client).hubs, target, observer)
                } catch {
                    // A hub that doesn't answer is given up, and another one is tried.
                    return link.close()
                }
                guard let hubs = await successors(of: target.device) else { continue }
                logger.notice("the hub was revoked, and another one is tried", metadata: ["hub": "\(connection.hub.name)"])
                await take(hubs, target, observer)
                return link.close()
            }
        }
        defer { asking.cancel() }
        let end = await withTaskCancellationHandler {
            (try? await link.ended.get()) ?? WidgetError(.unavailable, "the link to \(connection.hub.name) ended")
        } onCancel: {
            link.close()
        }
        state.withLock { state in
            (state.connection, state.lostAt) = (nil, Uptime.now)
            if Uptime.now - beganAt >= MeshLimits.settledAfter { state.plan.settled() }
            state.plan.ended(end.message, uptime: Uptime.now, random: state.random.next())
        }
        await observer.disconnected(end)
    }

    private func take(_ hubs: [PairedDevice], _ target: Target, _ observer: some Observer) async {
        // The address that has just worked comes first: the hub may not know that it is reached there.
        var hubs = hubs
        if let index = hubs.firstIndex(where: { $0.id == target.device }) {
            let others = hubs[index].addresses.filter { $0 != target.address }
            hubs[index].addresses = Array(([target.address] + others).prefix(PairingLimits.addresses))
        }
        guard hubs != self.hubs else { return }
        plan(hubs)
        await observer.hubsChanged(hubs)
    }

    private func plan(_ hubs: [PairedDevice]) {
        // By a digest of both ids, which is as good as chance and stays the same.
        let order = hubs.map { (hub: $0, digest: ContentDigest(of: id.bytes + $0.id.bytes).bytes) }
            .sorted { $0.digest.lexicographicallyPrecedes($1.digest) }.map(\.hub)
        state.withLock { state in
            state.hubs = hubs
            state.plan.set(order.flatMap { hub in hub.addresses.map { Target(device: hub.id, address: $0) } }, uptime: Uptime.now)
        }
    }
}
