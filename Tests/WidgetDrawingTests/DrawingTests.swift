import CommandRendering
import Foundation
import Testing
import WidgetCore
import WidgetLayout

@testable import WidgetDrawing

extension CairoTests {
    /// The pixels of small lists.
    @Suite struct DrawingTests {
        private let red = ResolvedColor(red: 1, green: 0, blue: 0)

        private func drawn(_ nodes: [DisplayNode], _ width: Double = 20, _ height: Double = 20, pictures: any PictureSource = NoPictures()) -> Surface {
            let list = DisplayList(size: Size(width: width, height: height), scale: 1, nodes: nodes)
            let surface = Surface(for: list, scale: 1)
            CairoRenderer(text: PangoText(), pictures: pictures).draw(list, on: surface, scale: 1)
            return surface
        }

        private func leaf(_ rect: Rect, _ color: ResolvedColor, end: Int) -> DisplayNode {
            var outline = Outline()
            outline.move(to: rect.origin)
            outline.line(to: Point(x: rect.maxX, y: rect.minY))
            outline.line(to: Point(x: rect.maxX, y: rect.maxY))
            outline.line(to: Point(x: rect.minX, y: rect.maxY))
            outline.close()
            var node = DisplayNode(id: id(end), frame: rect, content: .shape(DisplayShape(outline, paint: .color(color))))
            node.end = end
            return node
        }

        private func group(_ effect: DisplayEffect, end: Int) -> DisplayNode {
            var node = DisplayNode(id: id(end), frame: Rect(x: 0, y: 0, width: 20, height: 20), effect: effect)
            node.end = end
            return node
        }

        private func id(_ number: Int) -> DisplayID { DisplayID(node: NodeID(high: 0, low: UInt64(number)), part: 0) }

        private func isPixel(_ surface: Surface, _ x: Int, _ y: Int, _ red: Int, _ green: Int, _ blue: Int, _ alpha: Int, within error: Int = 2) -> Bool {
            let pixel = surface.pixel(x: x, y: y)
            return [pixel.red - red, pixel.green - green, pixel.blue - blue, pixel.alpha - alpha].allSatisfy { $0.magnitude <= error }
        }

        @Test func plusDarkerAddsUpTheLackOfWhite() {
            let whole = Rect(x: 0, y: 0, width: 20, height: 20)
            func mixed(_ below: ResolvedColor, _ above: ResolvedColor) -> Surface {
                drawn([leaf(whole, below, end: 1), group(.blend(.plusDarker), end: 3), leaf(Rect(x: 5, y: 0, width: 10, height: 20), above, end: 3)])
            }
            let surface = mixed(ResolvedColor(red: 1, green: 0.8, blue: 0.4), ResolvedColor(red: 0.8, green: 0.6, blue: 0.2))
            #expect(isPixel(surface, 10, 10, 204, 102, 0, 255))
            #expect(isPixel(surface, 2, 10, 255, 204, 102, 255))
            // Half as much of a colour that is half opaque.
            let half = mixed(ResolvedColor(red: 1, green: 1, blue: 1), ResolvedColor(red: 0, green: 0.5, blue: 1, alpha: 0.5))
            #expect(isPixel(half, 10, 10, 128, 191, 255, 255))
            // Over nothing it is itself.
            #expect(isPixel(mixed(.clear, red), 10, 10, 255, 0, 0, 255))
        }

        /// A square of 20 points, turned about its upright middle.
        private func turned(_ degrees: Double, perspective: Double = 1) throws -> Surface {
            var view = ViewTree(.view(.shape(ViewShape(.rectangle, style: .color(.rgba(0xFF00_00FF))))))
            let rotation = ViewRotation3D(angle: degrees * .pi / 180, axisX: 0, axisY: 1, axisZ: 0, perspective: perspective)
            view.modifiers = [.rotation3D(rotation)]
            var traits = PresentationTraits(size: Size(width: 40, height: 40), scale: 4, margins: Insets(all: 10), now: Timestamp(milliseconds: 0))
            traits.hasChrome = false
            let text = PangoText()
            let list = Presentation(texts: TextCache(measurer: text)).displayList(of: try view.archive(), traits: traits)
            let surface = Surface(for: list, scale: 4)
            CairoRenderer(text: text).draw(list, on: surface, scale: 4)
            return surface
        }

        @Test func aTurnInSpaceIsATrapeze() throws {
            let surface = try turned(60)
            func height(_ x: Int) -> Int { (0..<160).filter { surface.pixel(x: x, y: $0).alpha > 127 }.count }
            // The edges lie at 80 - 20 / 0.567 and at 80 + 20 / 1.433 pixels, and are 80 / 0.567 and 80 / 1.433 high.
            let columns = (0..<160).filter { height($0) > 0 }
            #expect(abs((columns.first ?? 0) - 45) <= 1 && abs((columns.last ?? 0) - 93) <= 1)
            #expect(abs(height(46) - 139) <= 3 && abs(height(92) - 56) <= 2)
            #expect(isPixel(surface, 80, 80, 255, 0, 0, 255))
            // The same without perspective has the same height everywhere.
            let flat = try turned(60, perspective: 0)
            #expect((0..<160).filter { flat.pixel(x: 62, y: $0).alpha > 127 }.count == 80)
        }

        @Test func aTurnFromTheSideShowsNothing() throws {
            let surface = try turned(90)
            #expect(surface.rgba.allSatisfy { $0 == 0 })
        }

        @Test(arguments: [false, true]) func anAccentOfItsOwnStandsOverItsLetter(_ asPaths: Bool) throws {
            func picture(_ string: String, _ size: Double) throws -> Surface {
                let text = PangoText()
                var view = ViewTree.text(string)
                view.modifiers = [.font(ViewFont(size: size, weight: .medium))]
                var traits = PresentationTraits(size: Size(width: 120, height: 50), scale: 1, now: Timestamp(milliseconds: 0))
                traits.hasChrome = false
                let list = Presentation(texts: TextCache(measurer: text)).displayList(of: try view.archive(), traits: traits)
                let surface = Surface(for: list, scale: 1)
                let renderer = CairoRenderer(text: text)
                renderer.drawsTextAsPaths = asPaths
                renderer.draw(list, on: surface, scale: 1)
                return surface
            }
            for size in [15.0, 28] {
                let off =
                    zip(try picture("caf\u{E9} n\u{F1}", size).rgba, try picture("cafe\u{301} nn\u{303}", size).rgba).map { abs(Int($0) - Int($1)) }.max() ?? 0
                #expect(off < 100, "a pixel is off by \(off)")
                // An accent alone is small: neither a box nor a bar.
                let bytes = try picture("\u{301}", size).rgba
                let ink = stride(from: 3, to: bytes.count, by: 4).reduce(0.0) { $0 + Double(bytes[$1]) / 255 }
                #expect(ink > 1 && ink < size * size * 0.06, "\(ink) pixels")
            }
        }

        /// A picture of one colour.
        private final class Plain: PictureSource {
            private let png: [UInt8]?

            init(width: Int, height: Int) {
                png = PNGFile.bytes(width: width, height: height, .rgba, pixels: Array(repeating: [255, 0, 0, 255], count: width * height).flatMap { $0 })
            }

            func png(of digest: ContentDigest) -> [UInt8]? { png }
        }

        @Test(arguments: [1.0, 1.5, 2, 3]) func tilesHaveNoSeams(_ scale: Double) {
            let frame = Rect(x: 1.3, y: 1.7, width: 33.4, height: 21.9)
            for insets in [ViewInsets(top: 0, leading: 0, bottom: 0, trailing: 0), ViewInsets(top: 2.3, leading: 3.1, bottom: 1.9, trailing: 2.7)] {
                var picture = DisplayPicture(digest: ContentDigest(of: [1]), width: 10, height: 10, scale: 1.37)
                picture.resizing = ViewImage.Resizing(capInsets: insets, isTiled: true)
                var node = DisplayNode(id: id(1), frame: frame, content: .picture(picture))
                node.end = 1
                let list = DisplayList(size: Size(width: 40, height: 30), scale: scale, nodes: [node])
                let surface = Surface(for: list, scale: scale)
                CairoRenderer(text: PangoText(), pictures: Plain(width: 10, height: 10)).draw(list, on: surface, scale: scale)
                let (left, top) = (Int((frame.minX * scale).rounded(.up)), Int((frame.minY * scale).rounded(.up)))
                var seams = 0
                for y in top..<Int(frame.maxY * scale) {
                    for x in left..<Int(frame.maxX * scale) where !isPixel(surface, x, y, 255, 0, 0, 255) { seams += 1 }
                }
                #expect(seams == 0)
                // Nothing is drawn beside it.
                #expect(isPixel(surface, 0, 0, 0, 0, 0, 0) && isPixel(surface, Int(38 * scale), Int(27 * scale), 0, 0, 0, 0))
            }
        }

        @Test func aShapeFillsItsPlaceAndNothingElse() {
            let surface = drawn([leaf(Rect(x: 5, y: 5, width: 10, height: 10), red, end: 1)])
            #expect(isPixel(surface, 10, 10, 255, 0, 0, 255))
            #expect(isPixel(surface, 2, 10, 0, 0, 0, 0))
        }

        @Test func whatIsTogetherFadesTogether() {
            let surface = drawn([
                group(.opacity(0.5), end: 3), leaf(Rect(x: 0, y: 0, width: 20, height: 20), red, end: 2),
                leaf(Rect(x: 0, y: 0, width: 20, height: 20), ResolvedColor(red: 0, green: 0, blue: 1), end: 3),
            ])
            // Faded each by itself, red would be seen through blue.
            #expect(isPixel(surface, 10, 10, 0, 0, 255, 128))
        }

        @Test func aClipCutsAndATransformMoves() {
            let surface = drawn([
                group(.clip(DisplayShape(leafOutline(Rect(x: 0, y: 0, width: 8, height: 20)), paint: .color(.black))), end: 3),
                group(.transform(.translation(x: 4, y: 0)), end: 3), leaf(Rect(x: 0, y: 0, width: 10, height: 20), red, end: 3),
            ])
            #expect(isPixel(surface, 2, 10, 0, 0, 0, 0))
            #expect(isPixel(surface, 6, 10, 255, 0, 0, 255))
            #expect(isPixel(surface, 10, 10, 0, 0, 0, 0))
        }

        private func leafOutline(_ rect: Rect) -> Outline {
            guard case .shape(let shape)? = leaf(rect, red, end: 1).content else { return Outline() }
            return shape.outline
        }

        @Test func aMaskShowsAsMuchAsItIsOpaque() {
            let half = ResolvedColor(red: 0, green: 1, blue: 0, alpha: 0.5)
            let surface = drawn([
                group(.mask, end: 3), leaf(Rect(x: 0, y: 0, width: 20, height: 20), red, end: 2), leaf(Rect(x: 0, y: 0, width: 10, height: 20), half, end: 3),
            ])
            #expect(isPixel(surface, 5, 10, 255, 0, 0, 128))
            #expect(isPixel(surface, 15, 10, 0, 0, 0, 0))
        }

        @Test func coloursAreChangedByAMatrix() {
            let surface = drawn([group(.color(.saturation(0)), end: 2), leaf(Rect(x: 0, y: 0, width: 20, height: 20), red, end: 2)])
            #expect(isPixel(surface, 10, 10, 54, 54, 54, 255))
        }

        @Test func aBlurSpreadsAndKeepsTheSum() {
            let surface = drawn([group(.blur(6), end: 2), leaf(Rect(x: 15, y: 15, width: 10, height: 10), red, end: 2)], 40, 40)
            #expect(surface.pixel(x: 20, y: 20).alpha < 250)
            #expect(surface.pixel(x: 12, y: 20).alpha > 5)
            var sum = 0
            for y in 0..<40 { for x in 0..<40 { sum += surface.pixel(x: x, y: y).alpha } }
            #expect((sum - 100 * 255).magnitude < 2_500)
        }

        @Test func theLayersOfAnAnimationArentKeptAndThoseThatStayAre() {
            let renderer = CairoRenderer(text: PangoText())
            func draw(_ effect: DisplayEffect) {
                let nodes = [group(effect, end: 2), leaf(Rect(x: 15, y: 15, width: 10, height: 10), red, end: 2)]
                let list = DisplayList(size: Size(width: 40, height: 40), scale: 1, nodes: nodes)
                renderer.draw(list, on: Surface(for: list, scale: 1), scale: 1)
            }
            for step in 1...100 { draw(.blur(Double(step) / 10)) }
            #expect(renderer.layers.pixels == 0)
            draw(.blur(6))
            #expect(renderer.layers.pixels > 0)
        }

        /// Seconds that a drawing takes.
        private func seconds(_ draw: () -> Void) -> Double {
            let duration = ContinuousClock().measure(draw)
            return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
        }

        @Test func wideBlursTakeNoLongerThanNarrowOnes() {
            let place = Rect(x: 20, y: 70, width: 118, height: 18)
            func nodes(_ effect: DisplayEffect) -> [DisplayNode] {
                (0..<40).flatMap { [group(effect, end: 2 * $0 + 2), leaf(place, ResolvedColor(red: 1, green: 0, blue: 0, alpha: 0.9), end: 2 * $0 + 2)] }
            }
            for effect in [DisplayEffect.blur(500), .blur(1e9), .shadow(red, radius: 500, offset: .zero)] {
                #expect(seconds { _ = drawn(nodes(effect), 158, 158) } < 1)
            }
        }

        @Test func aHundredBlursWithinEachOtherAreDrawnInTime() {
            for radius in [1.0, 12, 500] {
                let blurs = (0..<100).map { _ in group(.blur(radius), end: 101) }
                #expect(seconds { _ = drawn(blurs + [leaf(Rect(x: 20, y: 20, width: 118, height: 118), red, end: 101)], 158, 158) } < 3)
            }
        }

        @Test func effectsBeyondTheBudgetAreLeftOutAndTheirViewsAreDrawn() {
            // A layer of each is the whole surface, and the budget is 4,000,000 pixels.
            let whole = Rect(x: 0, y: 0, width: 200, height: 200)
            let grays = (0..<110).flatMap { number in
                let y = number == 109 ? 100.0 : 0
                return [
                    group(.color(.saturation(0)), end: 3 * number + 3),
                    leaf(whole, ResolvedColor(red: 0, green: 0, blue: 0, alpha: 0.001), end: 3 * number + 2),
                    leaf(Rect(x: 0, y: y, width: 200, height: 100), red, end: 3 * number + 3),
                ]
            }
            let surface = drawn(grays, 200, 200)
            #expect(isPixel(surface, 100, 50, 255, 0, 0, 255))
            let few = drawn(Array(grays.prefix(270)), 200, 200)
            #expect(isPixel(few, 100, 50, 54, 54, 54, 255))
        }

        /// Half of a surface, blurred: the edge is a Gaussian's integral, whether or not the layer has fewer pixels.
        @Test(arguments: [24.0, 40, 100]) func aWideBlurIsAGaussianToo(_ radius: Double) {
            let surface = drawn([group(.blur(radius), end: 2), leaf(Rect(x: -600, y: -600, width: 800, height: 1_600), red, end: 2)], 400, 400)
            for x in stride(from: 10, to: 390, by: 20) {
                let expected = 255 * 0.5 * erfc((Double(x) + 0.5 - 200) / (radius / 2) / 2.0.squareRoot())
                #expect(abs(Double(surface.pixel(x: x, y: 200).alpha) - expected) < 8, "\(x)")
            }
        }

        @Test func aShadowLiesBehindAndBeside() {
            let surface = drawn(
                [group(.shadow(.black, radius: 0, offset: Point(x: 5, y: 5)), end: 2), leaf(Rect(x: 2, y: 2, width: 8, height: 8), red, end: 2)])
            #expect(isPixel(surface, 5, 5, 255, 0, 0, 255))
            #expect(isPixel(surface, 13, 13, 0, 0, 0, 255))
        }

        @Test(.timeLimit(.minutes(1))) func shadowsWithinShadowsDrawTheirViewsOnce() {
            let count = 40
            let shadows = (0..<count).map { _ in group(.shadow(.black, radius: 0, offset: Point(x: 0.1, y: 0)), end: count + 1) }
            let surface = drawn(shadows + [leaf(Rect(x: 2, y: 2, width: 8, height: 8), red, end: count + 1)])
            #expect(isPixel(surface, 5, 5, 255, 0, 0, 255))
        }

        @Test func aLayerIsDrawnAnewWhereSomethingInItChanges() {
            let renderer = CairoRenderer(text: PangoText())
            func drawn(_ color: ResolvedColor, x: Double) -> Surface {
                let nodes = [group(.shadow(.black, radius: 0, offset: Point(x: 5, y: 5)), end: 2), leaf(Rect(x: x, y: 2, width: 8, height: 8), color, end: 2)]
                let list = DisplayList(size: Size(width: 20, height: 20), scale: 1, nodes: nodes)
                let surface = Surface(for: list, scale: 1)
                renderer.draw(list, on: surface, scale: 1)
                return surface
            }
            let first = drawn(red, x: 2)
            for _ in 0..<2 { #expect(drawn(red, x: 2).rgba == first.rgba) }
            #expect(isPixel(drawn(ResolvedColor(red: 0, green: 0, blue: 1), x: 2), 5, 5, 0, 0, 255, 255))
            #expect(isPixel(drawn(red, x: 6), 5, 5, 0, 0, 0, 0))
        }

        @Test func aMaterialBlursWhatLiesBelowIt() {
            let below = leaf(Rect(x: 0, y: 0, width: 20, height: 40), red, end: 1)
            let glass = DisplayShape(leafOutline(Rect(x: 10, y: 0, width: 30, height: 20)), paint: .color(.black))
            let surface = drawn([below, group(.material(glass), end: 2)], 40, 40)
            #expect(surface.pixel(x: 24, y: 10).alpha > 20)
            // Outside of the material nothing is blurred.
            #expect(isPixel(surface, 24, 30, 0, 0, 0, 0))
        }

        @Test func theMiddleAloneIsRepeatedBetweenCaps() {
            var picture = DisplayPicture(digest: ContentDigest(of: [1]), width: 2, height: 1)
            picture.resizing = ViewImage.Resizing(capInsets: ViewInsets(top: 0, leading: 1, bottom: 0, trailing: 0), isTiled: true)
            picture.interpolation = .none
            var node = DisplayNode(id: id(1), frame: Rect(x: 0, y: 0, width: 20, height: 20), content: .picture(picture))
            node.end = 1
            let surface = drawn([node], pictures: OnePicture(Self.png))
            #expect(isPixel(surface, 0, 10, 255, 0, 0, 255))
            for x in [1, 2, 10, 19] { #expect(isPixel(surface, x, 10, 0, 0, 255, 255)) }
        }

        @Test func aColourEffectChangesNoEdge() {
            // The text's box begins between two pixels.
            let leaf = leaf(Rect(x: 2.5, y: 2, width: 8.5, height: 8), red, end: 2)
            let surface = drawn([group(.color(.saturation(1)), end: 2), leaf])
            #expect(isPixel(surface, 2, 5, 255, 0, 0, 128))
            #expect(isPixel(surface, 3, 5, 255, 0, 0, 255))
        }

        @Test func gradientsGoFromColourToColour() {
            let stops = [Paint.Stop(location: 0, color: .black), Paint.Stop(location: 1, color: .white)]
            var node = leaf(Rect(x: 0, y: 0, width: 20, height: 20), red, end: 1)
            node.content = .shape(
                DisplayShape(leafOutline(node.frame), paint: .linear(stops: stops, start: .zero, end: Point(x: 20, y: 0))))
            #expect((drawn([node]).pixel(x: 10, y: 10).red - 134).magnitude < 6)
            node.content = .shape(
                DisplayShape(leafOutline(node.frame), paint: .angular(stops: stops, center: Point(x: 10, y: 10), startAngle: 0, endAngle: 2 * .pi)))
            let around = drawn([node])
            #expect((around.pixel(x: 2, y: 10).red - 128).magnitude < 8)
            #expect((around.pixel(x: 10, y: 18).red - 64).magnitude < 8)
        }

        private final class OnePicture: PictureSource {
            let bytes: [UInt8]
            init(_ bytes: [UInt8]) { self.bytes = bytes }
            func png(of digest: ContentDigest) -> [UInt8]? { bytes }
        }

        /// Two by one pixels: red and blue.
        private static let png: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
            0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x7B, 0x40, 0xE8,
            0xDD, 0x00, 0x00, 0x00, 0x0F, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0xF8, 0xCF, 0xC0, 0xC0,
            0xC0, 0xF0, 0x1F, 0x00, 0x07, 0x00, 0x01, 0xFF, 0x7E, 0x08, 0xB1, 0xD0, 0x00, 0x00, 0x00, 0x00,
            0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
        ]

        @Test func aPictureThatIsNoneIsAPlace() {
            var node = DisplayNode(
                id: id(1), frame: Rect(x: 0, y: 0, width: 20, height: 20),
                content: .picture(DisplayPicture(digest: ContentDigest(of: [1]), width: 2, height: 1)))
            node.end = 1
            let surface = drawn([node], pictures: OnePicture([1, 2, 3]))
            #expect(isPixel(surface, 10, 10, 128, 128, 128, 64))
        }

        @Test func inkHasItsLevelsAndTheMeanOfThePicture() {
            let gray = ResolvedColor(red: 0.5, green: 0.5, blue: 0.5)
            let surface = drawn([leaf(Rect(x: 0, y: 0, width: 40, height: 40), gray, end: 1)], 40, 40)
            let one = InkDither.levels(of: surface, .one)
            #expect(Set(one) == [0, 1])
            #expect((one.reduce(0) { $0 + Int($1) } - 800).magnitude < 40)
            #expect(Set(InkDither.levels(of: surface, .four)).isSubset(of: [7, 8]))
            // Clear pixels are paper.
            #expect(Set(InkDither.levels(of: Surface(width: 4, height: 4), .one)) == [1])
        }

        @Test func aSurfaceHasItsBounds() {
            #expect(Surface(width: 0, height: -5).width == 1)
            #expect(Surface(width: 10, height: 1_000_000).height == Surface.largestSide)
        }
    }
}
