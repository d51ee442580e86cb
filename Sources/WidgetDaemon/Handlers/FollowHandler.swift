import NIOCore
import Synchronization
import TTRPC
import TTRPCWire
import WidgetAPI
import WidgetCore

/// One `Activities.Follow` stream: an activity that ends with its client.
///
/// Its methods run on the connection's event loop; the changes run one after another in a task of its own, which ends the activity when the stream is over without an end.
final class FollowHandler: ServerStreamHandler {
    private let stream: ServerStream
    private let requests: AsyncStream<ProtoFollowActivityRequest>.Continuation
    private let answers = Answers()

    /// What the task has to say, for the event loop.
    private final class Answers: Sendable {
        struct State {
            var messages: [[UInt8]] = []
            var hasEnded = false
            var isDraining = false
        }
        let state = Mutex(State())
    }

    init(stream: ServerStream, activities: ActivityService) {
        self.stream = stream
        let (incoming, requests) = AsyncStream.makeStream(of: ProtoFollowActivityRequest.self)
        self.requests = requests
        let answers = answers
        Task {
            await activities.follow(incoming) { receipt in
                answers.state.withLock { $0.messages.append(receipt) }
                stream.wake()
            } failed: { error in
                stream.fail(RPCStatus(error))
            } isStopping: {
                answers.state.withLock { $0.isDraining }
            }
            answers.state.withLock { $0.hasEnded = true }
            stream.wake()
        }
    }

    func receive(_ message: ByteBuffer) throws {
        do throws(WidgetError) {
            let unanswered = answers.state.withLock { $0.messages.count }
            guard unanswered < DaemonLimits.followedAnswers else {
                throw WidgetError(.resourceExhausted, "\(unanswered) answers wait and aren't read")
            }
            requests.yield(try Method.decode(message))
        } catch {
            throw RPCStatus(error)
        }
    }

    func remoteClosed() { requests.finish() }

    func next() throws -> StreamStep {
        answers.state.withLock { state in
            if !state.messages.isEmpty { return .message(state.messages.removeFirst()) }
            return state.hasEnded || state.isDraining ? .finish : .idle
        }
    }

    /// The client connects again when there is a daemon again.
    func draining() {
        answers.state.withLock { $0.isDraining = true }
        stream.wake()
    }

    func closed() { requests.finish() }
}
