import Testing
import WidgetCore

@Suite("A picture is what its reference says")
struct PNGHeaderTests {
    static func png(width: UInt32, height: UInt32) -> [UInt8] {
        func bytes(_ number: UInt32) -> [UInt8] { stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) } }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + bytes(13) + Array("IHDR".utf8) + bytes(width) + bytes(height) + [8, 6, 0, 0, 0] + bytes(0)
    }

    @Test("The header's size is read")
    func size() throws {
        let header = try PNGHeader(Self.png(width: 300, height: 70_000))
        #expect(header.width == 300)
        #expect(header.height == 70_000)
    }

    @Test("Whatever is no PNG is refused, at any length")
    func noPNG() {
        let good = Self.png(width: 1, height: 1)
        for count in 0..<good.count { #expect(throws: WidgetError.self) { try PNGHeader(Array(good.prefix(count))) } }
        #expect(throws: WidgetError.self) { try PNGHeader(Array("GIF89a".utf8) + good) }
        #expect(throws: WidgetError.self) { try PNGHeader(Self.png(width: 0, height: 1)) }
        #expect(throws: WidgetError.self) { try PNGHeader(Self.png(width: 1 << 31, height: 1)) }
    }

    @Test("Other bytes and another size are told apart")
    func reference() throws {
        let data = Self.png(width: 2, height: 3)
        var reference = try ImageReference(png: data)
        #expect(throws: Never.self) { try reference.check(data) }
        #expect(throws: WidgetError.self) { try reference.check(Self.png(width: 3, height: 2)) }
        reference.width = 5
        #expect(throws: WidgetError.invalid("image", "has 2 by 3 pixels, and the archive says 5 by 3")) { try reference.check(data) }
    }

    @Test("A digest is SHA-256")
    func digest() {
        #expect(ContentDigest(of: Array("abc".utf8)).description == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
