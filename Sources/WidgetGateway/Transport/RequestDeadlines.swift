import NIOCore
import NIOHTTP2

/// The deadlines of a connection's requests and answers, and a timer for the earliest.
struct RequestDeadlines {
    /// The deadlines of requests that are being read.
    private var requests = StreamDeadlines { state in
        switch state {
        case .reading, .discarding: true
        case .answering, .ending: false
        }
    }
    /// The deadlines of answers that the client hasn't taken, because its window may stay closed.
    private var answers = StreamDeadlines { if case .ending = $0 { true } else { false } }
    private var timer: (scheduled: Scheduled<Void>, end: NIODeadline)?

    /// - Parameter limit: of those that are over so many at most are remembered.
    mutating func addRequest(_ id: HTTP2StreamID, _ end: NIODeadline, in streams: RequestStreams, limit: Int) {
        requests.append(id, end, in: streams, limit: limit)
    }

    /// - Parameter limit: of those that are over so many at most are remembered.
    mutating func addAnswer(_ id: HTTP2StreamID, _ end: NIODeadline, in streams: RequestStreams, limit: Int) {
        answers.append(id, end, in: streams, limit: limit)
    }

    /// Takes the streams whose deadline has passed.
    mutating func take(at now: NIODeadline, in streams: RequestStreams) -> (unfinished: [HTTP2StreamID], untaken: [HTTP2StreamID]) {
        (requests.take(at: now, in: streams), answers.take(at: now, in: streams))
    }

    // MARK: Timer

    /// Sets the timer for the earliest deadline, unless it fires before that anyway.
    mutating func armTimer(on eventLoop: any EventLoop, _ fire: @escaping () -> Void) {
        guard let next = [requests.next, answers.next].lazy.compactMap(\.self).min() else { return }
        if let timer, timer.end <= next { return }
        timer?.scheduled.cancel()
        timer = (eventLoop.assumeIsolated().scheduleTask(deadline: next, fire), next)
    }

    /// To be called first when the timer fires.
    mutating func timerFired() { timer = nil }

    /// The connection is gone.
    func cancelTimer() { timer?.scheduled.cancel() }
}

/// The deadlines of streams. All streams have the same time, so deadlines come in the order in which they were added.
private struct StreamDeadlines {
    private var entries = CircularBuffer<(stream: HTTP2StreamID, end: NIODeadline)>()
    /// Whether a stream that is in this state still has a deadline here.
    private let counts: (RequestStream.State) -> Bool

    init(counts: @escaping (RequestStream.State) -> Bool) { self.counts = counts }

    /// The earliest deadline. Its stream may be over already.
    var next: NIODeadline? { entries.first?.end }

    /// - Parameter limit: of those that are over so many at most are remembered.
    mutating func append(_ stream: HTTP2StreamID, _ end: NIODeadline, in streams: RequestStreams, limit: Int) {
        // Nearly all streams end long before their deadline, so their entries are removed now and then.
        if entries.count > 2 * limit { entries = CircularBuffer(entries.filter { isOpen($0.stream, in: streams) }) }
        entries.append((stream, end))
    }

    /// Takes the streams whose deadline has passed.
    mutating func take(at now: NIODeadline, in streams: RequestStreams) -> [HTTP2StreamID] {
        var late: [HTTP2StreamID] = []
        while let (stream, end) = entries.first {
            let isOpen = isOpen(stream, in: streams)
            guard end <= now || !isOpen else { break }
            entries.removeFirst()
            if isOpen { late.append(stream) }
        }
        return late
    }

    private func isOpen(_ id: HTTP2StreamID, in streams: RequestStreams) -> Bool { streams[id].map { counts($0.state) } ?? false }
}
