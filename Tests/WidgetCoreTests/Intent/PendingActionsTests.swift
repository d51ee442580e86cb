import Testing
import WidgetCore

/// A tap shows at once, until an entry knows it or it comes to nothing.
struct PendingActionsTests {
    private let widget: WidgetID
    private var pending = PendingActions()

    init() throws {
        widget = try #require(WidgetID("00000000-0000-7000-8000-000000000001"))
        pending.begin(PendingActions.Tap(widget: widget, action: "light", value: true), key: "a")
    }

    private var values: [Bool?] { pending.taps(of: widget).map(\.value) }

    @Test mutating func whatIsConfirmedStaysUntilAnEntryComes() {
        pending.confirm("a")
        #expect(values == [true])
        pending.didReceiveEntry(of: widget)
        #expect(values.isEmpty)
    }

    @Test mutating func anEntryThatComesBeforeItIsPerformedDoesNotKnowIt() {
        pending.didReceiveEntry(of: widget)
        #expect(values == [true])
    }

    @Test mutating func whatCameToNothingIsShownAsItWas() {
        pending.begin(PendingActions.Tap(widget: widget, action: "light", value: false), key: "b")
        #expect(values == [true, false])
        pending.fail("b")
        #expect(values == [true])
        pending.fail("a")
        #expect(values.isEmpty)
    }

    @Test mutating func anEndThatIsKnownIsNotTakenBack() {
        pending.confirm("a")
        pending.fail("a")
        #expect(values == [true], "it was performed")
        pending.begin(PendingActions.Tap(widget: widget, action: "light", value: false), key: "a")
        #expect(values == [true], "the key is the same tap")
    }

    @Test mutating func aWidgetThatIsGoneHasNone() {
        pending.forget(widget)
        #expect(values.isEmpty)
    }
}
