import Crypto
import Testing
import WidgetCore

@testable import WidgetGateway

/// RFC 8291, appendix A, has the keys and the message of the first test.
@Suite("Web Push's encryption")
struct WebPushEncryptionTests {
    private static let body =
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"

    private func keys() throws -> WebPushKeys {
        try WebPushKeys(
            privateKey: try #require(Base64URL.bytes(of: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")),
            authentication: try #require(Base64URL.bytes(of: "BTBZMqHH6r4Tts7J_aSIgg")))
    }

    @Test("the standard's own message is read")
    func example() throws {
        let keys = try keys()
        #expect(Base64URL.bytes(of: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4") == keys.publicKey)
        let body = try #require(Base64URL.bytes(of: Self.body))
        let message = try #require(EncryptedMessage(body))
        #expect(message.open(with: keys).map { String(decoding: $0, as: UTF8.self) } == "When I grow up, I want to be a watermelon")
    }

    @Test("the standard's own message is written")
    func written() throws {
        let receiver = try WebPushReceiver(
            endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
            publicKey: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", authentication: "BTBZMqHH6r4Tts7J_aSIgg")
        let sender = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: try #require(Base64URL.bytes(of: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")))
        let text = Array("When I grow up, I want to be a watermelon".utf8)
        let body = EncryptedMessage.seal(text, for: receiver, from: sender, salt: try #require(Base64URL.bytes(of: "DGv6ra1nlYgDCS1FRnbzlw")))
        #expect(body == Base64URL.bytes(of: Self.body))
    }

    @Test("the longest text fits into a body, and a longer one is refused")
    func longest() throws {
        let keys = try keys()
        let receiver = try WebPushReceiver(
            endpoint: "https://push.example.net/a", publicKey: Base64URL.urlText(of: keys.publicKey),
            authentication: Base64URL.urlText(of: keys.authentication))
        let text = [UInt8](repeating: 7, count: WebPushLimits.textBytes)
        let body = try #require(receiver.body(of: text))
        #expect(body.count == WebPushLimits.bodyBytes && EncryptedMessage(body)?.open(with: keys) == text)
        #expect(receiver.body(of: text + [7]) == nil)
        #expect(receiver.body(of: text) != body, "each message has a key and a salt of its own")
    }

    @Test(
        "a subscription that can't be one is refused by the name of its field",
        arguments: [
            ("http://push.example.net/a", "BCVx", "BTBZ", "endpoint"), ("https:///a", "BCVx", "BTBZ", "endpoint"),
            ("https://user@push.example.net/a", "", "", "endpoint"),
            ("https://push.example.net:0/a", "", "", "endpoint"),
            ("https://push.example.net/a b", "", "", "endpoint"), ("https://[::1]/", "", "", "endpoint"),
            ("https://push.example.net/a", "BCVx", "BTBZ", "p256dh"),
            (
                "https://push.example.net/a", "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZ", "auth"
            ),
        ])
    func refused(endpoint: String, publicKey: String, authentication: String, field: String) {
        let error = #expect(throws: WidgetError.self) {
            try WebPushReceiver(endpoint: endpoint, publicKey: publicKey, authentication: authentication)
        }
        #expect(error?.message.contains(field) == true, "\(error?.message ?? "")")
    }

    @Test("a message that was changed in any byte isn't read")
    func changed() throws {
        let (keys, body) = (try keys(), try #require(Base64URL.bytes(of: Self.body)))
        // All but the record's size, which may be larger than the record.
        for index in body.indices where !(16..<20).contains(index) {
            var changed = body
            changed[index] ^= 1
            #expect(EncryptedMessage(changed)?.open(with: keys) == nil, "byte \(index)")
        }
        for count in 0..<body.count { #expect(EncryptedMessage(Array(body[..<count]))?.open(with: keys) == nil) }
    }

    @Test("the keys of a subscription are the same each time, and no other subscription's")
    func derived() throws {
        let secret = Array(repeating: UInt8(7), count: 32)
        let (one, other) = (try #require(PushToken(bytes: [1])), try #require(PushToken(bytes: [2])))
        let keys = WebPushKeys(token: one, secret: secret)
        #expect(keys.publicKey == WebPushKeys(token: one, secret: secret).publicKey && keys.publicKey.count == 65 && keys.authentication.count == 16)
        for different in [WebPushKeys(token: other, secret: secret), WebPushKeys(token: one, secret: Array(repeating: 8, count: 32))] {
            #expect(different.publicKey != keys.publicKey && different.authentication != keys.authentication)
        }
    }
}

/// RFC 8292.
@Suite("Who an application server says that it is")
struct ServerIdentificationTests {
    private let key = P256.Signing.PrivateKey()
    private let now = Timestamp(milliseconds: 1_800_000_000_000)

    private func header(audience: String = "https://push.example:2197", expires: Int64 = 1_800_000_600, signedBy other: P256.Signing.PrivateKey? = nil) throws
        -> String
    {
        func part(_ text: String) -> String { urlSafe(Array(text.utf8)) }
        let signed = part(#"{"typ":"JWT","alg":"ES256"}"#) + "." + part(#"{"aud":"\#(audience)","exp":\#(expires),"sub":"mailto:me@example.org"}"#)
        let signature = try (other ?? key).signature(for: Array(signed.utf8)).rawRepresentation
        return "vapid t=\(signed).\(urlSafe(Array(signature))), k=\(urlSafe(Array(key.publicKey.x963Representation)))"
    }

    private func urlSafe(_ bytes: [UInt8]) -> String {
        String(Base64URL.text(of: bytes).compactMap { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 == "=" ? nil : $0 })
    }

    private func isValid(_ header: String) -> Bool {
        VAPIDToken(header).map { $0.isValid(for: "https://push.example:2197", now: now) && $0.isSigned } ?? false
    }

    @Test("a board's own identification holds at the service that it is for, and after its key was kept")
    func own() throws {
        let receiver = try WebPushReceiver(
            endpoint: "https://Push.example:2197/x", publicKey: urlSafe(Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation)),
            authentication: urlSafe(Array(repeating: 1, count: 16)))
        let identity = WebPushIdentity()
        let kept = try #require(WebPushIdentity(identity.text))
        #expect(kept.publicKey == identity.publicKey && WebPushIdentity("x") == nil)
        #expect(isValid(kept.authorization(to: receiver, subject: "mailto:me@example.org", now: now)))
        #expect(!isValid(kept.authorization(to: receiver, subject: "mailto:me@example.org", now: now + .hours(-24))))
    }

    @Test("one that its key signed, for this service and for now, holds")
    func valid() throws {
        #expect(isValid(try header()))
        #expect(VAPIDToken(try header())?.publicKey == Array(key.publicKey.x963Representation))
    }

    @Test("one for another service, of another key, over, or too far ahead doesn't")
    func invalid() throws {
        #expect(!isValid(try header(audience: "https://other.example")))
        #expect(!isValid(try header(signedBy: P256.Signing.PrivateKey())))
        #expect(!isValid(try header(expires: 1_800_000_000 - 301)))
        #expect(!isValid(try header(expires: 1_800_000_000 + 86_400 + 301)))
        for text in ["", "vapid", "vapid t=x, k=y", "bearer abc", "vapid k=AAAA", "vapid t=a.b.c,k=" + String(repeating: "A", count: 87)] {
            #expect(!isValid(text))
        }
    }
}
