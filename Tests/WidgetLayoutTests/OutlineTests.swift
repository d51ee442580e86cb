import Testing
import WidgetCore

@testable import WidgetLayout

@Suite struct OutlineTests {
    @Test func aTrimmedLineIsAsLongAsItsPart() {
        var line = Outline()
        line.move(to: Point(x: 0, y: 0))
        line.line(to: Point(x: 100, y: 0))
        line.line(to: Point(x: 100, y: 100))
        let part = line.trimmed(from: 0.25, to: 0.75)
        #expect(part.elements == [.move(Point(x: 50, y: 0)), .line(Point(x: 100, y: 0)), .line(Point(x: 100, y: 50))])
    }

    @Test func aTrimmedCircleEndsWhereItsFractionSays() throws {
        let half = Outline.circle(in: Rect(x: 0, y: 0, width: 100, height: 100)).trimmed(from: 0, to: 0.5)
        guard case .move(let start)? = half.elements.first, case .curve(let end, _, _)? = half.elements.last else {
            Issue.record("no curve")
            return
        }
        #expect(isNear(start.x, 100) && isNear(start.y, 50))
        #expect(isNear(end.x, 0, within: 0.1) && isNear(end.y, 50, within: 0.1))
    }

    @Test func trimmingNothingOrAllChangesNothing() {
        let circle = Outline.circle(in: Rect(x: 0, y: 0, width: 10, height: 10))
        #expect(circle.trimmed(from: 0, to: 1) == circle)
        #expect(circle.trimmed(from: 0.5, to: 0.5).isEmpty)
    }

    @Test func aContinuousCornerReachesFurtherThanItsRadius() throws {
        let outline = Outline.continuousRectangle(Rect(x: 0, y: 0, width: 100, height: 100), radius: 20)
        guard case .move(let start)? = outline.elements.first else {
            Issue.record("empty")
            return
        }
        #expect(isNear(start.x, 100 - 1.528665 * 20, within: 0.001))
        // Too small for that, its corners are quarters of circles.
        expect(Outline.continuousRectangle(Rect(x: 0, y: 0, width: 50, height: 50), radius: 20).bounds, 0, 0, 50, 50)
    }

    @Test func transformsFollowEachOther() {
        let moved = Transform.scale(x: 2, y: 2).then(.translation(x: 10, y: 0)).apply(Point(x: 1, y: 1))
        #expect(moved == Point(x: 12, y: 2))
        let turned = Transform.rotation(.pi / 2).about(Point(x: 5, y: 5)).apply(Point(x: 10, y: 5))
        #expect(isNear(turned.x, 5) && isNear(turned.y, 10))
    }
}
