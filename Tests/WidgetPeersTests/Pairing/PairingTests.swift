import NIOCore
import TTRPC
import TTRPCWire
import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetPeers

/// Two ends pair and talk, over real sockets.
@Suite(.timeLimit(.minutes(10))) struct PairingTests {
    private func pairAndTalk(over address: PeerAddress) async throws {
        let (server, client) = (try await PeerNode(listening: [address]), try await PeerNode.dialling())
        let inviter = try await client.join(try server.invite())
        #expect(inviter == PairedDevice(id: server.identity.id, name: "desk", addresses: [.host("desk.local", port: 9434)], added: PeerNode.start))
        let newcomer = PairingService.JoiningDevice(
            id: client.identity.id, name: "lap", addresses: [.host("lap.local", port: 9434)], hubVerifier: client.identity.hubVerifier)
        #expect(server.admitted == [newcomer])
        #expect(try await client.echo(server) == client.identity.id.short + "hello")
        await server.close()
    }

    @Test func pairsAndTalksOverTCP() async throws { try await pairAndTalk(over: .host("127.0.0.1", port: 0)) }

    @Test func pairsAndTalksOverIPv6() async throws { try await pairAndTalk(over: .host("::1", port: 0)) }

    @Test func pairsAndTalksOverAUnixSocket() async throws {
        let directory = try TemporaryDirectory()
        try await pairAndTalk(over: .unix(path: "\(directory.path)/peers.sock"))
        #expect(directory.names == [])
    }

    @Test func theCodeIsReadAsItWasTyped() async throws {
        let (server, client) = (try await PeerNode(), try await PeerNode.dialling())
        let typed = try server.invite().description.lowercased().split(separator: "-").joined(separator: " ")
        _ = try await client.join(try InvitationCode(typed))
        #expect(server.admitted.count == 1)
        await server.close()
    }

    /// The answer was lost with the link: asking again gives it again, and admits nobody else.
    @Test func theSameDeviceMayAskAgain() async throws {
        let (server, client) = (try await PeerNode(), try await PeerNode.dialling())
        let code = try server.invite()
        let first = try await client.join(code)
        let second = try await client.join(code)
        #expect(first == second)
        #expect(Set(server.admitted.map(\.id)) == [client.identity.id])
        await server.close()
    }

    @Test func aCodeIsOfNoUseToAnotherDevice() async throws {
        let (server, client, thief) = (try await PeerNode(), try await PeerNode.dialling(), try await PeerNode.dialling())
        let code = try server.invite()
        _ = try await client.join(code)
        // Without an open invitation the thief doesn't get through the handshake; with one, its secret is wrong.
        await #expect(throws: WidgetError.self) { try await thief.join(code) }
        _ = try server.invite()
        let error = await #expect(throws: WidgetError.self) { try await thief.join(code) }
        #expect(error?.code == .permissionDenied)
        #expect(server.admitted.count == 1)
        await server.close()
    }

    @Test func anInvitationEndsAfterTenMinutes() async throws {
        let (server, client) = (try await PeerNode(), try await PeerNode.dialling())
        let code = try server.invite()
        server.advance(milliseconds: PairingLimits.lifetime)
        let error = await #expect(throws: WidgetError.self) { try await client.join(code) }
        #expect(error?.code == .permissionDenied)
        #expect(server.admitted.isEmpty)
        await server.close()
    }

    @Test func aCodeThatIsLongOverIsRefusedWithoutDialling() async throws {
        let (server, client) = (try await PeerNode(), try await PeerNode.dialling())
        var code = try server.invite()
        code.expires = PeerNode.start + .milliseconds(-3_600_000)
        let error = await #expect(throws: WidgetError.self) { try await client.join(code) }
        #expect(error?.code == .failedPrecondition)
        await server.close()
    }

    @Test func fiveWrongSecretsVoidTheInvitation() async throws {
        let server = try await PeerNode()
        let code = try server.invite()
        for _ in 0..<PairingLimits.wrongSecrets {
            #expect(server.invitations.isOpen)
            var guess = code
            guess.secret = InvitationService.randomSecret()
            let error = await #expect(throws: WidgetError.self) { try await PeerNode.dialling().join(guess) }
            #expect(error?.code == .permissionDenied)
        }
        #expect(!server.invitations.isOpen)
        let client = try await PeerNode.dialling()
        await #expect(throws: WidgetError.self) { try await client.join(code) }
        #expect(server.admitted.isEmpty)
        await server.close()
    }

    /// Over many connections and on each of them many times: five in all, never six.
    @Test func parallelGuessesCountTogether() async throws {
        let server = try await PeerNode()
        let code = try server.invite()
        let links = try await withThrowingTaskGroup { group in
            for _ in 0..<6 {
                group.addTask { try await PeerNode.dialling().dialer.connect(to: server.address, expecting: server.identity.id, for: .joining) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        await withTaskGroup { group in
            for link in links {
                group.addTask {
                    guard let client = try? await link.client() else { return }
                    for _ in 0..<20 {
                        var request = ProtoJoinRequest()
                        request.secret = .init(InvitationService.randomSecret())
                        request.name = "guess"
                        request.protocolVersion = PeerProtocol.version
                        guard let payload: [UInt8] = try? request.serializedBytes() else { return }
                        _ = try? await client.call(service: "widgetd.v1.Pairing", method: "Join", payload: payload, timeout: .seconds(120))
                    }
                }
            }
        }
        #expect(!server.invitations.isOpen)
        let client = try await PeerNode.dialling()
        await #expect(throws: WidgetError.self) { try await client.join(code) }
        #expect(server.admitted.isEmpty)
        await server.close()
    }

    /// A disk that is full for a moment doesn't cost the invitation.
    @Test func anInvitationThatCouldNotBeKeptStaysOpen() async throws {
        let (server, client) = (try await PeerNode(), try await PeerNode.dialling())
        server.failAdmissions(1)
        let code = try server.invite()
        let error = await #expect(throws: WidgetError.self) { try await client.join(code) }
        #expect(error?.message == "the disk is full")
        _ = try await client.join(code)
        #expect(server.admitted.count == 1)
        await server.close()
    }

    enum Mistake: CaseIterable {
        case noName, longName, nameWithControls, shortSecret, badAddress, manyAddresses

        func make(_ request: inout ProtoJoinRequest) {
            switch self {
            case .noName: request.name = ""
            case .longName: request.name = String(repeating: "x", count: 65)
            case .nameWithControls: request.name = "a\u{1B}[2J"
            case .shortSecret: request.secret = .init([1, 2, 3])
            case .badAddress: request.addresses = ["a b"]
            case .manyAddresses: request.addresses = Array(repeating: "a:1", count: 9)
            }
        }

        var field: String {
            switch self {
            case .noName, .longName, .nameWithControls: "name"
            case .shortSecret: "secret"
            case .badAddress, .manyAddresses: "address"
            }
        }
    }

    @Test(arguments: Mistake.allCases)
    func aBadRequestNamesItsFieldAndCostsNoTry(mistake: Mistake) async throws {
        let (server, client) = (try await PeerNode(), try await PeerNode.dialling())
        let code = try server.invite()
        let status = await #expect(throws: RPCStatus.self) { try await Self.join(client, server, code) { mistake.make(&$0) } }
        #expect(status?.code == .invalidArgument)
        #expect(status?.message.hasPrefix(mistake.field) == true)
        #expect(server.invitations.isOpen)
        await server.close()
    }

    @Test func versionsThatDontMeetSayWhoMustBeUpgraded() async throws {
        let (server, client) = (try await PeerNode(), try await PeerNode.dialling())
        let code = try server.invite()
        let newer = await #expect(throws: RPCStatus.self) {
            try await Self.join(client, server, code) { ($0.protocolVersion, $0.minimumProtocolVersion) = (9, 8) }
        }
        #expect(newer?.message == "the inviting device speaks version 1 of the protocol, and 8 is needed; upgrade widgetd there")
        let older = await #expect(throws: RPCStatus.self) { try await Self.join(client, server, code) { $0.protocolVersion = 0 } }
        #expect(older?.code == .failedPrecondition)
        _ = try await client.join(code)
        await server.close()
    }

    private static func join(
        _ client: PeerNode, _ server: PeerNode, _ code: InvitationCode, _ change: (inout ProtoJoinRequest) -> Void
    ) async throws {
        var request = ProtoJoinRequest()
        request.secret = .init(code.secret)
        request.name = "lap"
        request.protocolVersion = PeerProtocol.version
        change(&request)
        let payload: [UInt8] = try request.serializedBytes()
        let link = try await client.dialer.connect(to: server.address, expecting: server.identity.id, for: .joining)
        defer { link.close() }
        _ = try await link.client().call(service: "widgetd.v1.Pairing", method: "Join", payload: payload, timeout: .seconds(120))
    }
}
