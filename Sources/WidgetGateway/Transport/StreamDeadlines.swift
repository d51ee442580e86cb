import NIOCore
import NIOHTTP2

/// When the time of streams is over. All have the same time, so that they end in the order in which they began.
struct StreamDeadlines {
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
