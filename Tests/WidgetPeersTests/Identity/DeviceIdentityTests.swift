import Crypto
import Glibc
import NIOSSL
import Testing
import WidgetCore

@testable import WidgetPeers

@Suite struct DeviceIdentityTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func open(_ environment: [String: String] = [:]) throws -> DeviceIdentity {
        try DeviceIdentity.open(stateDirectory: directory.path, environment: environment)
    }

    @Test func aDeviceStaysTheSameOverRestarts() throws {
        let first = try open()
        let second = try open()
        #expect(first.id == second.id)
        #expect(first.privateKey.rawRepresentation == second.privateKey.rawRepresentation)
        #expect(directory.names == ["device.pem"])
    }

    @Test func twoMachinesAreTwoDevices() throws {
        #expect(try DeviceIdentity.make().id != DeviceIdentity.make().id)
    }

    @Test func theIDIsTheCertificatesSHA256() throws {
        let identity = try open()
        #expect(identity.id.bytes == Array(SHA256.hash(data: identity.certificate)))
    }

    @Test func onlyItsOwnerMayReadTheKey() throws {
        let mask = umask(0)
        defer { umask(mask) }
        _ = try open()
        #expect(directory.mode(of: "device.pem") == 0o600)
    }

    @Test func theCertificateOutlivesTheMachine() throws {
        let certificate = try NIOSSLCertificate(bytes: try DeviceIdentity.make().certificate, format: .der)
        #expect(certificate.notValidBefore == 0)
        #expect(certificate.notValidAfter >= 4_102_444_800, "the year 2100")
    }

    @Test func aKeyThatOthersMayReadIsRefusedWithTheCommandThatHelps() throws {
        _ = try open()
        chmod("\(directory.path)/device.pem", 0o640)
        let error = #expect(throws: WidgetError.self) { try open() }
        #expect(error?.code == .failedPrecondition)
        #expect(error?.message.contains("chmod 600 \(directory.path)/device.pem") == true)
    }

    @Test func aLinkIsNotFollowed() throws {
        let elsewhere = try TemporaryDirectory()
        _ = try DeviceIdentity.open(stateDirectory: elsewhere.path, environment: [:])
        symlink("\(elsewhere.path)/device.pem", "\(directory.path)/device.pem")
        #expect(throws: WidgetError.self) { try open() }
    }

    /// A start that was cut while it wrote leaves a file that nobody reads, and the next start doesn't stumble over it.
    @Test(arguments: [0, 40, 500])
    func aStartThatWasCutHeals(length: Int) throws {
        let text = String(try DeviceIdentity.make().pem.prefix(length))
        try directory.write(text, to: "device.pem.new")
        let identity = try open()
        #expect(try open().id == identity.id)
        #expect(directory.names == ["device.pem"])
    }

    /// This machine doesn't become another device without a word, in whatever state a damaged file is.
    @Test(arguments: ["", "text", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
    func aDamagedFileIsNotReplaced(text: String) throws {
        try directory.write(text, to: "device.pem")
        let error = #expect(throws: WidgetError.self) { try open() }
        #expect(error?.code == .failedPrecondition)
        #expect(try directory.read("device.pem") == text)
    }

    @Test func aKeyWithAnothersCertificateIsRefused() throws {
        let (mine, other) = (try DeviceIdentity.make(), try DeviceIdentity.make())
        let key = mine.pem.prefix(upTo: try #require(mine.pem.range(of: "-----BEGIN CERT")).lowerBound)
        let certificate = other.pem.suffix(from: try #require(other.pem.range(of: "-----BEGIN CERT")).lowerBound)
        try directory.write(String(key) + String(certificate), to: "device.pem")
        let error = #expect(throws: WidgetError.self) { try open() }
        #expect(error?.message.contains("isn't one of its private key") == true)
    }

    @Test func systemdsCredentialsGoFirst() throws {
        let identity = try DeviceIdentity.make()
        let split = try #require(identity.pem.range(of: "-----BEGIN CERT")).lowerBound
        let credentials = try TemporaryDirectory()
        // systemd's own mode, with an ACL behind it.
        try credentials.write(String(identity.pem[..<split]), to: "widgetd-key", mode: 0o440)
        try credentials.write(String(identity.pem[split...]), to: "widgetd-certificate", mode: 0o440)
        #expect(try open(["CREDENTIALS_DIRECTORY": credentials.path]).id == identity.id)
        #expect(directory.names == [])
    }

    @Test func oneCredentialAloneIsRefused() throws {
        let credentials = try TemporaryDirectory()
        try credentials.write(try DeviceIdentity.make().pem, to: "widgetd-key")
        let error = #expect(throws: WidgetError.self) { try open(["CREDENTIALS_DIRECTORY": credentials.path]) }
        #expect(error?.message.contains("widgetd-certificate") == true)
    }

    @Test func otherCredentialsOfTheServiceAreNoHindrance() throws {
        let credentials = try TemporaryDirectory()
        #expect(try open(["CREDENTIALS_DIRECTORY": credentials.path]).id == open().id)
    }

    /// A certificate of openssl is taken, too.
    @Test func aKeyInSEC1IsTaken() throws {
        let identity = try DeviceIdentity.make()
        let split = try #require(identity.pem.range(of: "-----BEGIN CERT")).lowerBound
        let sec1 = """
            -----BEGIN EC PRIVATE KEY-----
            \(base64(sec1DER(identity)))
            -----END EC PRIVATE KEY-----

            """
        try directory.write(sec1 + identity.pem[split...], to: "device.pem")
        #expect(try open().id == identity.id)
    }

    /// RFC 5915 for P-256.
    private func sec1DER(_ identity: DeviceIdentity) -> [UInt8] {
        let key = Array(identity.privateKey.rawRepresentation)
        let point = Array(identity.privateKey.publicKey.x963Representation)
        let curve: [UInt8] = [0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
        let body: [UInt8] = [0x02, 0x01, 0x01, 0x04, 0x20] + key + curve + [0xA1, 0x44, 0x03, 0x42, 0x00] + point
        return [0x30, UInt8(body.count)] + body
    }

    private func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let word = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            text += (0..<4).map { $0 > part.count ? "=" : String(alphabet[word >> (18 - 6 * $0) & 63]) }.joined()
            if text.split(separator: "\n").last?.count == 64 { text += "\n" }
        }
        return text
    }
}

extension String {
    /// Where `other` stands.
    fileprivate func range(of other: String) -> Range<String.Index>? {
        indices.first { self[$0...].hasPrefix(other) }.map { $0..<index($0, offsetBy: other.count) }
    }
}
