import Glibc
import SwiftProtobuf
import TTRPCBlocking
import TTRPCWire
import WidgetCore

/// The thread of an ``ActivityKeeper``.
final class ActivityKeeperLoop {
    private let shared: ActivityKeeperState
    private let client: WidgetClient
    private var start: ProtoStartActivityRequest
    private var takesFreeTag: Bool
    private var following: ActivityFollowing?
    /// The activity's id, once the daemon has answered.
    private var id: String?
    private var reconnection = Reconnection()
    private var failure: WidgetError?
    /// The numbers of the states whose requests are on their way.
    private var unanswered: [Int] = []
    private var sent = 0
    private var hasSentEnd = false
    /// The last state was refused for a reason that passes, and is to be sent again.
    private var mustRepeat = false
    /// When it is sent again.
    private var repetition = Reconnection()

    init(_ shared: ActivityKeeperState, _ client: WidgetClient, _ start: ProtoStartActivityRequest, takesFreeTag: Bool) {
        self.shared = shared
        self.client = client
        self.start = start
        self.takesFreeTag = takesFreeTag
    }

    func run() {
        while step(shared.state.withLock { $0 }) { wait() }
        client.close()
    }

    /// - Returns: whether there may be more to do.
    private func step(_ wanted: ActivityKeeperState.State) -> Bool {
        guard !wanted.isAbandoned, !wanted.isOver else { return false }
        guard wanted.said > 0 else { return true }
        do throws(WidgetError) {
            try takeAnswers()
            if hasSentEnd, unanswered.isEmpty {
                shared.over(nil)
                return false
            }
            try send(wanted)
            return true
        } catch {
            return goesOn(after: error, wanted)
        }
    }

    private func takeAnswers() throws(WidgetError) {
        // Also without a request on its way: so the end of the stream is noticed.
        while let following, let receipt = try following.answer() {
            id = receipt.activityID
            guard !unanswered.isEmpty else { continue }
            let said = unanswered.removeFirst()
            if let refusal = receipt.refusal {
                try take(refusal, of: said)
            } else {
                repetition.connected()
                shared.answer(upTo: said)
            }
        }
    }

    /// A request was refused; the activity is as it was before.
    /// - Throws: the refusal of an end, after which nothing newer follows.
    private func take(_ refusal: WidgetError, of said: Int) throws(WidgetError) {
        // The end is on its way behind this request.
        guard !hasSentEnd || unanswered.isEmpty else { return }
        switch refusal.code {
        case .unavailable, .deadlineExceeded, .resourceExhausted:
            (mustRepeat, hasSentEnd) = (true, false)
            repetition.lost()
            shared.answer(upTo: said, refusal)
        default:
            guard !hasSentEnd else { throw refusal }
            shared.answer(upTo: said, refusal, isRefused: true)
        }
    }

    private func send(_ wanted: ActivityKeeperState.State) throws(WidgetError) {
        if following == nil {
            guard reconnection.isDue else { return shared.answer(upTo: wanted.said, failure) }
            try begin(wanted)
        }
        guard let following, !mustRepeat || repetition.isDue else { return }
        if let end = wanted.end {
            guard !hasSentEnd else { return }
            try following.send(.with { $0.end = end })
            hasSentEnd = true
        } else {
            // One update at a time. Only the newest of the states that come meanwhile is sent.
            guard wanted.said > sent || mustRepeat, unanswered.isEmpty else { return }
            try following.send(.with { $0.update.content = wanted.content })
        }
        mustRepeat = false
        unanswered.append(wanted.said)
        sent = wanted.said
    }

    private func begin(_ wanted: ActivityKeeperState.State) throws(WidgetError) {
        if let id {
            // The activity may have ended while there was no connection. A start would make another one then.
            let activity = try client.activity(id).activity
            guard activity.isRunning else { throw WidgetError(.failedPrecondition, "the activity has ended") }
        } else if takesFreeTag {
            start.tag = Self.free(start.tag, of: start.app, among: try client.activities().activities)
            takesFreeTag = false
        }
        start.content = wanted.content
        following = try client.follow(start)
        reconnection.connected()
        (unanswered, sent) = ([wanted.said], wanted.said)
    }

    private static func free(_ tag: String, of app: String, among all: [ProtoActivitySnapshot]) -> String {
        let taken = Set(all.filter { $0.local && $0.activity.app == app && $0.activity.isRunning }.map(\.activity.tag))
        var (free, number) = (tag, 2)
        while taken.contains(free) { (free, number) = ("\(tag)-\(number)", number + 1) }
        return free
    }

    private func goesOn(after error: WidgetError, _ wanted: ActivityKeeperState.State) -> Bool {
        (following, unanswered, hasSentEnd, mustRepeat) = (nil, [], false, false)
        client.close()
        switch error.code {
        case .unavailable, .deadlineExceeded, .resourceExhausted:
            failure = error
            reconnection.lost()
            shared.answer(upTo: wanted.said, error)
            return true
        // Ended, dismissed, forgotten; or refused, as it would be again.
        default:
            shared.over(error)
            return false
        }
    }

    private func wait() {
        var entries = [pollfd(fd: shared.wake.readEnd, events: Int16(POLLIN), revents: 0)]
        if following != nil, let descriptor = client.descriptor { entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
        let hasBegun = shared.state.withLock { $0.said > 0 }
        let next = following == nil ? hasBegun ? reconnection.milliseconds : nil : mustRepeat ? repetition.milliseconds : nil
        let timeout = next ?? -1
        _ = poll(&entries, nfds_t(entries.count), Int32(clamping: timeout))
        shared.wake.drain()
    }
}

extension ProtoActivity {
    /// It hasn't ended.
    fileprivate var isRunning: Bool { [.pending, .active, .stale].contains(state) }
}

/// An activity that this process follows: it ends with the process. For the client's thread.
final class ActivityFollowing {
    private let client: WidgetClient
    private let stream: BlockingStream

    /// Asks for the start; its answer is the first.
    /// - Throws: UNAVAILABLE where the connection is lost.
    init(client: WidgetClient, stream: BlockingStream, _ start: ProtoStartActivityRequest) throws(WidgetError) {
        self.client = client
        self.stream = stream
        try send(.with { $0.start = start })
    }

    /// Asks for a change or the end, and doesn't wait for the answer.
    /// - Throws: UNAVAILABLE where the connection is lost.
    func send(_ request: ProtoFollowActivityRequest) throws(WidgetError) {
        let timeout = client.timeout ?? ClientLimits.callTimeout
        do {
            try stream.send(request.serializedBytes(), timeout: timeout)
        } catch {
            throw client.lost(WidgetError(calling: "Follow", error, timeout: timeout), error)
        }
    }

    /// The answer to the oldest request that has none, which may be that it was refused; nil: it hasn't come yet.
    /// - Throws: the error by which the stream ended: the start was refused, or the activity has ended; UNAVAILABLE where the connection is lost.
    func answer() throws(WidgetError) -> ProtoActivityReceipt? {
        do {
            guard let answer = try stream.receive(timeout: .zero) else { throw ConnectionError.closed }
            client.hasAnswered = true
            return try ProtoActivityReceipt(serializedBytes: answer)
        } catch let status as RPCStatus where status.code == .deadlineExceeded {
            return nil
        } catch {
            throw client.lost(WidgetError(calling: "Follow", error, timeout: nil), error)
        }
    }
}
