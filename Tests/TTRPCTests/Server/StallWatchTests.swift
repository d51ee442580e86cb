import NIOCore
import Testing

@testable import TTRPC

@Suite("Output that stands still")
struct StallWatchTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000)

    @Test("ends the streams after half of the time, the connection after all of it")
    func still() {
        var watch = StallWatch(timeout: .seconds(30), now: start, taken: 100)
        #expect(watch.due == start + .seconds(15))
        #expect(watch.check(now: start + .seconds(14), taken: 100) == .patience)
        #expect(watch.check(now: start + .seconds(15), taken: 100) == .endStreams)
        #expect(watch.due == start + .seconds(30))
        #expect(watch.check(now: start + .seconds(29), taken: 100) == .patience)
        #expect(watch.check(now: start + .seconds(30), taken: 100) == .close)
    }

    @Test("a reader that takes a byte now and then is slow, not gone")
    func slow() {
        var watch = StallWatch(timeout: .seconds(30), now: start, taken: 0)
        for step in 1...20 {
            #expect(watch.check(now: start + .seconds(Int64(step) * 14), taken: step) == .patience)
        }
    }

    @Test("a look that comes late ends the streams first")
    func late() {
        var watch = StallWatch(timeout: .seconds(30), now: start, taken: 0)
        #expect(watch.check(now: start + .seconds(100), taken: 0) == .endStreams)
        #expect(watch.check(now: start + .seconds(100), taken: 0) == .close)
    }
}
