/// Makes the ids of a client's streams. They are odd and rising, and none is used twice.
public struct StreamIDSource: Sendable {
    private var last: UInt32?

    public init() {}

    /// The next id, or `nil` after 2^31 streams. The protocol can't begin the ids again on a connection, so the client must connect again.
    public mutating func next() -> UInt32? {
        guard let last else {
            self.last = 1
            return 1
        }
        guard last < UInt32.max else { return nil }
        self.last = last + 2
        return self.last
    }
}

/// A server's check of the stream ids that a client sends.
public struct StreamIDRule: Sendable {
    /// The id of the newest stream; zero before the first.
    public private(set) var last: UInt32 = 0

    public init() {}

    /// Takes the id of a Request.
    ///
    /// - Parameter isOpen: whether a stream of that id is still open.
    /// - Returns: `nil` when it may open a stream, otherwise the status to answer.
    @inlinable
    public mutating func accept(_ id: UInt32, isOpen: (UInt32) -> Bool) -> RPCStatus? {
        if id & 1 == 1, id > last {
            advance(to: id)
            return nil
        }
        return refuse(id, isOpen: isOpen)
    }

    @usableFromInline
    mutating func advance(to id: UInt32) {
        last = id
    }

    @usableFromInline
    mutating func refuse(_ id: UInt32, isOpen: (UInt32) -> Bool) -> RPCStatus? {
        guard id & 1 == 1 else { return RPCStatus(.invalidArgument, "stream id \(id) is even; a client's streams have odd ids") }
        // Go's client lets its counter overflow at 2^32, so it begins again at 1 after 2^31 calls.
        if last == UInt32.max, !isOpen(id) {
            last = id
            return nil
        }
        return RPCStatus(.invalidArgument, "stream id \(id) was used before; ids rise, and the newest is \(last)")
    }
}
