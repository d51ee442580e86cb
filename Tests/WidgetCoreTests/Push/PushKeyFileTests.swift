import Testing
import WidgetCore

@Suite("Files with keys of push senders")
struct PushKeyFileTests {
    /// The figures of one key, made for this test.
    private static let publicKey = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEfrxiob3XI4UX0JzVYoC/6xb5FAoP
        wlhfjTnsHgC3YCCTzAuBLx7+1M8AyIJkaV1qPTE1HMkzuVUA/yif8mACOA==
        -----END PUBLIC KEY-----
        """
    private static let appleKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSISDCVpG9nVOUeKh
        YZG7C40L46364phGnUIjw+R75tOhRANCAAR+vGKhvdcjhRfQnNVigL/rFvkUCg/C
        WF+NOeweALdgIJPMC4EvHv7UzwDIgmRpXWo9MTUcyTO5VQD/KJ/yYAI4
        -----END PRIVATE KEY-----
        """
    private static let opensslKey = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIEiEgwlaRvZ1TlHioWGRuwuNC+Ot+uKYRp1CI8Pke+bToAoGCCqGSM49
        AwEHoUQDQgAEfrxiob3XI4UX0JzVYoC/6xb5FAoPwlhfjTnsHgC3YCCTzAuBLx7+
        1M8AyIJkaV1qPTE1HMkzuVUA/yif8mACOA==
        -----END EC PRIVATE KEY-----
        """
    private static let otherCurve = """
        -----BEGIN PUBLIC KEY-----
        MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE57VR+zANaLYnmwlJca04YgB15nkQMVt3
        ey9feFH0uuu9CZUhqbLB/MRwFRV8vMB3EFw2dEOyrq2xaUoUOm1H2Hoq9SSURQYz
        lfcJ4oMZyJBVIg1w037CN8S63EXhAbWb
        -----END PUBLIC KEY-----
        """

    private func read(_ text: String) throws(WidgetError) -> PushKeyFile { try PushKeyFile(Array(text.utf8), name: "key.pem") }

    @Test("a public key, Apple's private key and OpenSSL's give the same public key")
    func forms() throws {
        let key = try read(Self.publicKey)
        #expect(!key.hadPrivateKey && P256PublicKey.isValid(key.publicKey))
        for text in [Self.appleKey, Self.opensslKey] {
            let other = try read("A comment\n-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n" + text + "\n")
            #expect(other.publicKey == key.publicKey && other.hadPrivateKey)
        }
    }

    @Test(
        "of anything else it says what it is, and never shows it",
        arguments: [
            ("", "has no PEM"), ("not a key", "has no PEM"), (otherCurve, "isn't one of P-256"),
            ("-----BEGIN PRIVATE KEY-----\nMIGHAgEA\n-----END PRIVATE KEY-----", "isn't one of P-256"),
            ("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----", "openssl x509"),
            ("-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIB\n-----END ENCRYPTED PRIVATE KEY-----", "openssl pkey"),
            ("-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----", "is an RSA private key; a public key of P-256 is needed: openssl ec"),
            ("-----BEGIN EC PRIVATE KEY-----\nMIIB\n-----END EC PRIVATE KEY-----", "has an EC private key that"),
            ("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----", "is a certificate; "),
            (String(repeating: "x", count: PushLimits.keyFileBytes + 1), "has no PEM"),
        ])
    func refusals(text: String, reason: String) {
        let error = #expect(throws: WidgetError.self) { try read(text) }
        #expect(error?.code == .invalidArgument && error?.message.contains(reason) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("MIGH") == false)
    }

    @Test("bytes that are no point of the curve are no key")
    func points() {
        #expect(!P256PublicKey.isValid([4] + [UInt8](repeating: 1, count: 64)))
        #expect(!P256PublicKey.isValid([]) && !P256PublicKey.isValid([UInt8](repeating: 4, count: 33)))
    }
}
