public import Logging
import NIOCore
import SwiftProtobuf
import Systemd
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
        /// The other members. The first ``PairingLimits/members`` are sent.
        public var members: [PairedDevice]
        /// The part that the newcomer takes.
        public var role: DeviceRole
        /// The engine that the newcomer is to use, if it is to be a hub.
        public var engine: EngineAccess?

        public init(inviter: PairedDevice, members: [PairedDevice], role: DeviceRole = .member, engine: EngineAccess? = nil) {
            self.inviter = inviter
            self.members = members
            self.role = role
            self.engine = engine
        }
    }

    /// A device that wants to become a member, a hub or a leaf.
    public struct JoiningDevice: Sendable, Hashable {
        /// The SHA-256 of the device's certificate.
        public var id: DeviceID
        public var name: String
        public var addresses: [PeerAddress]
        /// The part that it takes, by the invitation that it used.
        public var role = DeviceRole.member
        /// The enrolment that it used. Nil: an invitation.
        public var enrolment: ContentDigest?
        /// Stands for the password of its account on an engine, as PostgreSQL keeps it. Empty: its version knows no accounts.
        public var hubVerifier = ""
    }

    private let invitations: InvitationService
    private let links: PeerLinks
    private let wrong = WrongSecrets()
    private let logger: Logger
    private let admit: @Sendable (JoiningDevice) async throws -> Welcome

    /// - Parameters:
    ///   - links: the links. Those of candidates are cut when wrong secrets were tried too often.
    ///   - admit: makes the device a member durably, before it returns. It may be called again for a device that is a member already. If it throws, its error
    ///     is the answer, and the invitation stays open.
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
        var (newcomer, request) = try Self.read(payload, of: id)
        // Whether an enrolment is over or used up is decided when the device is admitted.
        let enrolment = invitations.enrolment(of: Array(request.secret))
        newcomer.enrolment = enrolment?.id
        newcomer.role = try enrolment?.role.deviceRole ?? role(of: newcomer, secret: Array(request.secret))
        if newcomer.role == .leaf, !request.canBeLeaf {
            if newcomer.enrolment == nil { invitations.giveBack(id) }
            let obstacle = request.leafObstacle.isEmpty ? "its widgetd is too old; upgrade it" : request.leafObstacle.cut(toBytes: 256)
            throw WidgetError(.failedPrecondition, "the invitation is for a leaf, and this device can't become one: \(obstacle)")
        }
        guard newcomer.role == .leaf || !request.leafOnly else {
            invitations.giveBack(id)
            throw WidgetError(
                .failedPrecondition,
                "code: the invitation isn't for a leaf; make another one there with: widgetctl device invite --leaf, or: widgetctl fleet enrol")
        }
        let welcome: Welcome
        do {
            welcome = try await admit(newcomer)
            invitations.settle(id)
        } catch {
            if newcomer.enrolment == nil { invitations.giveBack(id) }
            throw error
        }
        var response = ProtoJoinResponse()
        response.inviter = welcome.inviter.proto
        response.members = welcome.members.prefix(PairingLimits.members).map(\.proto)
        response.protocolVersion = PeerProtocol.version
        response.leaf = welcome.role == .leaf
        if let engine = welcome.engine { response.engine = ProtoEngineAccess(engine) }
        return try response.serializedBytes()
    }

    /// The part that an invitation gives to a device.
    /// - Throws: PERMISSION_DENIED for a wrong secret.
    private func role(of newcomer: JoiningDevice, secret: [UInt8]) throws(WidgetError) -> DeviceRole {
        let id = newcomer.id
        switch invitations.show(secret, by: id) {
        case .admitted(let role): return role
        case .wrong:
            let count = wrong.note(id)
            if count.isNews {
                logger.notice(
                    "a device showed a secret that isn't an open invitation's", metadata: ["device": "\(id.short)", "unlogged before": "\(count.unlogged)"])
            }
            // An honest device asks once or twice.
            if count.ofDevice > PairingLimits.wrongSecrets { links.cut { $0.device == id && $0.trustLevel == .candidate } }
            throw Self.refusal
        case .void:
            logger.log(
                .pairingRefused, "a wrong secret was shown too often; the invitation is void, make a new one", metadata: ["device": "\(id.short)"])
            // Otherwise other candidates could go on and try secrets of the next invitation.
            links.cut { $0.trustLevel == .candidate && !$0.isDialled && $0.device != id }
            throw Self.refusal
        }
    }

    /// The error is the same for every reason, because the exact reason would only help an attacker.
    private static var refusal: WidgetError {
        WidgetError(
            .permissionDenied,
            "the invitation is over, was used, or isn't of this device; make a new one with: widgetctl device invite, or for displays: widgetctl fleet enrol")
    }

    private static func read(_ payload: ByteBuffer, of id: DeviceID) throws(WidgetError) -> (JoiningDevice, ProtoJoinRequest) {
        let request: ProtoJoinRequest
        do {
            request = try ProtoJoinRequest(serializedBytes: Array(payload.readableBytesView))
        } catch {
            throw WidgetError(.invalidArgument, "the message isn't a JoinRequest", cause: "\(error)")
        }
        guard request.secret.count == PairingLimits.secretBytes else {
            throw .invalid("secret", "it has \(PairingLimits.secretBytes) bytes, not \(request.secret.count)")
        }
        guard request.hubVerifier.isEmpty || HubAccount.isVerifier(request.hubVerifier) else {
            throw .invalid("hub_verifier", "it isn't a SCRAM-SHA-256 verifier of PostgreSQL")
        }
        let newcomer = JoiningDevice(
            id: id, name: try Device.checked(name: request.name, field: "name"),
            addresses: try PairedDevice.checkedAddresses(request.addresses, field: "addresses"), hubVerifier: request.hubVerifier)
        try checkVersions(request)
        return (newcomer, request)
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
    /// The status for the wire, without the cause.
    var status: RPCStatus { RPCStatus(StatusCode(rawValue: code.rawValue) ?? .unknown, message) }

    /// The error for the other side's status.
    init(_ status: RPCStatus) { self.init(Code(rawValue: status.code.rawValue) ?? .unknown, status.message) }
}
