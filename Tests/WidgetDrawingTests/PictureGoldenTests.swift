import Foundation
import LayoutTestSupport
import Testing
import WidgetCommands
import WidgetCore
import WidgetLayout
import WidgetVector

@testable import WidgetDrawing

extension CairoTests {
    /// The pictures of the cases, beside those that are kept and beside librsvg's of the same list.
    /// Letters are drawn as outlines: Cairo 1.16 puts glyphs at whole pixels.
    @Suite(.enabled(if: InstalledFonts.hasInter, "the font Inter isn't installed (on Debian and Ubuntu: apt-get install fonts-inter)"))
    struct PictureGoldenTests {
        /// Cases whose letters come from other fonts, which differ from machine to machine.
        private static let withOtherFonts: Set = ["22b-scripts", "26a-text-styles", "26b-rich-text", "22a-right-to-left"]

        private static func surface(_ list: DisplayList, scale: Double, text: PangoText) -> Surface {
            let surface = Surface(for: list, scale: scale)
            let renderer = ListRenderer(text: text)
            renderer.drawsTextAsPaths = true
            renderer.draw(list, on: surface, scale: scale)
            return surface
        }

        /// The first look of a case on the ground that its place has.
        private static func list(_ name: String, text: PangoText, look: Int = 0) throws -> DisplayList {
            let golden = try GoldenCase(name)
            let list = golden.list(golden.looks[look], measurer: text)
            return DisplayList.composed([(list, .zero)], size: list.size, scale: list.scale, background: .color(ResolvedColor(rgb: 0x6B5B95)))
        }

        @Test(arguments: GoldenCase.all.filter { !withOtherFonts.contains($0) }) func thePictureIsAsItIsKept(_ name: String) throws {
            let text = PangoText()
            for scale in [1.0, 2] {
                let surface = Self.surface(try Self.list(name, text: text), scale: scale, text: text)
                let file = GoldenFile.directory.appendingPathComponent("\(name)@\(Int(scale))x.png")
                if GoldenFile.isWriting {
                    let png = try #require(PNGFile.bytes(width: surface.width, height: surface.height, .rgba, pixels: surface.rgba))
                    try Data(png).write(to: file)
                    continue
                }
                let kept = try #require(try? Data(contentsOf: file), "there is no golden picture; make goldens writes it")
                let golden = try PNGImage(Array(kept))
                let off = golden.share(off: 48, from: surface)
                #expect(off <= 0.002, "\(name)@\(Int(scale))x: \(off * 100) % of the pixels are off")
            }
        }

        private static let rsvg = ["/usr/bin/rsvg-convert", "/usr/local/bin/rsvg-convert"].first { FileManager.default.isExecutableFile(atPath: $0) }

        /// Blend modes and colour effects are left out: librsvg blends with what lies outside the group.
        @Test(
            .enabled(if: rsvg != nil, "there is no rsvg-convert (on Debian and Ubuntu: apt-get install librsvg2-bin)"),
            arguments: [
                "01-caffeine", "02-text-wrap", "04-baselines", "12-layers", "13a-gradients", "13b-shapes", "14a-grid", "15-gauges", "16-symbols", "29a-charts",
            ])
        func librsvgDrawsTheSameOfTheSVG(_ name: String) throws {
            let text = PangoText()
            let list = try Self.list(name, text: text)
            let surface = Self.surface(list, scale: 2, text: text)
            let directory = FileManager.default.temporaryDirectory.appendingPathComponent("widgetd-svg-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: directory) }
            let (svg, png) = (directory.appendingPathComponent("a.svg"), directory.appendingPathComponent("a.png"))
            try SVGRenderer().document(list).write(to: svg, atomically: true, encoding: .utf8)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: try #require(Self.rsvg))
            process.arguments = ["--zoom", "2", "-o", png.path, svg.path]
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            let off = try PNGImage(Array(Data(contentsOf: png))).share(off: 48, from: surface)
            // Its letters lie at whole pixels.
            #expect(off <= 0.03, "\(off * 100) % of the pixels are off")
        }

        @Test func aDrawingOfAPartIsThatPartOfTheDrawing() throws {
            let text = PangoText()
            let list = try Self.list("01-caffeine", text: text)
            let (once, twice) = (Self.surface(list, scale: 2, text: text), Self.surface(list, scale: 2, text: text))
            #expect(once.rgba == twice.rgba)
        }
    }
}

/// The pixels of a PNG file.
struct PNGImage {
    private let surface: Surface

    init(_ bytes: [UInt8]) throws {
        let decoded = try #require(PNGReader(bytes).surface)
        surface = Surface(decoded)
    }

    /// The part of the pixels of which some channel differs by more than a bound; 1 for another size.
    func share(off bound: Int, from other: Surface) -> Double {
        guard surface.width == other.width, surface.height == other.height else { return 1 }
        let (a, b) = (surface.rgba, other.rgba)
        var count = 0
        for pixel in stride(from: 0, to: a.count, by: 4) where (0..<4).contains(where: { abs(Int(a[pixel + $0]) - Int(b[pixel + $0])) > bound }) { count += 1 }
        return Double(count) / Double(max(1, a.count / 4))
    }
}
