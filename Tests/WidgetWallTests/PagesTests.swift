import Testing
import WidgetCore

@testable import WidgetWall

@Suite("Pages, and the hours of a wall") struct PagesTests {
    @Test("A turned page glides into its place, and is there after a little more than half a second")
    func turning() {
        var pages = PageTurner(interval: nil)
        pages.set(count: 3, at: 0)
        pages.turn(to: 1, at: 10)
        #expect(pages.position(at: 10) == 0)
        #expect((0.2...0.9).contains(pages.position(at: 10.1)))
        #expect(pages.isMoving(at: 10.1) && !pages.isMoving(at: 10.7))
        #expect(pages.position(at: 10.7) == 1)
        pages.turn(to: 7, at: 20)
        #expect(pages.current == 2)
    }

    @Test("Pages turn by themselves after their time, and the first follows the last; a hand's turn begins the time anew")
    func byThemselves() {
        var pages = PageTurner(interval: 30)
        pages.set(count: 2, at: 0)
        #expect(pages.nextTurn == 30)
        pages.advance(to: 29.9)
        #expect(pages.current == 0)
        pages.advance(to: 30)
        #expect(pages.current == 1 && pages.nextTurn == 60)
        pages.turn(to: 0, at: 45)
        #expect(pages.nextTurn == 75)
        pages.advance(to: 75)
        pages.advance(to: 105)
        #expect(pages.current == 0)
        pages.set(count: 1, at: 110)
        #expect(pages.nextTurn == nil)
    }

    @Test("Another time between pages begins at once, and the page that is seen stays")
    func otherInterval() {
        var pages = PageTurner(interval: 30)
        pages.set(count: 3, at: 0)
        pages.turn(to: 2, at: 10)
        pages.set(interval: 5, at: 20)
        #expect(pages.nextTurn == 25 && pages.current == 2)
        pages.set(interval: 5, at: 22)
        #expect(pages.nextTurn == 25)
        pages.set(interval: nil, at: 23)
        #expect(pages.nextTurn == nil)
    }

    @Test("A finger takes the pages along, and beyond the last one with resistance; a quick one turns, a slow one goes back")
    func swiping() {
        var pages = PageTurner(interval: 30)
        pages.set(count: 2, at: 0)
        pages.drag(by: 0.3, at: 1)
        #expect(pages.position(at: 1) == 0.3 && pages.nextTurn == nil)
        pages.release(velocity: 0, at: 1.1)
        #expect(pages.current == 0)
        pages.drag(by: 0.3, at: 3)
        pages.release(velocity: 2, at: 3.1)
        #expect(pages.current == 1)
        pages.drag(by: 0.6, at: 5)
        #expect(abs(pages.position(at: 5) - 1.2) < 1e-9)
        pages.release(velocity: 0, at: 5)
        #expect(pages.current == 1 && pages.position(at: 6) == 1)
    }

    @Test("A wall is dimmed from the one time to the other, also over midnight")
    func dimming() {
        func minute(_ hour: Int, _ minute: Int) -> Timestamp { Timestamp(milliseconds: Int64((hour * 60 + minute) * 60_000)) }
        let night = DimmingHours(dimming: .init(from: 22 * 60, to: 7 * 60, level: 0.3)) { _ in 3_600 }
        // An hour east of UTC.
        #expect(!night.isDimmed(at: minute(20, 59)) && night.isDimmed(at: minute(21, 0)))
        #expect(night.isDimmed(at: minute(5, 59)) && !night.isDimmed(at: minute(6, 0)))
        #expect(night.nextChange(after: minute(12, 0)) == minute(21, 0))
        #expect(night.nextChange(after: minute(21, 0)) == minute(30, 0))
        let always = DimmingHours(dimming: .init(from: 60, to: 60, level: 0.3)) { _ in 0 }
        #expect(always.isDimmed(at: minute(9, 0)) && always.nextChange(after: minute(9, 0)) == nil)
    }

    @Test("Where the clocks are set back before the wall is dimmed, it is dimmed by the new time")
    func clockChange() {
        // At 02:00 UTC the zone goes from two hours ahead to one.
        let zone: @Sendable (Timestamp) -> Int = { $0.milliseconds < 2 * 3_600_000 ? 7_200 : 3_600 }
        let hours = DimmingHours(dimming: .init(from: 6 * 60, to: 8 * 60, level: 0.3), offset: zone)
        #expect(hours.nextChange(after: Timestamp(milliseconds: 0)) == Timestamp(milliseconds: 5 * 3_600_000))
    }
}
