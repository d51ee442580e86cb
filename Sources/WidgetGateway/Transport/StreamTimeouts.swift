import NIOCore
import NIOHTTP2

/// The deadlines of a connection's streams, and the timer for the first of them.
struct StreamTimeouts {
    /// For requests that come.
    private var requests = StreamDeadlines { state in
        switch state {
        case .reading, .discarding: true
        case .answering, .ending: false
        }
    }
    /// For answers that the client doesn't take: its window may stay closed.
    private var answers = StreamDeadlines { if case .ending = $0 { true } else { false } }
    private var timer: (scheduled: Scheduled<Void>, end: NIODeadline)?

    /// The request must be whole by `end`.
    mutating func limitRequest(_ stream: HTTP2StreamID, _ end: NIODeadline, in streams: RequestStreams, limit: Int) {
        requests.append(stream, end, in: streams, limit: limit)
    }

    /// The client must have taken the answer by `end`.
    mutating func limitAnswer(_ stream: HTTP2StreamID, _ end: NIODeadline, in streams: RequestStreams, limit: Int) {
        answers.append(stream, end, in: streams, limit: limit)
    }

    /// The date for which a timer is to be armed; nil: there is no deadline, or the timer goes early enough.
    var missingTimer: NIODeadline? {
        guard let next = [requests.next, answers.next].lazy.compactMap(\.self).min() else { return nil }
        if let timer, timer.end <= next { return nil }
        return next
    }

    mutating func arm(_ scheduled: Scheduled<Void>, at end: NIODeadline) {
        timer?.scheduled.cancel()
        timer = (scheduled, end)
    }

    /// The timer has fired.
    mutating func fired() { timer = nil }

    mutating func cancel() {
        timer?.scheduled.cancel()
        timer = nil
    }

    /// Takes the streams whose time is over: requests that didn't come whole, and answers that weren't taken.
    mutating func take(at now: NIODeadline, in streams: RequestStreams) -> (unfinished: [HTTP2StreamID], untaken: [HTTP2StreamID]) {
        (requests.take(at: now, in: streams), answers.take(at: now, in: streams))
    }
}

/// When the time of streams is over. All have the same time, so that they end in the order in which they began.
private struct StreamDeadlines {
    private var entries = CircularBuffer<(stream: HTTP2StreamID, end: NIODeadline)>()
    /// Whether a stream that is in this state still has a deadline here.
    private let counts: (RequestStream.State) -> Bool

    init(counts: @escaping (RequestStream.State) -> Bool) { self.counts = counts }

    /// The first end; it may be of a stream that is over.
    var next: NIODeadline? { entries.first?.end }

    /// - Parameter limit: of those that are over so many at most are remembered.
    mutating func append(_ stream: HTTP2StreamID, _ end: NIODeadline, in streams: RequestStreams, limit: Int) {
        // Nearly all are over long before their time.
        if entries.count > 2 * limit { entries = CircularBuffer(entries.filter { isOpen($0.stream, in: streams) }) }
        entries.append((stream, end))
    }

    /// Takes those whose time is over.
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
