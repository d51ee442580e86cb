import Logging
import Testing
import WidgetCore
import WidgetGateway
import WidgetTestSupport

/// A fault at the start is said, with its remedy.
@Suite(.timeLimit(.minutes(10))) struct StartTests {
    @Test(arguments: [("127.0.0.1:2197", "127.0.0.1", 2197), ("[::]:0", "::", 0), ("desk.local:65535", "desk.local", 65_535)])
    func anAddressIsRead(text: String, host: String, port: Int) throws {
        let address = try GatewayAddress(text, option: "--push-listen")
        #expect(address == GatewayAddress(host: host, port: port))
        #expect(address.description == text)
    }

    @Test(arguments: ["", "2197", ":2197", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "::1:2197", "[]:2197", "localhost:http"])
    func anAddressThatIsNoneIsNamedWithItsOption(text: String) {
        let error = #expect(throws: WidgetError.self) { try GatewayAddress(text, option: "--push-listen") }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.hasPrefix("--push-listen: ") == true)
        #expect(error?.message.contains("[::]:2197") == true, "it shows how it is written")
    }

    @Test(arguments: ["127.0.0.1:65536", "127.0.0.1:70000", "[::]:-1"]) func aPortOverTheLimitIsToldTheLimit(text: String) {
        let error = #expect(throws: WidgetError.self) { try GatewayAddress(text, option: "--push-listen") }
        #expect(error?.message.contains("1 to 65535") == true, "\(error?.message ?? "")")
    }

    private func start(_ address: GatewayAddress, certificate: String = TestCertificates.valid, key: String = TestCertificates.key) async throws(WidgetError) {
        let gateway = try await PushGateway.start(
            GatewayConfiguration(
                listening: [address], certificate: Array(certificate.utf8), privateKey: Array(key.utf8), now: { GatewayFixture.start }),
            port: MemoryPushPort(), group: GatewayFixture.group, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        await gateway.stop()
    }

    @Test(arguments: [("", TestCertificates.key), (TestCertificates.valid, ""), ("hello", "hello")])
    func aCertificateThatCantBeUsedIsRefused(certificate: String, key: String) async {
        let error = await #expect(throws: WidgetError.self) { try await start(GatewayAddress(host: "127.0.0.1", port: 0), certificate: certificate, key: key) }
        #expect(error?.code == .failedPrecondition)
        #expect(error?.message.contains("in PEM") == true)
    }

    @Test func anAddressThatIsTakenIsNamed() async throws {
        let fixture = try await GatewayFixture()
        let address = fixture.gateway.addresses[0]
        let error = await #expect(throws: WidgetError.self) { try await start(address) }
        #expect(error?.code == .unavailable && error?.cause == "Address already in use", "\(error?.cause ?? "")")
        #expect(error?.message.contains(address.description) == true)
        await fixture.gateway.stop()
        try await start(address)
    }
}
