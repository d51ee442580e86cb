import CommandRendering
import Foundation
import LayoutTestSupport
import Testing
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

        /// The first look of a case on a ground of its own, and its pictures.
        private final class Scene: PictureSource {
            let list: DisplayList
            private let pictures: [ContentDigest: [UInt8]]

            convenience init(_ name: String, text: PangoText) throws {
                let golden = try GoldenCase(name)
                self.init(golden.list(golden.looks[0], measurer: text), golden.pictures)
            }

            init(_ list: DisplayList, _ pictures: [ContentDigest: [UInt8]] = [:]) {
                self.list = DisplayList.composed([(list, .zero)], size: list.size, scale: list.scale, background: .color(ResolvedColor(rgb: 0x6B5B95)))
                self.pictures = pictures
            }

            func png(of digest: ContentDigest) -> [UInt8]? { pictures[digest] }

            func surface(scale: Double, text: PangoText) -> Surface {
                let surface = Surface(for: list, scale: scale)
                let renderer = CairoRenderer(text: text, pictures: self)
                renderer.drawsTextAsPaths = true
                renderer.draw(list, on: surface, scale: scale)
                return surface
            }

            var svg: String { SVGRenderer(picture: png).document(list) }
        }

        @Test(arguments: GoldenCase.all.filter { !withOtherFonts.contains($0) }) func thePictureIsAsItIsKept(_ name: String) throws {
            let text = PangoText()
            let scene = try Scene(name, text: text)
            for scale in [1.0, 2] {
                let surface = scene.surface(scale: scale, text: text)
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

        /// Corners bend all that is in them, and places beyond the layout's limit are cut.
        private static let withBendsAndCuts: Set = ["30f-corner-labels", "30g-corner-gauge", "32b-huge-and-empty"]

        /// A geometry group says how views move, and not where they are.
        @Test(arguments: GoldenCase.all.filter { !withBendsAndCuts.contains($0) }) func geometryGroupsChangeNoPixel(_ name: String) throws {
            let text = PangoText()
            let golden = try GoldenCase(name)
            for look in golden.looks.prefix(2) {
                var archive = golden.archive
                for index in archive.nodes.indices {
                    // The cells of a row are placed by the grid.
                    if case .gridRow = archive.nodes[index].content { continue }
                    archive.nodes[index].modifiers.append(.geometryGroup)
                }
                let list = Presentation(texts: TextCache(measurer: text)).displayList(of: archive, traits: golden.traits(look))
                let grouped = Scene(list, golden.pictures).surface(scale: 1, text: text)
                let plain = Scene(golden.list(look, measurer: text), golden.pictures).surface(scale: 1, text: text)
                let png = try #require(PNGFile.bytes(width: plain.width, height: plain.height, .rgba, pixels: plain.rgba))
                let off = try PNGImage(png).share(off: 8, from: grouped)
                #expect(off <= 0.001, "\(name), \(look.name): \(off * 100) % of the pixels are off")
            }
        }

        // MARK: Other programs that draw the same

        private static func program(_ names: String...) -> URL? {
            names.lazy.flatMap { ["/usr/bin/\($0)", "/usr/local/bin/\($0)"] }.first(where: FileManager.default.isExecutableFile).map(URL.init(fileURLWithPath:))
        }
        private static let rsvg = program("rsvg-convert")

        private static let cases = [
            "01-caffeine", "02-text-wrap", "04-baselines", "12-layers", "13a-gradients", "13b-shapes", "14a-grid", "15-gauges", "15b-gauge-marks",
            "16-symbols", "16b-symbol-layers", "26c-accents", "29a-charts", "29c-chart-curves", "30g-corner-gauge", "33-tiles",
        ]

        /// The part of the pixels that a program draws otherwise than Cairo.
        /// - Parameter arguments: those for an SVG and the PNG that it becomes, at two pixels a point.
        private func share(of name: String, offWith program: URL, _ arguments: (_ svg: URL, _ png: URL, _ size: Size) -> [String]) throws -> Double {
            let text = PangoText()
            return try share(of: Scene(name, text: text), text, offWith: program, arguments)
        }

        private func share(
            of scene: Scene, _ text: PangoText, offWith program: URL, _ arguments: (_ svg: URL, _ png: URL, _ size: Size) -> [String]
        ) throws -> Double {
            let directory = FileManager.default.temporaryDirectory.appendingPathComponent("widgetd-svg-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: directory) }
            let (svg, png) = (directory.appendingPathComponent("a.svg"), directory.appendingPathComponent("a.png"))
            try scene.svg.write(to: svg, atomically: true, encoding: .utf8)
            let process = Process()
            process.executableURL = program
            process.arguments = arguments(svg, png, scene.list.size)
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return try PNGImage(Array(Data(contentsOf: png))).share(off: 48, from: scene.surface(scale: 2, text: text))
        }

        /// Blend modes and colour effects are left out: librsvg blends with what lies outside the group.
        @Test(.enabled(if: rsvg != nil, "there is no rsvg-convert (on Debian and Ubuntu: apt-get install librsvg2-bin)"), arguments: cases)
        func librsvgDrawsTheSameOfTheSVG(_ name: String) throws {
            let off = try share(of: name, offWith: try #require(Self.rsvg)) { svg, png, _ in ["--zoom", "2", "-o", png.path, svg.path] }
            // Its letters lie at whole pixels.
            #expect(off <= 0.03, "\(off * 100) % of the pixels are off")
        }

        /// Views that are cut out of each other, texts in a gradient around a point, and texts as masks.
        private static let cuts: [ViewTree] = {
            func shape(_ form: ViewShape.Form, _ color: ViewColor.Name, _ side: Double, _ blend: ViewBlendMode = .normal) -> ViewTree {
                var tree = ViewTree(.view(.shape(ViewShape(form, style: .color(.named(color))))))
                tree.modifiers = [.frame(ViewFrame(width: side, height: side)), .blendMode(blend)]
                return tree
            }
            func together(_ children: [ViewTree]) -> ViewTree {
                var tree = ViewTree(.view(.stack(axis: .depth, alignment: .center, spacing: nil)), children: children)
                tree.modifiers = [.compositingGroup]
                return tree
            }
            let around = ViewGradient(
                .angular(center: .center, startAngle: 0, endAngle: 2 * .pi),
                stops: [.init(.named(.red), location: 0), .init(.named(.blue), location: 0.5), .init(.named(.red), location: 1)])
            var word = ViewTree.text("WWW")
            word.modifiers = [.font(ViewFont(size: 36, weight: .black)), .foregroundStyle([.gradient(around)])]
            var masking = ViewTree.text("WWe\u{301}")
            masking.modifiers = [.font(ViewFont(size: 36, weight: .black))]
            let masked = ViewTree(.view(.layered(.mask, alignment: .center)), children: [shape(.rectangle, .green, 140), masking])
            return [
                together([shape(.rectangle, .red, 80), shape(.circle, .blue, 70, .destinationOut)]),
                together([shape(.circle, .yellow, 60), shape(.rectangle, .blue, 80, .destinationOver)]), word, masked,
            ]
        }()

        @Test(.enabled(if: rsvg != nil, "there is no rsvg-convert (on Debian and Ubuntu: apt-get install librsvg2-bin)"), arguments: cuts.indices)
        func librsvgCutsTheSame(_ number: Int) throws {
            let text = PangoText()
            var traits = PresentationTraits(size: Size(width: 160, height: 90), scale: 2, now: GoldenCase.noon)
            traits.hasChrome = false
            let list = Presentation(texts: TextCache(measurer: text)).displayList(of: try Self.cuts[number].archive(), traits: traits)
            let off = try share(of: Scene(list), text, offWith: try #require(Self.rsvg)) { svg, png, _ in ["--zoom", "2", "-o", png.path, svg.path] }
            // Letters lie at whole pixels there.
            #expect(off <= 0.04, "\(off * 100) % of the pixels are off")
        }

        @Test(
            .enabled(if: BrowserProgram.chromium != nil, "there is no chromium (on Debian and Ubuntu: apt-get install chromium)"), .timeLimit(.minutes(5)))
        func chromiumDrawsTheSameOfTheSVG() throws {
            let text = PangoText()
            let names = Self.cases + ["27a-effects", "27b-blend-modes"]
            let scenes = try names.map { try Scene($0, text: text) }
            // One page has all of them, because a browser starts slowly.
            var (page, files, rows) = ("<!DOCTYPE html><style>img { position: absolute; left: 0 }</style>", [String: String](), [Int]())
            for (name, scene) in zip(names, scenes) {
                page += #"<img src="\#(name).svg" style="top:\#(rows.reduce(0, +))px">"#
                files["\(name).svg"] = scene.svg
                rows.append(Int(scene.list.size.height.rounded(.up)))
            }
            let width = scenes.map(\.list.size.width).max() ?? 0
            let picture = try #require(BrowserProgram.chromium).picture(of: page, width: width, height: Double(rows.reduce(0, +)), files: files)
            var top = 0
            for (name, (scene, height)) in zip(names, zip(scenes, rows)) {
                let off = picture.share(off: 48, from: scene.surface(scale: 2, text: text), atRow: 2 * top)
                #expect(off <= 0.03, "\(name): \(off * 100) % of the pixels are off")
                top += height
            }
        }

        @Test func aDrawingOfAPartIsThatPartOfTheDrawing() throws {
            let text = PangoText()
            let scene = try Scene("01-caffeine", text: text)
            let whole = scene.surface(scale: 2, text: text)
            let damaged = scene.surface(scale: 2, text: text)
            let part = Rect(x: 20, y: 20, width: 80, height: 60)
            let renderer = CairoRenderer(text: text)
            renderer.drawsTextAsPaths = true
            // Something else was there, and the part is drawn anew.
            let other = DisplayList.composed([], size: scene.list.size, scale: 2, background: .color(ResolvedColor(rgb: 0xFF0000)))
            renderer.draw(other, on: damaged, scale: 2, within: part)
            #expect(damaged.rgba != whole.rgba)
            renderer.draw(scene.list, on: damaged, scale: 2, within: part)
            // Within a clip Cairo may round the edges of letters to the next level.
            let most = zip(damaged.rgba, whole.rgba).map { abs(Int($0) - Int($1)) }.max() ?? 0
            #expect(most <= 1)
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
        return share(off: bound, from: other, rows: 0..<other.height)
    }

    /// The same in some rows of both.
    func share(off bound: Int, from other: Surface, rows: Range<Int>) -> Double {
        share(off: bound, of: surface.rgba, from: other, rows, shift: 0)
    }

    /// The same of a part at the left edge, as large as the other picture.
    func share(off bound: Int, from other: Surface, atRow row: Int) -> Double { share(off: bound, of: surface.rgba, from: other, 0..<other.height, shift: row) }

    private func share(off bound: Int, of pixels: [UInt8], from other: Surface, _ rows: Range<Int>, shift: Int) -> Double {
        guard surface.width >= other.width, surface.height >= rows.upperBound + shift, other.height >= rows.upperBound else { return 1 }
        let others = other.rgba
        var count = 0
        for row in rows {
            for column in 0..<other.width {
                let (own, its) = (((row + shift) * surface.width + column) * 4, (row * other.width + column) * 4)
                if (0..<4).contains(where: { abs(Int(pixels[own + $0]) - Int(others[its + $0])) > bound }) { count += 1 }
            }
        }
        return Double(count) / Double(max(1, rows.count * other.width))
    }
}
