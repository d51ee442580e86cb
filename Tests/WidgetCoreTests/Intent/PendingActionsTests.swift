import Testing
import WidgetCore

/// What was tapped shows at once, until an entry knows it or it comes to nothing.
struct PendingActionsTests {
    private let widget: WidgetID
    private var book = PendingActions()

    init() throws {
        widget = try #require(WidgetID("00000000-0000-7000-8000-000000000001"))
        book.begin(PendingActions.Tap(widget: widget, action: "light", value: true), key: "a")
    }

    private var values: [Bool?] { book.taps(of: widget).map(\.value) }

    @Test mutating func whatIsConfirmedStaysUntilAnEntryComes() {
        book.confirm("a")
        #expect(values == [true])
        book.entryCame(of: widget)
        #expect(values.isEmpty)
    }

    @Test mutating func anEntryThatComesBeforeItIsPerformedDoesNotKnowIt() {
        book.entryCame(of: widget)
        #expect(values == [true])
    }

    @Test mutating func whatCameToNothingIsShownAsItWas() {
        book.begin(PendingActions.Tap(widget: widget, action: "light", value: false), key: "b")
        #expect(values == [true, false])
        book.fail("b")
        #expect(values == [true])
        book.fail("a")
        #expect(values.isEmpty)
    }

    @Test mutating func anEndThatIsKnownIsNotTakenBack() {
        book.confirm("a")
        book.fail("a")
        #expect(values == [true], "it was performed")
        book.begin(PendingActions.Tap(widget: widget, action: "light", value: false), key: "a")
        #expect(values == [true], "the key is the same tap")
    }

    @Test mutating func aWidgetThatIsGoneHasNone() {
        book.forget(widget)
        #expect(values.isEmpty)
    }
}
