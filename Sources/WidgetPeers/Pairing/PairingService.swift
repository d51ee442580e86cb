public import Logging
import NIOCore
import SwiftProtobuf
public import TTRPC
import TTRPCWire
import WidgetAPI
public import WidgetCore

/// The inviting side of pairing: `widgetd.v1.Pairing`.
public struct PairingService: Sendable {
    /// The service's full name.
    static let name = "widgetd.v1.Pairing"
    static let join = "Join"

    /// The answer to a new member.
    public struct Welcome: Sendable {
        /// This device.
        public var inviter: PairedDevice
        /// The other members; the first ``PairingLimits/members`` are told.
        public var members: [PairedDevice]

        public init(inviter: PairedDevice, members: [PairedDevice]) {
            self.inviter = inviter
            self.members = members
        }
    }

    /// A device that wants to be one.
    public struct JoiningDevice: Sendable, Hashable {
        /// The SHA-256 of the certificate that it showed.
        public var id: DeviceID
        public var name: String
        public var addresses: [PeerAddress]
    }

    private let invitations: InvitationService
    private let links: PeerLinks
    private let logger: Logger
    private let admit: @Sendable (JoiningDevice) async throws -> Welcome

    /// - Parameters:
    ///   - links: whose candidates are cut when a secret was tried too often.
    ///   - admit: makes the device a member, durably, before it returns. It may be called again for a device that is one. Its error is answered, and the
    ///     invitation stays open.
    public init(invitations: InvitationService, links: PeerLinks, logger: Logger, admit: @escaping @Sendable (JoiningDevice) async throws -> Welcome) {
        self.invitations = invitations
        self.links = links
        self.logger = logger
        self.admit = admit
    }

    /// For ``PeerServices``, for candidates and members.
    public var definition: ServiceDefinition {
        ServiceDefinition(
            name: Self.name,
            methods: [
                MethodDefinition(
                    name: Self.join, right: .manage,
                    handler: .unary { context, payload in
                        do {
                            return try await join(context, payload)
                        } catch let error as WidgetError {
                            throw error.status
                        }
                    })
            ])
    }

    private func join(_ context: CallContext, _ payload: ByteBuffer) async throws -> [UInt8] {
        guard let id = PeerLink.device(of: context.peer) else {
            throw WidgetError(.permissionDenied, "pairing is between devices; on this machine use: widgetctl device join")
        }
        let (newcomer, secret) = try Self.read(payload, of: id)
        switch invitations.show(secret, by: id) {
        case .admitted: break
        case .wrong:
            logger.notice("a device showed a secret that isn't an open invitation's", metadata: ["device": "\(id.short)"])
            throw Self.refusal
        case .void:
            logger.warning("a wrong secret was shown too often; the invitation is void, make a new one", metadata: ["device": "\(id.short)"])
            // Their next try would be their first at the next invitation.
            links.cut { $0.standing == .candidate && !$0.isDialled && $0.device != id }
            throw Self.refusal
        }
        let welcome: Welcome
        do {
            welcome = try await admit(newcomer)
        } catch {
            invitations.giveBack(id)
            throw error
        }
        var response = ProtoJoinResponse()
        response.inviter = welcome.inviter.proto
        response.members = welcome.members.prefix(PairingLimits.members).map(\.proto)
        response.protocolVersion = PeerProtocol.version
        return try response.serializedBytes()
    }

    /// The same for every reason: what exactly was wrong is of use to an attacker alone.
    private static var refusal: WidgetError {
        WidgetError(.permissionDenied, "the invitation is over, was used, or isn't of this device; make a new one with: widgetctl device invite")
    }

    private static func read(_ payload: ByteBuffer, of id: DeviceID) throws(WidgetError) -> (JoiningDevice, secret: [UInt8]) {
        let request: ProtoJoinRequest
        do {
            request = try ProtoJoinRequest(serializedBytes: Array(payload.readableBytesView))
        } catch {
            throw WidgetError(.invalidArgument, "the message isn't a JoinRequest", cause: "\(error)")
        }
        guard request.secret.count == PairingLimits.secretBytes else {
            throw .invalid("secret", "it has \(PairingLimits.secretBytes) bytes, not \(request.secret.count)")
        }
        let newcomer = JoiningDevice(
            id: id, name: try PairedDevice.checkedName(request.name, field: "name"),
            addresses: try PairedDevice.checkedAddresses(request.addresses, field: "addresses"))
        try checkVersions(request)
        return (newcomer, Array(request.secret))
    }

    private static func checkVersions(_ request: ProtoJoinRequest) throws(WidgetError) {
        let (newest, ours) = (request.protocolVersion, PeerProtocol.version)
        let oldest = request.minimumProtocolVersion == 0 ? newest : request.minimumProtocolVersion
        guard newest >= PeerProtocol.minimumVersion else {
            let needed = PeerProtocol.minimumVersion
            throw WidgetError(
                .failedPrecondition, "the joining device speaks version \(newest) of the protocol, and \(needed) is needed; upgrade widgetd there")
        }
        guard oldest <= ours else {
            throw WidgetError(.failedPrecondition, "the inviting device speaks version \(ours) of the protocol, and \(oldest) is needed; upgrade widgetd there")
        }
    }
}

extension WidgetError {
    /// On the wire, without the cause.
    var status: RPCStatus { RPCStatus(StatusCode(rawValue: code.rawValue) ?? .unknown, message) }

    /// As the other side answered it.
    init(_ status: RPCStatus) { self.init(Code(rawValue: status.code.rawValue) ?? .unknown, status.message) }
}
