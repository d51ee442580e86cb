import CommandRendering
import Testing

@Suite("What could be a secret is taken out of texts") struct RedactionTests {
    @Test(
        "A secret goes, and the rest of the sentence stays",
        arguments: [
            ("401 from https://api.example.org/v1/feed?key=abc: denied", "401 from https://api.example.org/[…] denied"),
            ("https://user:pass@host.example:8443", "https://host.example:8443"),
            ("https://push.example.org/wp/AAAAabcd1234", "https://push.example.org/[…]"),
            ("Authorization: Bearer abc", "Authorization: Bearer […]"), ("cookie=short", "cookie=[…]"), ("password: hunter", "password: […]"),
            ("the token is x", "the token is […]"), ("api_key=q", "api_key=[…]"), ("key: q", "key: […]"),
            ("got 0123456789abcdef0123456789abcdef back", "got […] back"), ("AEQCAIB-ABCDEF2-ABCDEFG-ABCDEFG", "[…]"),
            ("-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\nx", "[…] PRIVATE KEY-----\nx"),
            ("-----BEGIN PRIVATE KEY-----\nMIGH", "[…]"), ("ab12cd34ef56gh78ij90+/kl12mn34op56qr78==", "[…]/[…]"),
        ])
    func secrets(_ text: String, _ expected: String) {
        #expect(Redaction.text(text) == expected)
    }

    @Test(
        "What helps to find a fault stays",
        arguments: [
            "provider weather: exited with status 3", "/home/ann/.local/state/widgetd/widgetd.sqlite: No space left on device", "no key is there",
            "01a22574-b0c1-7d2e-8f3a-4b5c6d7e8f90 a reload failed", "https://example.org", "the code of the answer was 404",
            "can't listen on 127.0.0.1:9464", "a device's clock is ahead: its change waits", "", "two\nlines",
        ])
    func facts(_ text: String) {
        #expect(Redaction.text(text) == text)
    }

    @Test("A secret among many words is found at any place")
    func anywhere() {
        let secret = "s3cr3t-0123456789abcdef"
        let places = ["S", "a S", "S b", "(S)", "x=S", "\"S\"", "a:S,b", "https://h/S", "token S"]
        for text in places.map({ $0.replacing("S", with: secret) }) {
            #expect(!Redaction.text(text).contains("0123456789abcdef"), "\(text)")
        }
    }
}
