import Testing
import WidgetAPI

@testable import WidgetDaemon

/// Who watches the stack is told on other threads than who doesn't any more: nobody stays because of that.
@Suite struct StackWatcherTests {
    @Test(arguments: [[true, false], [false, true]]) func aWatcherThatHasGoneIsForgottenInWhicheverOrderItIsHeard(order: [Bool]) {
        var book = SmartStackState()
        let (gone, stays) = (StackWatcher(request: .init()) {}, StackWatcher(request: .init()) {})
        let isShown = book.note(stays, isThere: true)
        gone.end()
        let isGoneShown = order.map { book.note(gone, isThere: $0) }
        #expect(isShown && isGoneShown == [false, false])
        #expect(book.watchers.values.map { $0 === stays } == [true])
        stays.end()
        _ = book.note(stays, isThere: false)
        #expect(book.watchers.isEmpty)
    }
}
