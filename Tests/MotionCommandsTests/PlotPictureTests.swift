import CZlib
import Testing

@testable import MotionCommands
@testable import WidgetCommands

@Suite("A plot as a picture")
struct PlotPictureTests {
    private let size = PlotSize(width: 640, height: 480)

    // MARK: SVG

    @Test("SVG is well-formed, with a panel and a name for each curve")
    func svg() throws {
        let plot = try plot(".snappy", "linear(duration: 1).repeatForever(autoreverses: false)", "timingCurve(0.2, -2, 0.8, 3, duration: 1)")
        let text = SVGCanvas(PlotPicture(plot, size: .usual(curves: 3))).text
        let elements = try MarkupReader.elements(of: text)
        #expect(elements.first == "svg")
        #expect(elements.count { $0 == "polyline" } == 3)
        for curve in plot.curves { #expect(text.contains(">\(curve.label)</text>")) }
        #expect(text.contains("width=\"1920\" height=\"480\""))
        #expect(text.contains("prefers-color-scheme: dark"))
        #expect(text.contains("stroke-dasharray"))
    }

    @Test("The line of SVG is the curve, within a tenth of a pixel")
    func svgPoints() throws {
        let plot = try plot("bouncy")
        let canvas = Recorder.drawing(PlotPicture(plot, size: size))
        let text = SVGCanvas(PlotPicture(plot, size: size)).text
        let list = try #require(text.split(separator: "points=\"").last?.split(separator: "\"").first)
        let line = list.split(separator: " ").map { pair in
            let numbers = pair.split(separator: ",").compactMap { Double($0) }
            return PlotPoint(x: numbers[0], y: numbers[1])
        }
        #expect(line.count < canvas.curves[0].count / 2)
        for point in canvas.curves[0] {
            let next = try #require(line.firstIndex { $0.x >= point.x - 0.01 })
            let (before, after) = (line[max(0, next - 1)], line[next])
            let part = after.x > before.x ? min(max((point.x - before.x) / (after.x - before.x), 0), 1) : 1
            #expect(abs(before.y + (after.y - before.y) * part - point.y) < 0.1)
        }
    }

    @Test("What is thinned keeps its ends and its jumps")
    func thinning() {
        let points = [(0, 0), (1, 0), (2, 0), (2, 9), (3, 9), (4, 9)].map { PlotPoint(x: $0.0, y: $0.1) }
        #expect(points.thinned(tolerance: 0.05) == [points[0], points[2], points[3], points[5]])
        #expect([PlotPoint]().thinned(tolerance: 1).isEmpty)
        #expect([points[0]].thinned(tolerance: 1) == [points[0]])
    }

    @Test("A curve goes from the lower left to the upper right, at the places of its values")
    func places() throws {
        let canvas = Recorder.drawing(PlotPicture(try plot("linear(duration: 1)", duration: 1), size: size))
        let points = canvas.curves[0]
        let (first, last) = (try #require(points.first), try #require(points.last))
        #expect(first.x > 0 && last.x < 640 && first.x < last.x && first.y > last.y && first.y < 480 && last.y > 0)
        for point in points {
            let part = (point.x - first.x) / (last.x - first.x)
            #expect(abs(first.y + (last.y - first.y) * part - point.y) < 1e-6)
        }
    }

    // MARK: PNG

    @Test("PNG decodes to the same pixels, of the size that was asked for", arguments: [(100, 100), (333, 257), (640, 480)])
    func png(width: Int, height: Int) throws {
        let canvas = RasterCanvas(PlotPicture(try plot(".snappy"), size: PlotSize(width: width, height: height)))
        let picture = try PNGReader(try #require(PictureFormat.png(canvas)))
        #expect(picture.width == width && picture.height == height)
        // Compared here: what differs of a million bytes is no text for a user.
        let isSame = picture.pixels == canvas.pixels
        #expect(isSame)
    }

    @Test("The curve's pixels have its colour, and those far from it haven't")
    func pixels() throws {
        let picture = PlotPicture(try plot(".bouncy"), size: size)
        var recorder = Recorder()
        recorder.letterWidth = 12
        recorder.lineHeight = 22
        picture.draw(on: &recorder)
        let png = try PNGReader(try #require(PictureFormat.png(RasterCanvas(picture))))
        let color = PlotTheme.light.color(.curve(0))
        let top = try #require(recorder.curves[0].map(\.y).min())
        for point in recorder.curves[0] where point.x < 600 {
            #expect(png[Int(point.x), Int(point.y)].distance(to: color) < 16)
            #expect(point.y - top < 20 || png[Int(point.x), Int(top)].distance(to: color) > 16)
        }
        #expect(png[0, 0] == PlotTheme.light.ground && png[639, 479] == PlotTheme.light.ground)
    }

    @Test("A line is drawn once where its pieces meet, and its edge is smooth")
    func smoothness() {
        var canvas = RasterCanvas(width: 40, height: 40, scale: 2)
        canvas.curve([(5, 5), (20, 20.5), (35, 36)].map { PlotPoint(x: $0.0, y: $0.1) }, number: 0)
        let blues = Set((0..<1_600).map { canvas.pixels[3 * $0] })
        #expect(blues.contains(PlotTheme.light.color(.curve(0)).red) && blues.contains(255))
        #expect(blues.count > 8)
    }

    @Test("Nothing is drawn outside, wherever a curve goes")
    func outside() {
        var canvas = RasterCanvas(width: 10, height: 10)
        canvas.curve([(-50, -50), (60, 3), (4, 1e5)].map { PlotPoint(x: $0.0, y: $0.1) }, number: 0)
        canvas.text("snappy", at: PlotPoint(x: -3, y: 4), .start, .text)
        canvas.line(from: PlotPoint(x: -5, y: 3), to: PlotPoint(x: 20, y: 3), .axis, .dashed)
        #expect(canvas.pixels.count == 300)
    }

    @Test("Each character of an animation and its figures has a letter of its own")
    func letters() {
        let known = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:()-+_"
        #expect(Set(known.map { PixelFont.columns(of: $0) }).count == known.count)
        #expect(PixelFont.columns(of: " ").allSatisfy { $0 == 0 })
        #expect(PixelFont.columns(of: "é") == [0x7F, 0x41, 0x41, 0x41, 0x7F])
    }

    // MARK: Sizes

    @Test(
        "A size is a width and a height",
        arguments: [
            ("640x480", PlotSize(width: 640, height: 480)), ("640X480", PlotSize(width: 640, height: 480)), ("640", nil), ("x480", nil), ("640x", nil),
            ("-1x3", nil),
            ("640x480x1", nil), ("640 x 480", nil), ("6e2x400", nil), ("99999999999999999999x1", nil),
        ])
    func sizes(text: String, size: PlotSize?) {
        #expect(PlotSize(text) == size)
    }

    @Test("A picture of a bad size, or one that is too small for its curves, is refused")
    func sizeLimits() {
        #expect(PlotSize(width: 100, height: 100).fault(curves: 1) == nil)
        #expect(PlotSize(width: 4_096, height: 4_096).fault(curves: 16) == nil)
        for size in [PlotSize(width: 99, height: 100), PlotSize(width: 100, height: 4_097)] {
            #expect(size.fault(curves: 1)?.contains("100x100 to 4096x4096") == true)
        }
        #expect(PlotSize(width: 200, height: 200).fault(curves: 16)?.contains("too small for 16 curves") == true)
        for curves in 1...PlotLimits.specs { #expect(PlotSize.usual(curves: curves).fault(curves: curves) == nil) }
    }

    @Test("Panels stand side by side within the picture", arguments: [1, 2, 3, 4, 5, 6, 7, 9, 16])
    func grid(curves: Int) {
        let size = PlotSize.usual(curves: curves)
        let grid = PlotGrid(curves: curves, size: size)
        let rects = (0..<curves).map(grid.rect)
        #expect(rects.allSatisfy { $0.x >= 0 && $0.y >= 0 && $0.right <= Double(size.width) && $0.bottom <= Double(size.height) })
        #expect(Set(rects.map { "\($0.x) \($0.y)" }).count == curves)
        #expect(grid.panel.width == 640 && grid.panel.height == 480)
    }

    @Test(
        "A file's ending says its format",
        arguments: [("a.svg", .svg), ("b.PNG", .png), ("/tmp/x.png", .png), ("-", nil), ("svg", nil), ("a.svg.gz", nil), ("", nil)]
            as [(String, PictureFormat?)])
    func format(path: String, format: PictureFormat?) {
        #expect(PictureFormat(path: path) == format)
    }
}

/// Keeps the curves that are drawn.
private struct Recorder: PlotCanvas {
    var letterWidth = 14 * 0.62
    var lineHeight = 14 * 1.4
    private(set) var curves: [[PlotPoint]] = []

    static func drawing(_ picture: PlotPicture) -> Recorder {
        var recorder = Recorder()
        picture.draw(on: &recorder)
        return recorder
    }

    mutating func line(from start: PlotPoint, to end: PlotPoint, _ ink: PlotInk, _ dash: PlotDash) {}
    mutating func curve(_ points: [PlotPoint], number: Int) { curves.append(points) }
    mutating func text(_ text: String, at place: PlotPoint, _ anchor: PlotAnchor, _ ink: PlotInk) {}
}

extension PlotColor {
    fileprivate func distance(to other: PlotColor) -> Int {
        [(red, other.red), (green, other.green), (blue, other.blue)].map { abs(Int($0.0) - Int($0.1)) }.max() ?? 0
    }
}
