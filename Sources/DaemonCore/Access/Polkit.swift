import Synchronization
package import Systemd
import TTRPC
import TTRPCWire

/// Asks polkit about callers of a desktop's session that lack a right.
///
/// An answer is kept for some seconds for the same connection and right, so that a surface that reads often doesn't ask each time.
package final class Polkit: Sendable {
    /// Calls a method on the system bus.
    package typealias Call = @Sendable (BusCall) async throws(BusError) -> [BusValue]

    private enum Answer: Sendable {
        case granted
        case refused
        /// Somebody would have to give a password, and the client didn't say that one may be asked for.
        case needsPassword
        /// polkit isn't there, or didn't answer.
        case unreachable(String)
    }

    private struct Question: Hashable {
        var connection: ConnectionID
        var right: AccessRight
        var isInteractive: Bool
    }

    /// A question that polkit hasn't answered. Equal questions of several calls are one.
    private struct Pending {
        var id: UInt64
        var uid: UInt32
        var answer: Task<Answer, Never>
        /// Calls that wait for it. When the last one has gone, nobody needs an answer.
        var waiting: Int
    }

    private struct State {
        var pending: [Question: Pending] = [:]
        var answers: [Question: (answer: Answer, until: ContinuousClock.Instant)] = [:]
        var lastID: UInt64 = 0
    }

    private let call: Call
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// - Parameters:
    ///   - call: see ``SystemBus``.
    ///   - now: for tests.
    package init(call: @escaping Call, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.call = call
        self.now = now
    }

    /// Whether the caller of `context` may call `method`.
    /// - Parameter denial: the answer where polkit isn't there.
    /// - Returns: why the call is denied; nil: it may be made.
    func ask(_ context: CallContext, _ method: RequestedMethod, otherwise denial: AccessDenial) async -> AccessDenial? {
        guard let process = context.attachment as? PeerProcess, process.isAlive else { return denial }
        let uid = context.peer.uid
        let action = "org.widgetd.\(method.right)"
        if case .granted = kept(Question(connection: context.connection, right: method.right, isInteractive: false)) { return nil }
        let question = Question(connection: context.connection, right: method.right, isInteractive: context.metadata[Self.interactive] == "yes")
        let answer: Answer
        if let kept = kept(question) {
            answer = kept
        } else if let pending = pending(question, uid, process, action) {
            answer = await withTaskCancellationHandler {
                await pending.value
            } onCancel: {
                leave(question)
            }
        } else {
            return AccessDenial(
                rule: "polkit: \(DaemonCoreLimits.polkitQuestions) questions about the user wait already",
                status: RPCStatus(
                    .resourceExhausted, "polkit is asked about uid \(uid) \(DaemonCoreLimits.polkitQuestions) times already, the limit; answer those first"))
        }
        // The number that polkit was given is still this process's own.
        guard process.isAlive else { return denial }
        switch answer {
        case .granted: return nil
        case .needsPassword:
            let advice = "call from a terminal, or run `pkcheck --action-id \(action) --process $$ --allow-user-interaction` to see why"
            return AccessDenial(
                rule: "polkit: \(action) needs a password",
                status: RPCStatus(.unauthenticated, "\(method.name) needs a password, and the client doesn't let it be asked for; \(advice)"))
        case .refused:
            return AccessDenial(
                rule: "polkit: \(action) was refused", status: RPCStatus(.permissionDenied, "\(denial.status.message); polkit refused \(action)"))
        case .unreachable(let reason): return AccessDenial(rule: "\(denial.rule); polkit: \(reason)", status: denial.status)
        }
    }

    /// The key of a request's metadata with which a client says `yes` where a password may be asked for.
    static let interactive = "widgetd-interactive"

    // MARK: Questions

    /// The question to polkit, which a call waits for from now on. Nil where too many questions about the user wait.
    private func pending(_ question: Question, _ uid: UInt32, _ process: PeerProcess, _ action: String) -> Task<Answer, Never>? {
        state.withLock { state in
            if let pending = state.pending[question] {
                state.pending[question]?.waiting += 1
                return pending.answer
            }
            guard state.pending.values.count(where: { $0.uid == uid }) < DaemonCoreLimits.polkitQuestions else { return nil }
            state.lastID += 1
            let id = state.lastID
            let answer = Task {
                let answer = await check(process, uid: uid, action: action, id: id, isInteractive: question.isInteractive)
                answered(question, id, answer)
                return answer
            }
            state.pending[question] = Pending(id: id, uid: uid, answer: answer, waiting: 1)
            return answer
        }
    }

    private func answered(_ question: Question, _ id: UInt64, _ answer: Answer) {
        // Where all calls had gone, the next one has asked again.
        state.withLock { if $0.pending[question]?.id == id { $0.pending[question] = nil } }
        keep(answer, question)
    }

    /// A call that waited has ended early.
    private func leave(_ question: Question) {
        let unwanted = state.withLock { state -> Task<Answer, Never>? in
            state.pending[question]?.waiting -= 1
            guard let pending = state.pending[question], pending.waiting == 0 else { return nil }
            state.pending[question] = nil
            return pending.answer
        }
        unwanted?.cancel()
    }

    // MARK: Kept answers

    private func kept(_ question: Question) -> Answer? {
        let now = now()
        return state.withLock { $0.answers[question].flatMap { $0.until > now ? $0.answer : nil } }
    }

    /// Keeps what polkit said. A yes counts for every call of the connection with that right. A no without a password says nothing of a question with one.
    private func keep(_ answer: Answer, _ question: Question) {
        var question = question
        let time: Duration
        switch answer {
        case .granted: (time, question.isInteractive) = (DaemonCoreLimits.polkitGranted, false)
        case .refused, .needsPassword: time = DaemonCoreLimits.polkitRefused
        case .unreachable: return
        }
        let now = now()
        state.withLock { state in
            if state.answers.count >= DaemonCoreLimits.polkitAnswers { state.answers = state.answers.filter { $0.value.until > now } }
            if state.answers.count < DaemonCoreLimits.polkitAnswers { state.answers[question] = (answer, now + time) }
        }
    }

    // MARK: polkit

    private static let service = "org.freedesktop.PolicyKit1"

    private static func message(_ method: String, _ arguments: [BusValue]) -> BusCall {
        BusCall(service, "/org/freedesktop/PolicyKit1/Authority", "org.freedesktop.PolicyKit1.Authority", method, arguments)
    }

    private func check(_ process: PeerProcess, uid: UInt32, action: String, id: UInt64, isInteractive: Bool) async -> Answer {
        let cancellation = "widgetd-\(id)"
        // polkit looks for the start time itself where it is zero. This process can't see those of other users.
        let subject = BusValue.options(["pid": .uint32(UInt32(bitPattern: process.pid)), "start-time": .uint64(0), "uid": .int32(Int32(bitPattern: uid))])
        var message = Self.message(
            "CheckAuthorization",
            [
                .structure([.string("unix-process"), subject]), .string(action), .array(of: "{ss}", []), .uint32(isInteractive ? 1 : 0), .string(cancellation),
            ])
        message.startsService = true
        message.timeout = isInteractive ? DaemonCoreLimits.polkitPassword : DaemonCoreLimits.polkitAnswer
        do throws(BusError) {
            let result = try await call(message).first?.elements ?? []
            guard result.count == 3, let isAuthorized = result[0].bool, let isChallenge = result[1].bool else {
                return .unreachable("its answer can't be understood")
            }
            return isAuthorized ? .granted : isChallenge && !isInteractive ? .needsPassword : .refused
        } catch {
            if error.isUnanswered, isInteractive {
                // Nobody waits for the password any more.
                let call = call
                Task { _ = try? await call(Self.message("CancelCheckAuthorization", [.string(cancellation)])) }
            }
            return .unreachable(error.description)
        }
    }
}

/// A connection to the system bus that is made for the first call, and again after it broke.
package final class SystemBus: Sendable {
    private let bus = Mutex<Bus?>(nil)

    package init() {}

    /// - Throws: ``BusError``, also where there is no bus.
    package func call(_ call: BusCall) async throws(BusError) -> [BusValue] { try await connected().call(call) }

    private func connected() throws(BusError) -> Bus {
        try bus.withLock { bus throws(BusError) in
            if let bus { return bus }
            let made = try Bus(.system) { [weak self] _ in self?.bus.withLock { $0 = nil } }
            bus = made
            return made
        }
    }
}
