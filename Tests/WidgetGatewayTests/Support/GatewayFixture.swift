import Crypto
import Logging
import NIOCore
import NIOPosix
import Synchronization
import WidgetCore
import WidgetGateway
import WidgetTestSupport

/// A gateway on loopback with a port in memory, one app, and its tokens and key.
final class GatewayFixture: Sendable {
    static let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
    static let start = Timestamp(milliseconds: 1_800_000_000_000)
    static let team = "TEAM123456"
    static let keyID = "KEY1234567"
    static let app = "clock"
    static let widgets = token(1)
    static let control = token(2)
    static let activity = token(3)
    static let taken = token(4)
    static let ended = token(5)
    static let endedAt = Timestamp(milliseconds: 1_799_999_000_123)
    static let secret = Array(repeating: UInt8(9), count: 32)
    static let storing = PushChannel(id: Array(1...16), app: app, storesMessages: true)
    static let passing = PushChannel(id: Array(2...17), app: app, storesMessages: false)

    let port = MemoryPushPort()
    let gateway: PushGateway
    let signer = P256.Signing.PrivateKey()

    /// - Parameter closeTimeout: data of a client that isn't read before the end resets the connection, and the client may lose the answer. Where a client goes
    ///   on sending and its answer matters, this is longer.
    init(limits: GatewayLimits = GatewayLimits(), closeTimeout: TimeAmount = .milliseconds(20), log: any LogHandler = SwiftLogNoOpLogHandler()) async throws {
        let clock = ClockBox()
        var limits = limits
        limits.closeTimeout = closeTimeout
        gateway = try await PushGateway.start(
            GatewayConfiguration(
                listening: [GatewayAddress(host: "127.0.0.1", port: 0)], managing: [GatewayAddress(host: "127.0.0.1", port: 0)],
                certificate: Array(TestCertificates.valid.utf8), privateKey: Array(TestCertificates.key.utf8), webPushSecret: Self.secret, limits: limits,
                now: { clock.now }),
            port: port, group: Self.group, logger: Logger(label: "test") { _ in log })
        self.box = clock
        port.state.withLock { state in
            state.keys = [PushKey(team: Self.team, id: Self.keyID, publicKey: Array(signer.publicKey.x963Representation), addedAt: Self.start)]
            state.registrations = [
                Self.widgets: PushRegistration(address: .widgets(app: Self.app)),
                Self.control: PushRegistration(address: .control(app: Self.app, id: "c")),
                Self.activity: PushRegistration(address: .activity(app: Self.app, id: "a")),
                Self.taken: PushRegistration(address: .widgets(app: Self.app), endedAt: Self.endedAt),
                Self.ended: PushRegistration(address: .activity(app: Self.app, id: "b"), endedAt: Self.endedAt),
            ]
            state.channels = [Self.storing, Self.passing]
        }
    }

    private let box: ClockBox
    final class ClockBox: Sendable {
        private let value = Mutex(GatewayFixture.start)
        var now: Timestamp { value.withLock { $0 } }

        func advance(_ time: Milliseconds) { value.withLock { $0 = $0 + time } }
    }

    /// As servers do: one token for many pushes.
    private let usual = Mutex<String?>(nil)
    func usualToken() throws -> String {
        if let token = usual.withLock({ $0 }) { return token }
        let token = try providerToken()
        usual.withLock { $0 = token }
        return token
    }

    func advance(_ time: Milliseconds) { box.advance(time) }

    private static func token(_ byte: UInt8) -> PushToken {
        guard let token = PushToken(bytes: Array(repeating: byte, count: 32)) else { preconditionFailure("32 bytes are a token") }
        return token
    }

    /// A provider token.
    /// - Parameters:
    ///   - issued: `iat` as JSON; now by default.
    ///   - signer: another key than the right one.
    func providerToken(
        team: String = GatewayFixture.team, key: String = GatewayFixture.keyID, issued: String? = nil, algorithm: String = "ES256", claims: String = "",
        signer: P256.Signing.PrivateKey? = nil
    ) throws -> String {
        let header = Self.base64(#"{"alg":"\#(algorithm)","kid":"\#(key)"}"#)
        let body = Self.base64(#"{"iss":"\#(team)","iat":\#(issued ?? "\(box.now.milliseconds / 1_000)")\#(claims)}"#)
        let signature = try (signer ?? self.signer).signature(for: Array("\(header).\(body)".utf8))
        return "\(header).\(body).\(Self.base64(Array(signature.rawRepresentation)))"
    }

    static func base64(_ text: String) -> String { base64(Array(text.utf8)) }

    static func base64(_ bytes: [UInt8], isURL: Bool = true) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") + (isURL ? ["-", "_"] : ["+", "/"])
        var text = ""
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(digits[Int(bits >> count & 0x3F)])
            }
        }
        if count > 0 { text.append(digits[Int(bits << (6 - count) & 0x3F)]) }
        return text
    }

    /// A right push to the widgets, to be spoilt.
    func push(_ token: PushToken = GatewayFixture.widgets, type: String = "widgets") throws -> TestRequest {
        TestRequest(
            path: "/3/device/" + token.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(),
            headers: [
                ("authorization", "bearer \(try usualToken())"), ("apns-topic", "\(Self.app).push-type.\(type)"), ("apns-push-type", type),
                ("apns-id", "123e4567-e89b-12d3-a456-42665544000A"),
            ],
            body: #"{"aps":{"content-changed":true}}"#)
    }

    /// A right broadcast.
    func broadcast(_ channel: PushChannel = GatewayFixture.storing) throws -> TestRequest {
        TestRequest(
            path: "/4/broadcasts/apps/\(Self.app)",
            headers: [
                ("authorization", "bearer \(try usualToken())"), ("apns-channel-id", Self.base64(channel.id, isURL: false) + "=="),
                ("apns-push-type", "LiveActivity"),
                ("apns-expiration", "0"), ("apns-request-id", "123e4567-e89b-12d3-a456-42665544000B"),
            ],
            body: #"{"aps":{"event":"update"}}"#)
    }

    /// A right request to the management.
    func manage(_ method: String, _ path: String, channel: PushChannel? = nil, body: String = "") throws -> TestRequest {
        var request = TestRequest(
            method: method, path: path,
            headers: [("authorization", "bearer \(try usualToken())"), ("apns-request-id", "123e4567-e89b-12d3-a456-42665544000C")], body: body)
        if let channel { request.headers.append(("apns-channel-id", Self.base64(channel.id, isURL: false) + "==")) }
        return request
    }

    /// A connection to the push door.
    func connect(alpn: [String] = ["h2"], certificate: String? = nil, window: Int? = nil) async throws -> TestConnection {
        try await TestConnection.open(gateway.addresses[0].port, group: Self.group, alpn: alpn, certificate: certificate, window: window)
    }

    func connectToManagement(window: Int? = nil) async throws -> TestConnection {
        try await TestConnection.open(gateway.managementAddresses[0].port, group: Self.group, alpn: ["h2"], certificate: nil, window: window)
    }
}
