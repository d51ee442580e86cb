import Glibc
import NIOCore
import TTRPC
import TTRPCWire
import WidgetAPI
import WidgetCore

/// Calls a program that serves `widgetd.v1.Provider` on the socket that it inherits. The first call starts the program. It is ended when it has been idle for
/// the manifest's idle timeout.
actor RPCAdapter: ProviderAdapter {
    private let eventLoopGroup: any EventLoopGroup
    private var session: RPCSession?
    private var idle: Task<Void, Never>?
    /// Counts calls, so that an idle timeout that fires just when a call comes doesn't end that call.
    private var calls = 0

    init(eventLoopGroup: any EventLoopGroup) {
        self.eventLoopGroup = eventLoopGroup
    }

    func describe(_ run: ProviderRun) async throws(WidgetError) -> ProviderDescription {
        let answer = try await call(.describe, [], run)
        return try checked(run, .describe) { () throws(WidgetError) in
            var description = try ProviderDescription(describeResponse: answer)
            for index in description.kinds.indices {
                description.kinds[index].provider = run.manifest.id
                description.kinds[index] = try description.kinds[index].validated()
            }
            for index in description.controls.indices {
                description.controls[index].provider = run.manifest.id
                description.controls[index] = try description.controls[index].validated()
            }
            try description.checkIDs()
            for index in description.activities.indices { description.activities[index].provider = run.manifest.id }
            description.activities = try description.activities.validated()
            return description
        }
    }

    func entry(_ call: EntryCall, _ request: ProviderRequest, _ run: ProviderRun) async throws(WidgetError) -> ProvidedTimeline {
        let family = request.context.family
        if call == .timeline {
            let answer = try await self.call(.timeline, try request.timelineRequestBytes(), run)
            return try checked(run, .timeline) { () throws(WidgetError) in try ProvidedTimeline(timelineResponse: answer, family: family) }
        }
        let method: ProviderMethod = call == .placeholder ? .placeholder : .snapshot
        let answer = try await self.call(method, try request.entryRequestBytes(), run)
        return try checked(run, method) { () throws(WidgetError) in try ProvidedTimeline(entryResponse: answer, family: family) }
    }

    func relevance(_ request: ProviderRequest, of kind: Kind, _ run: ProviderRun) async throws(WidgetError) -> ProvidedRelevance {
        let answer = try await call(.relevance, try request.relevanceRequestBytes(), run)
        return try checked(run, .relevance) { () throws(WidgetError) in
            try ProvidedRelevance(relevanceResponse: answer, family: request.context.family).validated(for: kind)
        }
    }

    func draw(_ request: ActivityDrawingRequest, _ run: ProviderRun) async throws(WidgetError) -> [UInt8] {
        let answer = try await call(.drawActivity, try request.drawActivityRequestBytes(), run)
        return try checked(run, .drawActivity) { () throws(WidgetError) in try ActivityArchiveCodec.archive(drawActivityResponse: answer) }
    }

    func perform(_ request: IntentRequest, _ run: ProviderRun) async throws(WidgetError) -> IntentOutcome {
        let answer = try await call(.perform, try request.performRequestBytes(), run)
        return try checked(run, .perform) { () throws(WidgetError) in try IntentOutcome(performResponse: answer) }
    }

    func intents(_ run: ProviderRun) async throws(WidgetError) -> [IntentInfo] {
        let answer: [UInt8]
        do throws(WidgetError) {
            answer = try await call(.intents, [], run)
        } catch {
            if error.code == .unimplemented { return [] }
            throw error
        }
        return try checked(run, .intents) { () throws(WidgetError) in
            try [IntentInfo](intentsResponse: answer).map { intent in
                var intent = intent
                intent.provider = run.manifest.id
                return intent
            }
        }
    }

    func options(_ request: OptionsRequest, _ run: ProviderRun) async throws(WidgetError) -> [ParameterOption] {
        let answer = try await call(.options, try request.bytes(), run)
        return try checked(run, .options) { () throws(WidgetError) in try [ParameterOption](optionsResponse: answer) }
    }

    func value(_ request: ControlValueRequest, of kind: ControlKind, _ run: ProviderRun) async throws(WidgetError) -> ControlValue {
        let answer = try await call(.controlValue, try request.controlValueRequestBytes(), run)
        return try checked(run, .controlValue) { () throws(WidgetError) in try ControlValue(controlValueResponse: answer).validated(for: kind) }
    }

    func perform(_ request: ControlPerformRequest, _ run: ProviderRun) async throws(WidgetError) {
        _ = try await call(.performControl, try request.performControlRequestBytes(), run)
    }

    func register(_ notice: PushRegistrationNotice, _ run: ProviderRun) async throws(WidgetError) {
        _ = try await call(.pushInfo, try notice.pushInfoRequestBytes(), run)
    }

    func stop() async {
        idle?.cancel()
        await endSession()
    }

    private func checked<Answer>(
        _ run: ProviderRun, _ method: ProviderMethod, _ body: () throws(WidgetError) -> Answer
    ) throws(WidgetError) -> Answer {
        do {
            return try body()
        } catch {
            throw run.failure(error.code, "its answer to \(method.rawValue) is wrong: \(error.message)", cause: error.cause)
        }
    }

    // MARK: The program

    private func call(_ method: ProviderMethod, _ payload: [UInt8], _ run: ProviderRun) async throws(WidgetError) -> [UInt8] {
        idle?.cancel()
        calls += 1
        let session = try await liveSession(run)
        let answer: [UInt8]
        do throws(WidgetError) {
            answer = try await session.call(method, payload, run)
        } catch {
            endWhenIdle(run)
            throw error
        }
        endWhenIdle(run)
        return answer
    }

    private func liveSession(_ run: ProviderRun) async throws(WidgetError) -> RPCSession {
        if let session, !session.isBroken { return session }
        // The connection is gone, but the program may still run. It is ended before the new one starts.
        await endSession()
        let session = try await RPCSession.open(run, eventLoopGroup)
        self.session = session
        return session
    }

    private func endWhenIdle(_ run: ProviderRun) {
        guard session != nil else { return }
        let call = calls
        idle = Task { [clock = run.clock, timeout = run.manifest.idleTimeout] in
            guard (try? await clock.sleep(for: timeout)) != nil else { return }
            await self.endSession(afterCall: call)
        }
    }

    private func endSession(afterCall call: Int) async {
        if call == calls { await endSession() }
    }

    private func endSession() async {
        guard let session else { return }
        self.session = nil
        await session.close()
    }
}
