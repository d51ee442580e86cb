import NIOCore
import WidgetCore

/// The boards that are followed, and the streams to browsers, on the server's event loop. A look is followed while some browser needs it, and a little
/// longer.
final class WebHub {
    private struct Followed {
        /// Names it, and this process, in events' ids.
        let epoch: String
        var state = BoardState()
        /// Streams, and pages that are being made.
        var users = 0
        var isFollowed = false
        var linger: Scheduled<Void>?
        var waiting: [EventLoopPromise<(state: BoardState, epoch: String)>] = []
    }

    /// Names this process.
    private let epoch: String
    let eventLoop: any EventLoop
    private let limits: WebLimits
    private let now: @Sendable () -> Timestamp
    private let command: (FeedLoop.Command) -> Void
    private var looks: [BoardLook: Followed] = [:]
    /// How many looks there have been.
    private var looksMade = 0
    private var layouts: WebLayouts
    private var streams: [ObjectIdentifier: EventStream] = [:]
    /// The choices that are being kept, by their numbers.
    private var choosing: [Int: EventLoopPromise<WidgetError?>] = [:]
    private var choicesMade = 0

    /// - Parameter layouts: the pages that browsers show.
    init(
        eventLoop: any EventLoop, layouts: WebLayouts, limits: WebLimits, now: @escaping @Sendable () -> Timestamp,
        command: @escaping (FeedLoop.Command) -> Void
    ) {
        (self.eventLoop, self.layouts, self.limits, self.now, self.command) = (eventLoop, layouts, limits, now, command)
        var random = SystemRandomNumberGenerator()
        epoch = String(random.next() as UInt64, radix: 36)
    }

    /// Schemes that are followed now, for tests.
    var followed: Set<BoardScheme> { Set(looks.filter { $0.value.isFollowed }.keys.map(\.scheme)) }
    var streamCount: Int { streams.count }

    // MARK: Pages

    /// A browser's board, once it is whole; as far as it is known where that takes longer than ``WebLimits/boardPatience``. And what names it in events' ids.
    func board(_ scheme: BoardScheme, for visitor: Visitor) -> EventLoopFuture<(state: BoardState, epoch: String)> {
        let promise = eventLoop.makePromise(of: (state: BoardState, epoch: String).self)
        let look = self.look(scheme, of: visitor)
        enter(look)
        let timer = eventLoop.assumeIsolated().scheduleTask(in: limits.boardPatience) { self.answerWaiting(look) }
        looks[look]?.waiting.append(promise)
        promise.futureResult.assumeIsolated().whenComplete { _ in
            timer.cancel()
            self.leave(look)
        }
        if looks[look]?.state.isComplete == true { answerWaiting(look) }
        return promise.futureResult
    }

    /// The pages that a browser shows once it gives up its own; nil: it has none.
    func usual(of visitor: Visitor) -> WebLayouts.Usual? { layouts.usual(of: visitor.surface) }

    /// Has a browser show the words on these pages; nil: as without pages of its own.
    /// - Returns: why it doesn't; nil: it does.
    func show(_ pages: [[String]]?, for visitor: Visitor) -> EventLoopFuture<WidgetError?> {
        let promise = eventLoop.makePromise(of: WidgetError?.self)
        choicesMade += 1
        choosing[choicesMade] = promise
        command(.show(pages, on: visitor.surface, choice: choicesMade))
        return promise.futureResult
    }

    /// A choice is kept, or isn't.
    func answer(choice: Int, _ failure: WidgetError?) { choosing.removeValue(forKey: choice)?.succeed(failure) }

    /// Whether a browser's board is followed, or another one may be.
    func canFollow(_ scheme: BoardScheme, for visitor: Visitor) -> Bool { hasRoom(for: look(scheme, of: visitor)) }

    private func hasRoom(for look: BoardLook) -> Bool {
        looks[look] != nil || looks.count < limits.looks || looks.values.contains { $0.users == 0 }
    }

    private func answerWaiting(_ look: BoardLook) {
        guard let followed = looks[look] else { return }
        looks[look]?.waiting = []
        for promise in followed.waiting { promise.succeed((followed.state, followed.epoch)) }
    }

    private func look(_ scheme: BoardScheme, of visitor: Visitor) -> BoardLook { BoardLook(scheme, pages: layouts.pages(of: visitor.surface)) }

    /// Browsers show these pages from now on.
    func apply(_ layouts: WebLayouts) {
        self.layouts = layouts
        for stream in streams.values where stream.look != look(stream.scheme, of: stream.visitor) {
            guard hasRoom(for: look(stream.scheme, of: stream.visitor)) else {
                // The browser connects again, and is told why it has to wait.
                stream.close()
                continue
            }
            if let old = stream.look { leave(old) }
            follow(stream)
        }
    }

    // MARK: Streams

    /// - Returns: whether the browser has room for another stream.
    func hasRoom(for visitor: Visitor) -> Bool { streams.values.count { $0.visitor.session == visitor.session } < limits.streamsPerSession }

    func attach(_ stream: EventStream) {
        streams[ObjectIdentifier(stream)] = stream
        stream.open()
        follow(stream)
        tellWhoLooks()
    }

    private func follow(_ stream: EventStream) {
        let look = self.look(stream.scheme, of: stream.visitor)
        enter(look)
        stream.follow(look, epoch: looks[look]?.epoch ?? epoch)
        refresh(stream)
    }

    func detach(_ stream: EventStream) {
        guard streams.removeValue(forKey: ObjectIdentifier(stream)) != nil else { return }
        if let look = stream.look { leave(look) }
        tellWhoLooks()
    }

    private func tellWhoLooks() { command(.looking(Set(streams.values.map(\.visitor.surface)))) }

    /// The browser reads again.
    func refresh(_ stream: EventStream) {
        if let state = stream.look.flatMap({ looks[$0]?.state }) { stream.update(to: state, at: now()) }
    }

    /// Ends the streams of browsers that may no longer see the board, or that may do less.
    func closeStreams(unless isAllowed: (Visitor) -> Bool) {
        for stream in streams.values where !isAllowed(stream.visitor) { stream.close() }
    }

    /// Ends all streams, and answers all that waits.
    func stop() {
        for look in looks.keys { answerWaiting(look) }
        closeStreams { _ in false }
        for look in looks.values { look.linger?.cancel() }
        for promise in choosing.values { promise.succeed(WidgetError(.unavailable, "The server of the board ends")) }
        choosing = [:]
    }

    // MARK: The daemon

    func apply(_ change: BoardChange) {
        let look = change.look
        // Nobody asked for what comes after the look was dropped.
        guard looks[look]?.isFollowed == true else { return }
        looks[look]?.state.apply(change)
        guard let state = looks[look]?.state else { return }
        if state.isComplete || state.staleSince != nil { answerWaiting(look) }
        for stream in streams.values where stream.look == look { stream.update(to: state, at: now()) }
    }

    private func enter(_ look: BoardLook) {
        if looks[look] == nil {
            // One that only lingers makes room.
            if looks.count >= limits.looks, let left = looks.first(where: { $0.value.users == 0 }) {
                left.value.linger?.cancel()
                drop(left.key)
            }
            looksMade += 1
            looks[look] = Followed(epoch: "\(epoch)-\(looksMade)")
        }
        looks[look]?.users += 1
        looks[look]?.linger?.cancel()
        looks[look]?.linger = nil
        guard looks[look]?.isFollowed == false else { return }
        looks[look]?.isFollowed = true
        command(.follow(look))
    }

    private func leave(_ look: BoardLook) {
        looks[look]?.users -= 1
        guard looks[look]?.users == 0 else { return }
        looks[look]?.linger = eventLoop.assumeIsolated().scheduleTask(in: limits.linger) {
            self.drop(look)
        }
    }

    private func drop(_ look: BoardLook) {
        looks[look] = nil
        command(.drop(look))
    }
}
