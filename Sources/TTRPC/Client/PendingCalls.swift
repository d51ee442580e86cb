import NIOCore

/// The calls and streams of a client's connection that aren't over: their receivers, their deadlines, and whether the connection may be read.
struct PendingCalls {
    typealias Caller = UnsafeContinuation<ByteBuffer, any Error>

    /// The receiver of a stream id's frames.
    enum Entry {
        case call(Caller, NIODeadline?)
        case stream(Stream)

        var deadline: NIODeadline? {
            switch self {
            case .call(_, let deadline): deadline
            case .stream(let stream): stream.deadline
            }
        }
    }

    struct Stream {
        let inbox: StreamInbox
        let deadline: NIODeadline?
        /// This side may send.
        fileprivate(set) var sends: Bool
        /// More than ``ClientLimits/comfortableBytesPerStream`` are unread.
        fileprivate(set) var isCongested = false

        init(inbox: StreamInbox, deadline: NIODeadline?, sends: Bool) {
            self.inbox = inbox
            self.deadline = deadline
            self.sends = sends
        }
    }

    private var entries: [UInt32: Entry] = [:]
    private var callCount = 0
    private var congestedCount = 0

    subscript(id: UInt32) -> Entry? { entries[id] }

    /// All ids, as a copy, because the caller ends calls while it goes through them.
    var ids: [UInt32] { Array(entries.keys) }

    /// Whether the connection may be read. A stream that nobody reads stops it, unless a call waits for an answer: the caller may be that stream's reader.
    var mayRead: Bool { congestedCount == 0 || callCount > 0 }

    mutating func add(_ entry: Entry, _ id: UInt32) {
        entries[id] = entry
        if case .call = entry { callCount += 1 }
    }

    mutating func remove(_ id: UInt32) -> Entry? {
        let entry = entries.removeValue(forKey: id)
        switch entry {
        case .call: callCount -= 1
        case .stream(let stream): if stream.isCongested { congestedCount -= 1 }
        case nil: break
        }
        return entry
    }

    /// Closes this side of a stream.
    /// - Returns: whether it was open.
    mutating func closeSend(_ id: UInt32) -> Bool {
        guard case .stream(var stream)? = entries[id], stream.sends else { return false }
        stream.sends = false
        entries[id] = .stream(stream)
        return true
    }

    /// - Returns: whether that changed anything.
    mutating func setCongested(_ id: UInt32, _ isCongested: Bool) -> Bool {
        guard case .stream(var stream)? = entries[id], stream.isCongested != isCongested else { return false }
        stream.isCongested = isCongested
        entries[id] = .stream(stream)
        congestedCount += isCongested ? 1 : -1
        return true
    }

    /// The ids whose deadline has passed, and the earliest deadline of the others. It removes nothing.
    func overdue(at now: NIODeadline) -> (ids: [UInt32], next: NIODeadline?) {
        var ids: [UInt32] = []
        var next: NIODeadline?
        for (id, entry) in entries {
            guard let deadline = entry.deadline else { continue }
            if deadline <= now { ids.append(id) } else { next = min(next ?? deadline, deadline) }
        }
        return (ids, next)
    }
}
