import Testing
import WidgetCore

@testable import WidgetPeers

@Suite struct PeerAddressTests {
    @Test(arguments: [
        ("desk:1", PeerAddress.host("desk", port: 1)), ("desk", .host("desk", port: 9434)), ("192.0.2.1:9434", .host("192.0.2.1", port: 9434)),
        ("[fe80::1%eth0]:2", .host("fe80::1%eth0", port: 2)), ("[::]", .host("::", port: 9434)), ("unix:/run/w.sock", .unix(path: "/run/w.sock")),
    ])
    func isRead(text: String, address: PeerAddress) throws {
        #expect(try PeerAddress(text) == address)
        #expect(try PeerAddress(address.description) == address)
    }

    @Test(arguments: [
        "", ":1", "invitations:", "invitations:x", "invitations:65536", "invitations:-1", "fe80::1", "[fe80::1", "[fe80::1]x", "[]:1", "unix:", "unix:relative",
        "a b:1", "a/b",
        "http://invitations:1",
        "unix:/" + String(repeating: "x", count: 107), String(repeating: "x", count: 254), "invitations\u{1B}:1",
    ])
    func isRefusedWithAnExample(text: String) {
        let error = #expect(throws: WidgetError.self) { try PeerAddress(text) }
        #expect(error?.message.hasPrefix("address: ") == true)
    }
}
