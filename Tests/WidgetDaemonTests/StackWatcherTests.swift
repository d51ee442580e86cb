import Testing
import WidgetAPI

@testable import DaemonCore

/// The beginning and the end of a watch of the stack are told on different threads: no watcher stays because of that.
@Suite struct StackWatcherTests {
    @Test(arguments: [[true, false], [false, true]]) func aWatcherThatHasGoneIsForgottenInWhicheverOrderItIsHeard(order: [Bool]) {
        var watchers = StackWatchers()
        let (gone, stays) = (StackWatcher(request: .init()) {}, StackWatcher(request: .init()) {})
        let isShown = watchers.note(stays, isThere: true)
        gone.end()
        let isGoneShown = order.map { watchers.note(gone, isThere: $0) }
        #expect(isShown && isGoneShown == [false, false])
        #expect(watchers.all.map { $0 === stays } == [true])
        stays.end()
        _ = watchers.note(stays, isThere: false)
        #expect(watchers.isEmpty)
    }
}
