import LayoutTestSupport
import Testing
import WidgetCore
import WidgetLayout

@testable import WidgetWall

@Suite("What is drawn anew") struct FrameTests {
    private func list(_ color: ResolvedColor, x: Double = 0) -> DisplayList {
        var list = DisplayList(size: Size(width: 100, height: 100), scale: 1)
        let outline = Outline.rectangle(Rect(x: x, y: 10, width: 20, height: 20))
        var node = DisplayNode(
            id: DisplayID(node: NodeID(high: 1, low: 1), part: 0), frame: outline.bounds, content: .shape(DisplayShape(outline, paint: .color(color))))
        node.end = 1
        list.nodes = [node]
        return list
    }

    private func frame(_ layers: [(String, DisplayList, Point)]) -> SurfaceFrame {
        SurfaceFrame(size: Size(width: 400, height: 200), layers: layers.map { .init(id: .widget($0.0), list: $0.1, origin: $0.2, version: nil) })
    }

    @Test("Nothing is drawn where nothing differs, and otherwise the changed part alone, in pixels")
    func part() {
        let old = frame([("a", list(.white), .zero), ("b", list(.white), Point(x: 200, y: 0))])
        #expect(old.damage(since: old, scale: 1).isEmpty)
        let new = frame([("a", list(.white), .zero), ("b", list(.black, x: 40), Point(x: 200, y: 0))])
        // From 200 to 260, and a pixel around it.
        #expect(new.damage(since: old, scale: 1).rects == [PixelRect(left: 199, top: 9, right: 261, bottom: 31)])
        #expect(new.damage(since: old, scale: 1.5).rects == [PixelRect(left: 299, top: 14, right: 391, bottom: 46)])
    }

    @Test("A widget that moves, comes, leaves or gets in front of others is drawn whole")
    func whole() {
        let (a, b) = (("a", list(.white), Point.zero), ("b", list(.white), Point(x: 200, y: 0)))
        let whole = PixelRect(left: 199, top: -1, right: 301, bottom: 101)
        #expect(frame([a, b]).damage(since: frame([a]), scale: 1).rects == [whole])
        #expect(frame([a]).damage(since: frame([a, b]), scale: 1).rects == [whole])
        let moved = frame([a, ("b", list(.white), Point(x: 220, y: 0))])
        #expect(moved.damage(since: frame([a, b]), scale: 1).rects == [PixelRect(left: 199, top: -1, right: 321, bottom: 101)])
        #expect(frame([b, a]).damage(since: frame([a, b]), scale: 1).rects.count == 2)
    }

    @Test("Parts that overlap are drawn once, and many small ones become few")
    func region() {
        var region = PixelRegion()
        region.add(PixelRect(left: 0, top: 0, right: 10, bottom: 10))
        region.add(PixelRect(left: 20, top: 0, right: 30, bottom: 10))
        region.add(PixelRect(left: 5, top: 5, right: 25, bottom: 8))
        #expect(region.rects == [PixelRect(left: 0, top: 0, right: 30, bottom: 10)])
        for number in 0..<20 { region.add(PixelRect(left: 0, top: 100 * number, right: 5, bottom: 100 * number + 5)) }
        #expect(region.rects.count <= 8)
        for number in 0..<20 {
            let rect = PixelRect(left: 0, top: 100 * number, right: 5, bottom: 100 * number + 5)
            #expect(region.rects.contains { $0.intersection(rect) == rect })
        }
        region.add(PixelRect(left: 3, top: 3, right: 3, bottom: 9))
        #expect(region.rects.count <= 8)
    }
}
