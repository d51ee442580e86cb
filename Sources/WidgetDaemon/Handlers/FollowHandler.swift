import NIOCore
import Synchronization
import TTRPC
import TTRPCWire
import WidgetAPI
import WidgetCore

/// One `Activities.Follow` stream: an activity that ends with its client.
///
/// Its methods run on the connection's event loop. The changes run one after another in one task. If the stream is over and hasn't ended the activity, the task
/// ends it.
final class FollowHandler: ServerStreamHandler {
    private let stream: ServerStream
    private let requests: AsyncStream<ActivityService.FollowRequest>.Continuation
    private let answers = Answers()

    /// The task's output, for the event loop.
    private final class Answers: Sendable {
        struct State {
            var messages: [[UInt8]] = []
            /// Requests whose answers haven't been sent yet.
            var outstanding = 0
            var hasEnded = false
            /// The error that ended the stream; nil: the client ended it.
            var failure: RPCStatus?
            var isDraining = false
        }
        let state = Mutex(State())
    }

    init(stream: ServerStream, activities: ActivityService) {
        self.stream = stream
        let (incoming, requests) = AsyncStream.makeStream(of: ActivityService.FollowRequest.self)
        self.requests = requests
        let answers = answers
        Task {
            await activities.follow(incoming) { receipt in
                answers.state.withLock { $0.messages.append(receipt) }
                stream.wake()
            } failed: { error in
                answers.state.withLock { $0.failure = RPCStatus(error) }
            } isStopping: {
                answers.state.withLock { $0.isDraining }
            }
            answers.state.withLock { $0.hasEnded = true }
            stream.wake()
        }
    }

    func receive(_ message: ByteBuffer) throws {
        let isTaken = answers.state.withLock { state in
            guard state.outstanding < DaemonLimits.followedAnswers else { return false }
            state.outstanding += 1
            return true
        }
        guard isTaken else {
            let reason = "\(DaemonLimits.followedAnswers) requests of this stream have no answer yet; read these first"
            throw RPCStatus(WidgetError(.resourceExhausted, reason))
        }
        requests.yield(Result { () throws(WidgetError) in try Method.decode(message) })
    }

    func remoteClosed() { requests.finish() }

    func next() throws -> StreamStep {
        try answers.state.withLock { state -> Result<StreamStep, RPCStatus> in
            if !state.messages.isEmpty {
                state.outstanding -= 1
                return .success(.message(state.messages.removeFirst()))
            }
            if let failure = state.failure { return .failure(failure) }
            return state.hasEnded || state.isDraining ? .success(.finish) : .success(.idle)
        }.get()
    }

    /// The client connects again when the daemon has been restarted.
    func draining() {
        answers.state.withLock { $0.isDraining = true }
        stream.wake()
    }

    func closed() { requests.finish() }
}
