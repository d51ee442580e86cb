import Motion
import Testing

@Suite("A transaction on its way down")
struct TransactionStackTests {
    private let root = TransactionStack(Transaction(animation: Marker.animation(0)))

    @Test("is changed for what is below, and only there")
    func applying() {
        let below = root.applying { $0.animation = Marker.animation(1) }
        #expect(below.current.animation == Marker.animation(1))
        #expect(root.current.animation == Marker.animation(0))
    }

    @Test("is changed by value only where the value changed")
    func byValue() {
        #expect(root.applying(if: false) { $0.animation = nil }.current.animation == Marker.animation(0))
        #expect(root.animating(Marker.animation(1), if: false).current.animation == Marker.animation(0))
        #expect(root.animating(Marker.animation(1), if: true).current.animation == Marker.animation(1))
        #expect(root.animating(nil, if: true).current.animation == nil)
    }

    @Test("gets no animation from a view where animations are disabled")
    func disabled() {
        var transaction = Transaction()
        transaction.disablesAnimations = true
        let stack = TransactionStack(transaction)
        #expect(stack.animating(Marker.animation(1), if: true).current.animation == nil)
        #expect(stack.pushing(animation: Marker.animation(1)).current.animation == nil)
        #expect(stack.applying { $0.animation = Marker.animation(1) }.current.animation == Marker.animation(1))
    }

    @Test("is in a body what the body sets, and in the view inside what it was before")
    func scoped() {
        let body = root.pushing(animation: Marker.animation(1))
        #expect(body.current.animation == Marker.animation(1))
        #expect(body.popping().current.animation == Marker.animation(0))
        let inner = body.pushing { $0.animation = nil }
        #expect(inner.current.animation == nil)
        #expect(inner.popping().current.animation == Marker.animation(1))
        #expect(inner.popping().popping().current.animation == Marker.animation(0))
    }

    @Test("moves a view with what is outside of all bodies")
    func geometry() {
        #expect(root.geometry.animation == Marker.animation(0))
        let inner = root.applying { $0.animation = Marker.animation(1) }.pushing(animation: nil).pushing(animation: Marker.animation(2))
        #expect(inner.geometry.animation == Marker.animation(1))
    }

    @Test("stays what it is where nothing was pushed")
    func poppingTooMuch() {
        #expect(root.popping().popping().current.animation == Marker.animation(0))
    }

    @Test("isn't changed by transaction modifiers in a widget, but by animation modifiers")
    func widget() {
        let stack = TransactionStack(Transaction(animation: Marker.animation(0)), isWidget: true)
        #expect(stack.applying { $0.animation = nil }.current.animation == Marker.animation(0))
        #expect(stack.pushing { $0.animation = nil }.current.animation == Marker.animation(0))
        #expect(stack.pushing { $0.animation = nil }.popping().current.animation == Marker.animation(0))
        #expect(stack.animating(nil, if: true).current.animation == nil)
        #expect(stack.pushing(animation: Marker.animation(1)).current.animation == Marker.animation(1))
    }
}

@Suite("A value's changes")
struct ValueChangeTests {
    @Test("are told where it isn't what it was, and not for the first one")
    func changes() {
        var change = ValueChange<Int>()
        #expect([1, 1, 2, 2, 1].map { change.update($0) } == [false, false, true, false, true])
    }

    @Test("are told of an optional that becomes something and nothing")
    func optionals() {
        var change = ValueChange<Int?>()
        #expect([nil, nil, 1, nil].map { change.update($0) } == [false, false, true, true])
    }

    @Test("are always told of NaN, which isn't equal to itself")
    func nan() {
        var change = ValueChange<Double>()
        #expect([Double.nan, .nan, 0].map { change.update($0) } == [false, true, true])
    }
}
