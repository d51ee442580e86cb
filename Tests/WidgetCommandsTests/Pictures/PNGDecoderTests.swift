import Foundation
import Testing
import WidgetCore
import WidgetSurfaces

@testable import CommandRendering

@Suite("PNG is decoded as it is meant, and a hostile one costs nothing")
struct PNGDecoderTests {
    static func bytes(_ base64: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: base64))) }

    /// The numbers that the samples' maker drew.
    static func expected(_ name: String, _ x: Int, _ y: Int) -> PixelImage.Pixel {
        let kind = String(name.prefix { $0.isLetter })
        let depth = Int(name.filter(\.isNumber)) ?? 8
        let level = depth < 8 ? (x * 5 + y * 3) & (1 << depth - 1) : x * 5 + y * 3
        func byte(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: value) }
        switch kind {
        case "gray":
            let gray = byte(depth < 8 ? level * 255 / (1 << depth - 1) : level)
            return .init(red: gray, green: gray, blue: gray)
        case "palette": return .init(red: byte(level * 16), green: byte(level * 3), blue: byte(255 - level), alpha: level == 1 ? 128 : 255)
        case "color": return .init(red: byte(x * 20), green: byte(y * 30), blue: byte((x + y) * 10))
        case "grayAlpha": return .init(red: byte(x * 20), green: byte(x * 20), blue: byte(x * 20), alpha: byte(y * 30))
        default: return .init(red: byte(x * 20), green: byte(y * 30), blue: byte((x + y) * 10), alpha: byte(255 - x * 10))
        }
    }

    @Test("Every colour type, depth and filter, interlaced or not", arguments: PNGSamples.samples.map(\.name))
    func kinds(name: String) throws {
        let sample = try #require(PNGSamples.samples.first { $0.name == name })
        let image = try PNGDecoder.decode(try Self.bytes(sample.base64))
        #expect((image.width, image.height) == (9, 7))
        for y in 0..<7 { for x in 0..<9 { #expect(image.pixels[y * 9 + x] == Self.expected(name, x, y), "column \(x), row \(y)") } }
    }

    @Test("Cut at any byte, or with any byte changed, it is decoded or refused")
    func broken() throws {
        for name in ["palette4", "colorAlpha16i"] {
            let bytes = try Self.bytes(try #require(PNGSamples.samples.first { $0.name == name }).base64)
            for count in bytes.indices { _ = try? PNGDecoder.decode(Array(bytes.prefix(count))) }
            for index in bytes.indices {
                for value: UInt8 in [0, 1, 0x7F, 0xFF] {
                    var changed = bytes
                    changed[index] = value
                    _ = try? PNGDecoder.decode(changed)
                }
            }
        }
        let cut = Array(try Self.bytes(PNGSamples.samples[3].base64).prefix(60))
        #expect(throws: WidgetError.self) { try PNGDecoder.decode(cut) }
    }

    @Test("One that says it is huge is refused before there is room made for it")
    func huge() throws {
        var bytes = try Self.bytes(PNGSamples.samples[3].base64)
        bytes.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
        #expect { try PNGDecoder.decode(bytes) } throws: { ($0 as? WidgetError)?.message.contains("at most 4194304 are drawn") == true }
    }
}
