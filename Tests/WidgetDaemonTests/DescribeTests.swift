import TTRPCBlocking
import Testing
import WidgetAPI
import WidgetSettings
import WidgetTestSupport

/// A client in any language can ask what it may call: Daemon.Describe.
@Suite(.timeLimit(.minutes(10))) struct DescribeTests {
    /// Served by providers and between devices, not on the socket.
    private static let elsewhere: Set = ["widgetd.v1.Provider", "widgetd.v1.Peer", "widgetd.v1.Pairing", "widgetd.v1.Leaves"]

    private let answer: ProtoDescribeDaemonResponse

    init() throws {
        let fixture = try DaemonFixture()
        try fixture.start()
        let client = try BlockingClient(path: fixture.socket)
        answer = try ProtoDescribeDaemonResponse(
            serializedBytes: try client.call(service: "widgetd.v1.Daemon", method: "Describe", payload: [], timeout: .seconds(120)))
    }

    @Test func itHasTheServicesAndMethodsOfTheProtoFiles() throws {
        let proto = try ProtoDefinitions().services.filter { !Self.elsewhere.contains($0.key) }
        let served = Dictionary(uniqueKeysWithValues: answer.services.map { ($0.name, $0.methods) })
        #expect(Set(served.keys) == Set(proto.keys))
        for (service, methods) in proto {
            let found = Dictionary(uniqueKeysWithValues: (served[service] ?? []).map { ($0.name, $0.isStream) })
            #expect(found == methods, "\(service)")
        }
    }

    @Test func itSaysTheRightOfEachMethodAndOfTheCaller() throws {
        #expect(answer.right == .manage, "the daemon's own user may do everything")
        let methods = answer.services.first { $0.name == "widgetd.v1.Widgets" }?.methods ?? []
        let rights = Dictionary(uniqueKeysWithValues: methods.map { ($0.name, $0.right) })
        #expect(rights["List"] == .read)
        #expect(rights["Perform"] == .act)
        #expect(rights["Place"] == .manage)
        #expect(answer.services.allSatisfy { $0.methods.allSatisfy { $0.right != .unspecified } })
    }

    @Test func theSettingsKnowTheMethodsThatAreServed() throws {
        for service in answer.services {
            let short = service.name.dropFirst("widgetd.v1.".count)
            #expect(try AccessRule(parsing: "root \(short)/*").methods == Set(service.methods.map { "\(service.name)/\($0.name)" }))
        }
    }

    @Test func theDaemonsOwnUserMayCallEverything() {
        #expect(answer.services.allSatisfy { $0.methods.allSatisfy { !$0.isDenied } })
    }

    @Test func itSaysTheLimitsThatTheWireKeeps() {
        #expect(answer.limits.frameBytes == 4 << 20)
        #expect(answer.limits.messageBytes == 1 << 20)
        #expect(answer.limits.connectionsPerUser == 64)
        #expect(answer.limits.idleTimeout.seconds == 300)
        let image = answer.services.flatMap(\.methods).first { $0.name == "Image" }
        #expect((image?.answerBytes ?? 0) > answer.limits.messageBytes, "pictures are larger than other answers")
    }
}
