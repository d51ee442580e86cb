import NIOCore
import NIOEmbedded
import Testing

@testable import WidgetPeers

@Suite("When a session is told of changes", .timeLimit(.minutes(1)))
struct SessionMailboxTests {
    private let loop = NIOAsyncTestingEventLoop()
    private let mailbox: SessionMailbox
    /// Commits that waited for the last change to be told.
    private let early = ContinuousClock.now - .seconds(60)

    init() { mailbox = SessionMailbox(loop: loop) }

    /// The session takes what has come, all of which is changes.
    private func takeChange() async { #expect(await mailbox.next().map(\.isChange) == [true]) }

    /// The session has done a step, and nothing but this has come meanwhile.
    private func comeBack() async {
        mailbox.post(.pingIfIdle)
        #expect(await mailbox.next().map(\.isChange) == [false])
    }

    /// Each of these is told at once; the next one is taken for one of many.
    private func beginStream() async {
        for _ in 0..<MeshLimits.streamLength {
            mailbox.postChange(began: early)
            await takeChange()
            await comeBack()
        }
    }

    @Test("those that follow each other without rest are told together after a pause")
    func stream() async throws {
        await beginStream()
        mailbox.postChange(began: early)
        mailbox.postChange(began: early)
        let begin = loop.now
        let timer = Task { [loop] in await loop.advanceTime(by: MeshLimits.streamPause) }
        await takeChange()
        #expect(loop.now - begin == MeshLimits.streamPause)
        await timer.value
        await comeBack()
    }

    @Test("where anything else comes they are told with it")
    func other() async throws {
        await beginStream()
        mailbox.postChange(began: early)
        mailbox.post(.pingIfIdle)
        #expect(await mailbox.next().map(\.isChange) == [true, false])
        // The messages that are still to be sent.
        mailbox.postChange(began: early)
        mailbox.post(.changed)
        #expect(await mailbox.next().allSatisfy(\.isChange))
        await comeBack()
    }

    @Test("the time of those that were told with something else isn't that of the next")
    func next() async throws {
        await beginStream()
        mailbox.postChange(began: early)
        await loop.advanceTime(by: .milliseconds(3))
        mailbox.post(.pingIfIdle)
        #expect(await mailbox.next().count == 2)
        await comeBack()
        mailbox.postChange(began: early)
        await loop.advanceTime(by: .milliseconds(3))
        let begin = loop.now
        let timer = Task { [loop] in await loop.advanceTime(by: .milliseconds(1)) }
        await takeChange()
        #expect(loop.now - begin == .milliseconds(1))
        await timer.value
    }

    @Test("one that is written later is told at once, and ends the stream")
    func rest() async throws {
        await beginStream()
        mailbox.postChange(began: .now + .seconds(60))
        await takeChange()
        await comeBack()
        mailbox.postChange(began: early)
        await takeChange()
    }

    @Test("one that is written a moment after the last was told belongs to a stream, and one a little later doesn't")
    func gap() {
        let told = ContinuousClock.now
        for (gap, isStream) in [(MeshLimits.streamGap * 0.9, true), (MeshLimits.streamGap * 1.1, false)] {
            var stream = ChangeStream()
            stream.told(at: told)
            let gathered = (0..<MeshLimits.streamLength).map { _ in stream.gathers(told + gap) }
            #expect(gathered == Array(repeating: false, count: MeshLimits.streamLength - 1) + [isStream])
        }
    }

    @Test("where no other follows again and again, whoever makes them waits no more for a while")
    func alone() async {
        await beginStream()
        for _ in 0..<MeshLimits.streamTries {
            mailbox.postChange(began: early)
            let timer = Task { [loop] in await loop.advanceTime(by: MeshLimits.streamPause) }
            await takeChange()
            await timer.value
            await comeBack()
        }
        mailbox.postChange(began: early)
        await takeChange()
        var stream = ChangeStream()
        let told = ContinuousClock.now
        stream.told(at: told)
        for _ in 0..<MeshLimits.streamTries { stream.gathered(0, at: told - MeshLimits.streamRest) }
        #expect((0..<MeshLimits.streamLength).map { _ in stream.gathers(told) }.last == true)
    }
}
