import Testing

@testable import WidgetCore

@Suite struct DeviceIDTests {
    private let device: DeviceID

    init() throws { device = try #require(DeviceID(bytes: [UInt8](0..<32))) }

    /// Ids are shown, compared and kept by people: their form never changes.
    @Test(arguments: [
        ([UInt8](repeating: 0, count: 32), "AAAAAAA-AAAAAAA-AAAAAAA-AAAAAAA-AAAAAAA-AAAAAAA-AAAAAAA-AAAAAAA"),
        ([UInt8](repeating: 255, count: 32), "7777777-777777N-7777777-777777N-7777777-777777N-7777777-77777QL"),
        ([UInt8](0..<32), "AAAQEAY-EAUDAO5-CAJBIFQ-YDIOB4X-IBCEQTC-QKRMFYM-YDENBWH-A5DYPQS"),
    ])
    func theFormStays(bytes: [UInt8], text: String) throws {
        #expect(try #require(DeviceID(bytes: bytes)).description == text)
    }

    @Test func itIsTheSHA256OfTheCertificate() {
        // FIPS 180-4's example.
        let digest: [UInt8] = [
            0xBA, 0x78, 0x16, 0xBF, 0x8F, 0x01, 0xCF, 0xEA, 0x41, 0x41, 0x40, 0xDE, 0x5D, 0xAE, 0x22, 0x23, 0xB0, 0x03, 0x61, 0xA3, 0x96, 0x17, 0x7A, 0x9C,
            0xB4,
            0x10, 0xFF, 0x61, 0xF2, 0x00, 0x15, 0xAD,
        ]
        #expect(DeviceID(certificate: Array("abc".utf8)).bytes == digest)
    }

    @Test func whatIsShownIsRead() throws {
        #expect(DeviceID(device.description) == device)
        #expect(DeviceID(device.description.lowercased()) == device)
        #expect(DeviceID(device.description.filter { $0 != "-" }) == device)
        #expect(DeviceID(bytes: device.bytes) == device)
    }

    @Test func oneWrongSymbolIsAlwaysNoticed() {
        let text = Array(device.description)
        for index in text.indices where text[index] != "-" {
            for symbol in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" where symbol != text[index] {
                var wrong = text
                wrong[index] = symbol
                #expect(DeviceID(String(wrong)) == nil)
            }
        }
    }

    /// Luhn's rule misses the two of a pair that it counts alike: symbols 0 and 31.
    @Test func twoNeighboursThatChangedPlacesAreNoticed() {
        let text = Array(device.description)
        for index in text.indices.dropLast() where text[index] != text[index + 1] && text[index] != "-" && text[index + 1] != "-" {
            guard Set([text[index], text[index + 1]]) != ["A", "7"] else { continue }
            var wrong = text
            wrong.swapAt(index, index + 1)
            #expect(DeviceID(String(wrong)) == nil, "\(text[index])\(text[index + 1]) at \(index)")
        }
    }

    @Test(arguments: ["", "A", "not a device", "ABCDEF9-", String(repeating: "A", count: 55), String(repeating: "A", count: 57)])
    func anythingElseIsNoID(text: String) {
        #expect(DeviceID(text) == nil)
    }

    @Test func otherLengthsAreNoID() {
        for count in [0, 31, 33] { #expect(DeviceID(bytes: [UInt8](repeating: 1, count: count)) == nil) }
    }

    @Test func idsSortByTheirBytes() throws {
        let later = try #require(DeviceID(bytes: [UInt8](repeating: 0, count: 31) + [1]))
        let earlier = try #require(DeviceID(bytes: [UInt8](repeating: 0, count: 32)))
        #expect(earlier < later && later < device)
    }

    /// RFC 4648, section 10.
    @Test(arguments: [("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI")])
    func base32IsThatOfTheRFC(text: String, encoded: String) {
        #expect(Base32.text(Array(text.utf8)) == encoded)
        #expect(Base32.bytes(encoded) == Array(text.utf8))
    }

    @Test(arguments: ["M", "MZ9", "MZX", "M=", "MZ"])
    func base32WithLeftoversIsRefused(text: String) {
        #expect(Base32.bytes(text) == nil)
    }
}
