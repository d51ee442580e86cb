import NIOCore
import SwiftProtobuf
import TTRPC
import TTRPCWire
import WidgetAPI
public import WidgetCore

/// The joining side of pairing.
public struct PairingClient: Sendable {
    private let dialer: PeerDialer
    private let identity: DeviceIdentity
    private let limits: PeerLimits

    public init(endpoint: PeerEndpoint) {
        dialer = PeerDialer(endpoint: endpoint)
        identity = endpoint.identity
        limits = endpoint.limits
    }

    /// Uses an invitation. Afterwards this device is a member or a leaf on the inviting side. The caller must keep the returned devices.
    ///
    /// Addresses are tried in order. When the outcome isn't known, it may be called again with the same code, as long as the invitation lasts.
    ///
    /// - Parameters:
    ///   - name: this device's name for people.
    ///   - addresses: where this device can be reached.
    ///   - obstacle: why this device can't become a leaf; empty: it can.
    ///   - isLeafOnly: it can become nothing else.
    /// - Returns: the inviting device, the other members, and the part that this device takes.
    /// - Throws: the other device's error (`proto/widgetd/v1/pairing.proto`); FAILED_PRECONDITION for an expired code; ``PeerDialer``'s error for the address
    ///   that got furthest; INVALID_ARGUMENT for the name or the addresses; DATA_LOSS for an answer in another device's name.
    public func join(
        _ code: InvitationCode, as name: String, addresses: [PeerAddress], obstacle: String = "", isLeafOnly: Bool = false, now: Timestamp
    ) async throws(WidgetError) -> PairingService.Welcome {
        var request = ProtoJoinRequest()
        request.secret = .init(code.secret)
        request.name = try Device.checked(name: name, field: "name")
        request.addresses = try PairedDevice.checkedAddresses(addresses.map(\.description), field: "addresses").map(\.description)
        request.protocolVersion = PeerProtocol.version
        request.minimumProtocolVersion = PeerProtocol.minimumVersion
        request.canBeLeaf = obstacle.isEmpty
        (request.leafObstacle, request.leafOnly) = (obstacle, isLeafOnly)
        if !isLeafOnly { request.hubVerifier = identity.hubVerifier }
        // The other device's clock decides, so a slightly wrong clock here must not refuse the code. More than an hour isn't a wrong clock.
        guard now < code.expires + Milliseconds(3_600_000) else {
            throw WidgetError(.failedPrecondition, "code: the invitation is over; make a new one on the other device with: widgetctl device invite")
        }
        let link = try await connect(to: code)
        do throws(WidgetError) {
            let response = try await call(request, over: link)
            link.close()
            // An earlier version doesn't know the question.
            guard response.leaf || !isLeafOnly else {
                throw WidgetError(
                    .failedPrecondition, "code: it isn't for a leaf, and \(response.inviter.name) took this device for a member; forget it there")
            }
            let inviter = try PairedDevice(response.inviter, field: "inviter")
            guard inviter.id == link.device else { throw WidgetError(.dataLoss, "inviter.id: the device answered for another") }
            var members: [PairedDevice] = []
            for member in response.members.prefix(PairingLimits.members) { members.append(try PairedDevice(member, field: "members")) }
            let engine = response.hasEngine ? try engine(response.engine) : nil
            return PairingService.Welcome(
                inviter: inviter, members: members, role: response.leaf ? .leaf : engine != nil ? .hub : .member, engine: engine)
        } catch {
            link.close()
            throw error
        }
    }

    /// The way to an engine, with the password of this device's account, which it alone knows.
    private func engine(_ access: ProtoEngineAccess) throws(WidgetError) -> EngineAccess {
        var engine = try EngineAccess(access)
        if let account = engine.account {
            guard account.name == identity.hubAccount.name else { throw WidgetError(.dataLoss, "engine.account: it is another device's") }
            engine.account = identity.hubAccount
        }
        return engine
    }

    private func connect(to code: InvitationCode) async throws(WidgetError) -> PeerLink {
        var worst: WidgetError?
        for address in code.addresses {
            do {
                return try await dialer.connect(to: address, expecting: code.device, for: .joining)
            } catch {
                // An error from a device that answered says more than no answer.
                if worst == nil || error.code != .unavailable { worst = error }
            }
        }
        throw worst ?? .invalid("code", "it names no address")
    }

    private func call(_ request: ProtoJoinRequest, over link: PeerLink) async throws(WidgetError) -> ProtoJoinResponse {
        do {
            let payload: [UInt8] = try request.serializedBytes()
            let client = try await link.client()
            let reply = try await client.call(service: PairingService.name, method: PairingService.join, payload: payload, timeout: limits.joinTimeout)
            return try ProtoJoinResponse(serializedBytes: Array(reply.readableBytesView))
        } catch {
            // If the link is gone, the reason for its end is the better error.
            guard let status = error as? RPCStatus, status.code != .unavailable || link.channel.isActive else { throw await end(of: link, error) }
            throw WidgetError(status)
        }
    }

    private func end(of link: PeerLink, _ error: any Error) async -> WidgetError {
        link.close()
        let end = try? await link.ended.get()
        return end ?? WidgetError(.unavailable, "the device at \(link.remoteAddress) didn't answer; try again", cause: "\(error)")
    }
}
