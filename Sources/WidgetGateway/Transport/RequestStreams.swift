import NIOHTTP2

/// The streams of a connection, with a count of those that are owed an answer: it is looked at with each answer.
struct RequestStreams {
    private(set) var all: [HTTP2StreamID: RequestStream] = [:]
    /// Streams whose request comes, or is whole and isn't answered.
    private(set) var due = 0

    var isEmpty: Bool { all.isEmpty }
    subscript(id: HTTP2StreamID) -> RequestStream? { all[id] }

    mutating func insert(_ stream: RequestStream, as id: HTTP2StreamID) {
        if let old = all.updateValue(stream, forKey: id), old.isDue { due -= 1 }
        if stream.isDue { due += 1 }
    }

    /// Without effect where there is no such stream.
    mutating func change(_ id: HTTP2StreamID, _ body: (inout RequestStream) -> Void) {
        guard let index = all.index(forKey: id) else { return }
        let wasDue = all.values[index].isDue
        body(&all.values[index])
        if wasDue != all.values[index].isDue { due += wasDue ? -1 : 1 }
    }

    /// - Returns: false where there is no such stream.
    mutating func remove(_ id: HTTP2StreamID) -> Bool {
        guard let old = all.removeValue(forKey: id) else { return false }
        if old.isDue { due -= 1 }
        return true
    }
}
