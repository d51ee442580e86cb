import Testing
import WidgetLayout

@testable import WidgetWall

@Suite("What a finger does") struct GestureTests {
    private let start = Point(x: 100, y: 100)

    @Test("A finger that trembles and leaves has tapped")
    func tap() {
        var gesture = Gesture(nil, at: start, swipes: true, time: 0)
        #expect(gesture.move(to: Point(x: 105, y: 97), time: 0.1) == [])
        #expect(gesture.release(time: 0.2) == [.untouched, .tapped(start)])
        #expect(gesture.release(time: 0.3) == [])
    }

    @Test("One that moves aside swipes, and says how fast it left; without pages it does nothing")
    func swipe() {
        var gesture = Gesture(3, at: start, swipes: true, time: 0)
        #expect(gesture.move(to: Point(x: 80, y: 100), time: 0.02) == [.untouched, .swiped(20)])
        #expect(gesture.move(to: Point(x: 60, y: 100), time: 0.04) == [.swiped(40)])
        let effects = gesture.release(time: 0.05)
        guard case .swipeEnded(let velocity)? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect((400...1_000).contains(velocity))
        var still = Gesture(3, at: start, swipes: false, time: 0)
        #expect(still.move(to: Point(x: 80, y: 100), time: 0.02) == [.untouched])
        #expect(still.release(time: 0.1) == [])
    }

    @Test("One that moves up or down flicks a stack, and nothing else")
    func flick() {
        for (y, isUp) in [(60.0, true), (140, false)] {
            var gesture = Gesture(3, at: start, swipes: true, flicks: true, time: 0)
            #expect(gesture.move(to: Point(x: 105, y: y), time: 0.02) == [.untouched, .flicked(start, isUp: isUp)])
            #expect(gesture.move(to: Point(x: 105, y: y * 2), time: 0.04) == [], "once")
            var elsewhere = Gesture(3, at: start, swipes: true, time: 0)
            #expect(elsewhere.move(to: Point(x: 105, y: y), time: 0.02) == [.untouched])
        }
        var aside = Gesture(3, at: start, swipes: true, flicks: true, time: 0)
        #expect(aside.move(to: Point(x: 60, y: 100), time: 0.02) == [.untouched, .swiped(40)])
    }

    @Test("One that rests before it leaves doesn't throw")
    func rest() {
        var gesture = Gesture(nil, at: start, swipes: true, time: 0)
        _ = gesture.move(to: Point(x: 40, y: 100), time: 0.02)
        #expect(gesture.release(time: 1) == [.swipeEnded(0)])
    }

    @Test("One that stays where it is lifts the widget, carries it and drops it")
    func lift() {
        var gesture = Gesture(nil, at: start, swipes: true, time: 0)
        #expect(gesture.deadline == Gesture.rest)
        #expect(gesture.advance(to: 0.4) == [])
        #expect(gesture.advance(to: 0.5) == [.untouched, .lifted(start)])
        #expect(gesture.deadline == nil)
        #expect(gesture.move(to: Point(x: 300, y: 100), time: 0.6) == [.carried(Point(x: 300, y: 100))])
        #expect(gesture.release(time: 0.7) == [.dropped(Point(x: 300, y: 100))])
    }
}
