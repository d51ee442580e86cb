import Testing
import WidgetCore

@testable import WidgetPeers

@Suite struct PeerAddressesTests {
    private let device = DeviceID.numbered(1)
    private let other = DeviceID.numbered(2)

    private func address(_ name: String) -> PeerAddress { .host(name, port: 9434) }

    @Test("the likeliest address comes first: where it worked, what is here, what was written down, what is remembered")
    func order() {
        var book = PeerAddresses()
        book.set([address("remembered")], of: device, from: .remembered)
        book.set([address("written")], of: device, from: .configured)
        book.set([device: [address("here")]], from: .found)
        book.set([address("worked")], of: device, from: .succeeded)
        #expect(book.addresses(of: device) == ["worked", "here", "written", "remembered"].map(address))
        #expect(book.addresses(of: other) == [])
    }

    @Test("an address that several name counts once, at its best place")
    func unique() {
        var book = PeerAddresses()
        book.set([address("a"), address("b")], of: device, from: .configured)
        book.set([device: [address("b")]], from: .found)
        #expect(book.addresses(of: device) == ["b", "a"].map(address))
    }

    @Test("who isn't found any more loses what was found, and nothing else")
    func gone() {
        var book = PeerAddresses()
        book.set([address("written")], of: device, from: .configured)
        book.set([device: [address("here")], other: [address("there")]], from: .found)
        book.set([other: [address("there")]], from: .found)
        #expect(book.addresses(of: device) == [address("written")])
        #expect(book.addresses(of: other) == [address("there")])
    }

    @Test("no source has more than 8 addresses, no device more than 16")
    func bounds() {
        var book = PeerAddresses()
        let many = (0..<20).map { address("a\($0)") }
        book.set(many, of: device, from: .configured)
        #expect(book.addresses(of: device) == Array(many.prefix(8)))
        for source in PeerAddresses.Source.allCases { book.set((0..<20).map { address("\(source)-\($0)") }, of: device, from: source) }
        #expect(book.addresses(of: device).count == 16)
    }

    @Test("a device of which nobody says anything any more leaves nothing")
    func silent() {
        var book = PeerAddresses()
        book.set([address("a")], of: device, from: .remembered)
        book.set([], of: device, from: .remembered)
        #expect(book == PeerAddresses())
    }
}

extension DeviceID {
    /// A device for tests.
    static func numbered(_ number: UInt8) -> DeviceID { DeviceID(bytes: [UInt8](repeating: number, count: byteCount)) ?? DeviceID(certificate: []) }
}
