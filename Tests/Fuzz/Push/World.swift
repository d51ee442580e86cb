import Crypto
import WidgetCore
import WidgetGateway

/// One app with a token, a channel and a key, and requests made of an input's bytes.
final class World: PushPort {
    enum ListenerRole: UInt8 {
        case push = 0x50
        case broadcast = 0x42
        case channels = 0x43
        case webPush = 0x57
    }

    static let now = Timestamp(milliseconds: 1_800_000_000_000)
    static let id = "00000000-0000-4000-8000-000000000000"
    static let app = "clock"
    static let tokenBytes: [UInt8] = [0xAB, 0xCD]
    static let channel = PushChannel(id: Array(1...16), app: app, storesMessages: true)
    private let key: PushKey
    /// The text that stands for `$TOKEN` in an input.
    let token: String
    /// Web Push's endpoints are made of it.
    static let secret: [UInt8] = Array(repeating: 7, count: 32)
    /// The text that stands for `$ENDPOINT` in an input's path: all of it.
    static let endpoint = PushToken(bytes: tokenBytes).map { WebPushSubscription(token: $0, origin: "", secret: secret).endpoint } ?? ""

    init() {
        // The same in each run, so that an input that was found fails again.
        guard let signer = try? P256.Signing.PrivateKey(rawRepresentation: Array(1...32)) else { preconditionFailure("32 bytes are a key") }
        key = PushKey(team: "TEAM", id: "KEY", publicKey: Array(signer.publicKey.x963Representation), addedAt: Self.now)
        let signed = Self.base64(#"{"alg":"ES256","kid":"KEY"}"#.utf8) + "." + Self.base64(#"{"iss":"TEAM","iat":1800000000}"#.utf8)
        guard let signature = try? signer.signature(for: Array(signed.utf8)) else { preconditionFailure("a key signs") }
        token = signed + "." + Self.base64(signature.rawRepresentation)
    }

    /// An input is a byte for the door, `METHOD PATH`, headers as `name: value`, an empty line, and the body.
    func request(_ bytes: UnsafeBufferPointer<UInt8>) -> (ListenerRole, PushRequest)? {
        guard let first = bytes.first else { return nil }
        let lines = bytes.dropFirst().split(separator: 0x0A, omittingEmptySubsequences: false)
        guard let head = lines.first else { return nil }
        let words = String(decoding: head, as: UTF8.self).split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let fields = lines.dropFirst().prefix { !$0.isEmpty }
        var headers = PushHeaders()
        for field in fields {
            let parts = String(decoding: field, as: UTF8.self).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let value = String(parts[1].drop { $0 == " " }).replacing("$TOKEN", with: token)
            headers.add(String(parts[0]), value)
        }
        let body = lines.dropFirst(fields.count + 2).joined(separator: [0x0A])
        let request = PushRequest(
            method: String(words[0]), path: words.count > 1 ? String(words[1]).replacing("$ENDPOINT", with: Self.endpoint) : "", headers: headers,
            body: Array(body))
        return (ListenerRole(rawValue: first) ?? .push, request)
    }

    func check(_ push: PushNotification) {
        precondition(push.token.bytes == Self.tokenBytes && push.address == .widgets(app: Self.app), "another token")
        // Nobody here encrypts: a Web Push with content can't be one.
        precondition(push.source == .apns || push.payload.isEmpty, "content that wasn't encrypted")
        precondition(push.payload.count <= PushLimits.payloadBytes && [1, 5, 10].contains(push.priority), "a push over the limits")
        precondition((push.collapseID?.utf8.count ?? 0) <= PushLimits.collapseIDBytes && push.id.utf8.count == 36, "ids over the limits")
        if let expiration = push.expiration { precondition(Self.now < expiration && expiration <= Self.now + PushLimits.storageDuration, "kept too long") }
    }

    private static func base64(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        var (text, bits, count) = ("", UInt32(0), 0)
        for byte in bytes {
            (bits, count) = (bits << 8 | UInt32(byte), count + 8)
            while count >= 6 {
                count -= 6
                text.append(digits[Int(bits >> count & 0x3F)])
            }
        }
        if count > 0 { text.append(digits[Int(bits << (6 - count) & 0x3F)]) }
        return text
    }

    // MARK: PushPort

    func registration(of token: PushToken) -> PushRegistration? { token.bytes == Self.tokenBytes ? PushRegistration(address: .widgets(app: Self.app)) : nil }
    func isApp(_ id: String) -> Bool { id == Self.app }
    func key(team: String, id: String) -> PushKey? { team == key.team && id == key.id ? key : nil }
    func channel(app: String, id: [UInt8]) -> PushChannel? { app == Self.app && id == Self.channel.id ? Self.channel : nil }
    func channels(app: String) -> [PushChannel] { app == Self.app ? [Self.channel] : [] }

    func topic(of token: PushToken) -> String? { token.bytes == Self.tokenBytes ? "build" : nil }

    // The rules ask, and do nothing.
    func post(_ post: TopicPost) async throws(WidgetError) -> ActivityReceipt { throw WidgetError(.unimplemented, "no post is taken here") }
    func accept(_ notification: PushNotification) async throws(WidgetError) { throw WidgetError(.unimplemented, "no push is taken here") }
    func broadcast(_ payload: [UInt8], app: String, channel: [UInt8], id: String, priority: Int, expiration: Timestamp?) async throws(WidgetError) {
        throw WidgetError(.unimplemented, "no push is taken here")
    }
    func makeChannel(app: String, storesMessages: Bool) async throws(WidgetError) -> PushChannel {
        throw WidgetError(.unimplemented, "no channel is made here")
    }
    func deleteChannel(app: String, id: [UInt8]) async throws(WidgetError) { throw WidgetError(.unimplemented, "no channel is here") }
}
