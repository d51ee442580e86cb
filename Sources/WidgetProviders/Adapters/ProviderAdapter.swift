import Logging
import WidgetCore

/// Speaks one protocol with a provider program. It is called for one request at a time.
protocol ProviderAdapter: Sendable {
    func describe(_ run: ProviderRun) async throws(WidgetError) -> ProviderDescription
    func entry(_ call: EntryCall, _ request: ProviderRequest, _ run: ProviderRun) async throws(WidgetError) -> ProvidedTimeline
    func relevance(_ request: ProviderRequest, of kind: Kind, _ run: ProviderRun) async throws(WidgetError) -> ProvidedRelevance
    /// - Returns: an encoded `ActivityArchive`, within the limits.
    func draw(_ request: ActivityDrawingRequest, _ run: ProviderRun) async throws(WidgetError) -> [UInt8]
    func perform(_ request: IntentRequest, _ run: ProviderRun) async throws(WidgetError) -> IntentOutcome
    func intents(_ run: ProviderRun) async throws(WidgetError) -> [IntentInfo]
    func options(_ request: OptionsRequest, _ run: ProviderRun) async throws(WidgetError) -> [ParameterOption]
    func value(_ request: ControlValueRequest, of kind: ControlKind, _ run: ProviderRun) async throws(WidgetError) -> ControlValue
    func perform(_ request: ControlPerformRequest, _ run: ProviderRun) async throws(WidgetError)
    func register(_ notice: PushRegistrationNotice, _ run: ProviderRun) async throws(WidgetError)
    /// Ends the connection to a program that waits for calls, so that it exits. The host terminates a program that doesn't.
    func stop() async
}

extension ProviderAdapter {
    func intents(_ run: ProviderRun) async throws(WidgetError) -> [IntentInfo] { [] }

    func options(_ request: OptionsRequest, _ run: ProviderRun) async throws(WidgetError) -> [ParameterOption] {
        throw run.failure(.unimplemented, "lists its options in its manifest")
    }
}

/// The entries that a request asks for.
enum EntryCall: String, Sendable {
    case placeholder, snapshot, timeline
}

/// The context in which an adapter runs its program.
struct ProviderRun: Sendable {
    var manifest: ProviderManifest
    /// The environment of every provider and the manifest's.
    var environment: [String: String]
    /// The variables of the user's graphical session (``ProviderEnvironment/graphical``). Only programs that are started in that session get them.
    var session: [String: String] = [:]
    var logger: Logger
    var clock: any Clock<Duration>
    /// The date.
    var now: @Sendable () -> Timestamp
    var programs: RunningPrograms
    var groups: ProviderCgroups?
    /// Called with a kind when it has something new to show.
    var onContentChange: @Sendable (_ kind: String) -> Void = { _ in }

    /// Starts the program with the manifest's limits.
    func launch(
        program: String? = nil, arguments: [String]? = nil, environment more: [String: String] = [:], input: [UInt8] = [], output: LaunchRequest.Output,
        socket: Int32 = -1
    ) async throws(WidgetError) -> ProviderProcess {
        let request = LaunchRequest(
            program: program ?? manifest.program, arguments: arguments ?? manifest.arguments, environment: environment.merging(more) { $1 }, input: input,
            output: output, socket: socket, memoryLimit: manifest.memoryLimit,
            group: groups?.group(of: manifest.id, memory: manifest.memoryLimit))
        let process: ProviderProcess
        do {
            process = try await ProviderProcess.launch(request, logger: logger)
        } catch {
            throw failure(error.code, error.message, cause: error.cause)
        }
        guard programs.add(process) else {
            process.terminate(.stopped)
            throw failure(await process.end())
        }
        return process
    }

    /// An error that names the provider. It is cut to ``ProviderLimits/errorBytes``, because the message may contain the program's output.
    func failure(_ code: WidgetError.Code, _ message: String, cause: String? = nil) -> WidgetError {
        let limit = ProviderLimits.errorBytes
        return WidgetError(code, "provider \(manifest.id): \(message.cut(toBytes: limit))", cause: cause?.cut(toBytes: limit))
    }

    /// The program's last line on standard error. Where it wrote none, the last line of its output that has a letter or digit.
    private func reason(_ end: ProcessEnd) -> String {
        if !end.lastErrorLine.isEmpty { return ": \(end.lastErrorLine)" }
        let lines = end.output.suffix(ProviderLimits.logLineBytes).split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        // For a plugin, only the part of a line that is shown: the text before the separator.
        let words = lines.map { manifest.protocol == .xbar ? $0.prefix { $0 != UInt8(ascii: "|") } : $0 }
        guard let said = words.last(where: { String(decoding: $0, as: UTF8.self).contains { $0.isLetter || $0.isNumber } }) else { return " and said nothing" }
        var log = ErrorLog()
        _ = log.push(said, at: .now)
        _ = log.finish(at: .now)
        return ", having printed: \(log.lastLine)"
    }

    /// The error of a call whose program ended before its answer.
    func failure(_ end: ProcessEnd) -> WidgetError {
        switch end.termination {
        case .deadline:
            failure(
                .deadlineExceeded,
                "no answer within \(manifest.deadline.inSeconds) s (deadline_seconds), so it was ended; make it faster, or raise the limit in \(manifest.path)"
            )
        case .output:
            failure(
                .resourceExhausted,
                "printed more than \(manifest.outputLimit) bytes (output_limit_bytes), so it was ended; print less, or raise the limit in \(manifest.path)")
        case .memory:
            failure(
                .resourceExhausted,
                """
                had more than \(manifest.memoryLimit >> 20) MiB of memory (memory_limit_mib), so the kernel ended it; use less, or raise the limit in \
                \(manifest.path)
                """)
        case .stopped:
            failure(.unavailable, "was stopped in the middle of a call")
        case nil:
            failure(.unavailable, end.description + reason(end))
        }
    }
}

extension Duration {
    /// The seconds as text for people, such as `10` or `0.5`.
    var inSeconds: String {
        let value = self / .seconds(1)
        return value == value.rounded() && value < 1e15 ? "\(Int64(value))" : "\(value)"
    }
}

extension ProviderRun {
    /// Runs a program for one call and returns what it printed.
    ///
    /// - Throws: `DEADLINE_EXCEEDED`; `RESOURCE_EXHAUSTED` for too much output; `UNAVAILABLE` where the program fails or can't be started.
    func call(
        program: String? = nil, arguments: [String]? = nil, environment: [String: String] = [:], input: [UInt8] = []
    ) async throws(WidgetError) -> [UInt8] {
        let process = try await launch(
            program: program, arguments: arguments, environment: environment, input: input, output: .collected(limit: manifest.outputLimit))
        let deadline = Task { [clock, manifest] in
            try await clock.sleep(for: manifest.deadline)
            process.terminate(.deadline)
        }
        let end = await process.end()
        deadline.cancel()
        guard end.isSuccess else { throw failure(end) }
        return end.output
    }

    /// The kind with this id or alias.
    ///
    /// - Throws: `NOT_FOUND` where there is none, `INVALID_ARGUMENT` for a family that the kind doesn't support.
    func kind(_ id: String, family: WidgetFamily? = nil) throws(WidgetError) -> Kind {
        guard let kind = manifest.kinds.first(where: { $0.id == id || $0.aliases.contains(id) }) else {
            throw failure(.notFound, "gives no kind \"\(id)\"" + Suggestion.advice(for: id, among: manifest.kinds.map(\.id), verb: "it gives"))
        }
        if let family, !kind.families.contains(family) {
            throw failure(.invalidArgument, "kind \(id) doesn't support \(family.name); it supports \(kind.families.map(\.name).joined(separator: ", "))")
        }
        return kind
    }
}
