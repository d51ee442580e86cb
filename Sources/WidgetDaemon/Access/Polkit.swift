import Synchronization
import Systemd
import TTRPC
import TTRPCWire

/// Asks polkit about callers of a desktop's session that lack a right.
///
/// An answer is kept for some seconds for the same connection and right, so that a surface that reads often doesn't ask each time.
final class Polkit: Sendable {
    /// Calls a method on the system bus.
    typealias Call = @Sendable (BusCall) async throws(BusError) -> [BusValue]

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
    }

    private struct State {
        var pending: [UInt32: Int] = [:]
        var answers: [Question: (answer: Answer, until: ContinuousClock.Instant)] = [:]
        var lastID: UInt64 = 0
    }

    private let call: Call
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// - Parameters:
    ///   - call: see ``SystemBus``.
    ///   - now: for tests.
    init(call: @escaping Call, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.call = call
        self.now = now
    }

    /// Whether the caller of `context` may call `method`.
    /// - Parameter denial: the answer where polkit isn't there.
    /// - Returns: why the call is denied; nil: it may be made.
    func ask(_ context: CallContext, _ method: RequestedMethod, otherwise denial: AccessDenial) async -> AccessDenial? {
        guard let process = context.attachment as? PeerProcess, process.isAlive else { return denial }
        let question = Question(connection: context.connection, right: method.right)
        if case .granted = kept(question) { return nil }
        let uid = context.peer.uid
        let isInteractive = context.metadata[Self.interactive] == "yes"
        let pending = state.withLock { state in
            state.pending[uid, default: 0] += 1
            return state.pending[uid, default: 0]
        }
        defer {
            state.withLock { state in
                let left = state.pending[uid, default: 1] - 1
                state.pending[uid] = left > 0 ? left : nil
            }
        }
        let action = "org.widgetd.\(method.right)"
        guard pending <= DaemonLimits.polkitQuestions else {
            return AccessDenial(
                rule: "polkit: \(DaemonLimits.polkitQuestions) questions about the user wait already",
                status: RPCStatus(
                    .resourceExhausted, "polkit is asked about uid \(uid) \(DaemonLimits.polkitQuestions) times already, the limit; answer those first"))
        }
        var answer = kept(question)
        if answer == nil || isInteractive {
            let new = await check(process, uid: uid, action: action, isInteractive: isInteractive)
            keep(new, question)
            answer = new
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
        case nil: return denial
        }
    }

    /// The key of a request's metadata with which a client says `yes` where a password may be asked for.
    static let interactive = "widgetd-interactive"

    // MARK: Kept answers

    private func kept(_ question: Question) -> Answer? {
        let now = now()
        return state.withLock { $0.answers[question].flatMap { $0.until > now ? $0.answer : nil } }
    }

    private func keep(_ answer: Answer, _ question: Question) {
        let now = now()
        let time: Duration = if case .granted = answer { DaemonLimits.polkitGranted } else { DaemonLimits.polkitRefused }
        state.withLock { state in
            if state.answers.count >= DaemonLimits.polkitAnswers { state.answers = state.answers.filter { $0.value.until > now } }
            if state.answers.count < DaemonLimits.polkitAnswers { state.answers[question] = (answer, now + time) }
        }
    }

    // MARK: polkit

    private static let service = "org.freedesktop.PolicyKit1"

    private static func message(_ method: String, _ arguments: [BusValue]) -> BusCall {
        BusCall(service, "/org/freedesktop/PolicyKit1/Authority", "org.freedesktop.PolicyKit1.Authority", method, arguments)
    }

    private func check(_ process: PeerProcess, uid: UInt32, action: String, isInteractive: Bool) async -> Answer {
        let cancellation = state.withLock { state in
            state.lastID += 1
            return "widgetd-\(state.lastID)"
        }
        // polkit looks for the start time itself where it is zero. This process can't see those of other users.
        let subject = BusValue.options(["pid": .uint32(UInt32(bitPattern: process.pid)), "start-time": .uint64(0), "uid": .int32(Int32(bitPattern: uid))])
        var message = Self.message(
            "CheckAuthorization",
            [
                .structure([.string("unix-process"), subject]), .string(action), .array(of: "{ss}", []), .uint32(isInteractive ? 1 : 0), .string(cancellation),
            ])
        message.startsService = true
        message.timeout = isInteractive ? DaemonLimits.polkitPassword : DaemonLimits.polkitAnswer
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
final class SystemBus: Sendable {
    private let bus = Mutex<Bus?>(nil)

    /// - Throws: ``BusError``, also where there is no bus.
    func call(_ call: BusCall) async throws(BusError) -> [BusValue] { try await connected().call(call) }

    private func connected() throws(BusError) -> Bus {
        if let bus = bus.withLock({ $0 }) { return bus }
        let made = try Bus(.system) { [weak self] _ in self?.bus.withLock { $0 = nil } }
        bus.withLock { $0 = made }
        return made
    }
}
