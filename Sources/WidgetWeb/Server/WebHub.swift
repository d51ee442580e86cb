import NIOCore
import WidgetCore

/// The boards that are followed, and the streams to browsers, on the server's event loop. A scheme is followed while some browser needs it, and a little
/// longer.
final class WebHub {
    private struct Look {
        var state = BoardState()
        /// Streams, and pages that are being made.
        var users = 0
        var isFollowed = false
        var linger: Scheduled<Void>?
        var waiting: [EventLoopPromise<BoardState>] = []
    }

    /// Names this process in events' ids.
    let epoch: String
    private let eventLoop: any EventLoop
    private let limits: WebLimits
    private let now: @Sendable () -> Timestamp
    private let command: (FeedLoop.Command) -> Void
    private var looks: [BoardScheme: Look] = [:]
    private var streams: [ObjectIdentifier: EventStream] = [:]

    init(eventLoop: any EventLoop, limits: WebLimits, now: @escaping @Sendable () -> Timestamp, command: @escaping (FeedLoop.Command) -> Void) {
        (self.eventLoop, self.limits, self.now, self.command) = (eventLoop, limits, now, command)
        var random = SystemRandomNumberGenerator()
        epoch = String(random.next() as UInt64, radix: 36)
    }

    /// Schemes that are followed now, for tests.
    var followed: Set<BoardScheme> { Set(looks.filter { $0.value.isFollowed }.keys) }
    var streamCount: Int { streams.count }

    // MARK: Pages

    /// The board, once it is whole; as far as it is known where that takes longer than ``WebLimits/boardPatience``.
    func board(_ scheme: BoardScheme) -> EventLoopFuture<BoardState> {
        enter(scheme)
        let promise = eventLoop.makePromise(of: BoardState.self)
        let timer = eventLoop.assumeIsolated().scheduleTask(in: limits.boardPatience) { self.answerWaiting(scheme) }
        looks[scheme, default: Look()].waiting.append(promise)
        promise.futureResult.assumeIsolated().whenComplete { _ in
            timer.cancel()
            self.leave(scheme)
        }
        if looks[scheme]?.state.isComplete == true { answerWaiting(scheme) }
        return promise.futureResult
    }

    private func answerWaiting(_ scheme: BoardScheme) {
        guard let look = looks[scheme] else { return }
        looks[scheme]?.waiting = []
        for promise in look.waiting { promise.succeed(look.state) }
    }

    // MARK: Streams

    /// - Returns: whether the browser has room for another stream.
    func hasRoom(for visitor: Visitor) -> Bool { streams.values.count { $0.visitor.session == visitor.session } < limits.streamsPerSession }

    func attach(_ stream: EventStream) {
        streams[ObjectIdentifier(stream)] = stream
        enter(stream.scheme)
        stream.open()
        refresh(stream)
    }

    func detach(_ stream: EventStream) {
        if streams.removeValue(forKey: ObjectIdentifier(stream)) != nil { leave(stream.scheme) }
    }

    /// The browser reads again.
    func refresh(_ stream: EventStream) {
        if let state = looks[stream.scheme]?.state { stream.update(to: state, at: now()) }
    }

    /// Ends the streams of browsers that may no longer see the board, or that may do less.
    func closeStreams(unless isAllowed: (Visitor) -> Bool) {
        for stream in streams.values where !isAllowed(stream.visitor) { stream.close() }
    }

    /// Ends all streams, and answers all that waits.
    func stop() {
        for scheme in looks.keys { answerWaiting(scheme) }
        closeStreams { _ in false }
        for look in looks.values { look.linger?.cancel() }
    }

    // MARK: The daemon

    func apply(_ change: BoardChange) {
        // Nobody asked for what comes after the scheme was dropped.
        guard looks[change.scheme]?.isFollowed == true else { return }
        looks[change.scheme]?.state.apply(change)
        guard let state = looks[change.scheme]?.state else { return }
        if state.isComplete || state.staleSince != nil { answerWaiting(change.scheme) }
        for stream in streams.values where stream.scheme == change.scheme { stream.update(to: state, at: now()) }
    }

    private func enter(_ scheme: BoardScheme) {
        looks[scheme, default: Look()].users += 1
        looks[scheme]?.linger?.cancel()
        looks[scheme]?.linger = nil
        guard looks[scheme]?.isFollowed == false else { return }
        looks[scheme]?.isFollowed = true
        command(.follow(scheme))
    }

    private func leave(_ scheme: BoardScheme) {
        looks[scheme]?.users -= 1
        guard looks[scheme]?.users == 0 else { return }
        looks[scheme]?.linger = eventLoop.assumeIsolated().scheduleTask(in: limits.linger) {
            self.looks[scheme]?.isFollowed = false
            self.looks[scheme]?.state.forget()
            self.command(.drop(scheme))
        }
    }
}
