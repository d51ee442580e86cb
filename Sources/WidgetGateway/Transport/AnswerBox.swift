import NIOCore
import NIOHTTP2
import Synchronization

/// Brings answers to their connection's event loop, as many as have come in one go: a commit of a hundred pushes wakes it once.
final class AnswerBox: Sendable {
    private struct State {
        var waiting: [(HTTP2StreamID, PushResponse)] = []
        var isScheduled = false
    }

    private let state = Mutex(State())
    private let eventLoop: any EventLoop
    private let connection: NIOLoopBoundBox<Owner>

    private struct Owner {
        weak var connection: HTTP2Connection?
    }

    /// On the event loop.
    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        connection = NIOLoopBoundBox(Owner(), eventLoop: eventLoop)
    }

    /// On the event loop.
    func attach(_ connection: HTTP2Connection) { self.connection.value.connection = connection }

    /// From any thread.
    func put(_ stream: HTTP2StreamID, _ response: PushResponse) {
        let isFirst = state.withLock { state in
            state.waiting.append((stream, response))
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { eventLoop.execute { self.deliver() } }
    }

    private func deliver() {
        let responses = state.withLock { state in
            defer { state.waiting = [] }
            state.isScheduled = false
            return state.waiting
        }
        connection.value.connection?.deliver(responses)
    }
}
