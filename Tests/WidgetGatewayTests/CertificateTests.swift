import Testing
import WidgetCore
import WidgetGateway
import WidgetTestSupport

/// A certificate is renewed while the gateway runs.
@Suite(.timeLimit(.minutes(10))) struct CertificateTests {
    private let key = Array(TestCertificates.key.utf8)

    @Test func newConnectionsAreShownTheNewOneAndOldConnectionsGoOn() async throws {
        let fixture = try await GatewayFixture()
        let old = try await fixture.connect()
        #expect(try await old.send(try fixture.push()).status == 200)
        #expect(fixture.gateway.status.certificateEnds > GatewayFixture.start)
        // One that its clients notice: it has ended.
        try fixture.gateway.replaceCertificate(Array(TestCertificates.expired.utf8), privateKey: key)
        #expect(fixture.gateway.status.certificateEnds < GatewayFixture.start)
        await #expect(throws: (any Error).self) { try await fixture.connect().send(try fixture.push()) }
        #expect(try await old.send(try fixture.push()).status == 200)
        try fixture.gateway.replaceCertificate(Array(TestCertificates.valid.utf8), privateKey: key)
        #expect(try await fixture.connect().send(try fixture.push()).status == 200)
        await fixture.gateway.stop()
    }

    @Test(arguments: ["", "hello", TestCertificates.key]) func theOldOneStaysWhereTheNewOneCantBeUsed(certificate: String) async throws {
        let fixture = try await GatewayFixture()
        let ends = fixture.gateway.status.certificateEnds
        let error = #expect(throws: WidgetError.self) { try fixture.gateway.replaceCertificate(Array(certificate.utf8), privateKey: key) }
        #expect(error?.code == .failedPrecondition)
        #expect(fixture.gateway.status.certificateEnds == ends)
        #expect(try await fixture.connect().send(try fixture.push()).status == 200)
        await fixture.gateway.stop()
    }
}
