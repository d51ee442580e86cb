import Glibc
import Linux
import WidgetAPI
import WidgetCore

/// Runs a plugin of xbar, SwiftBar, Argos or BitBar. The plugin's lines become a view, and its file name says when to run it again.
actor XbarAdapter: ProviderAdapter {
    /// The streaming plugins by the environment that they were started with, since widgets may have different parameters.
    private var streams: [[String: String]: XbarStream] = [:]

    func describe(_ run: ProviderRun) async throws(WidgetError) -> ProviderDescription { ProviderDescription(kinds: run.manifest.kinds) }

    func entry(_ call: EntryCall, _ request: ProviderRequest, _ run: ProviderRun) async throws(WidgetError) -> ProvidedTimeline {
        let family = request.context.family
        let kind = try run.kind(request.kind, family: family)
        // A placeholder shows no real data, and a plugin has no other data. So it isn't run.
        let text = call == .placeholder ? nil : try await output(run, request)
        func view(_ scheme: ColorScheme) -> XbarView {
            let document = text.map { XbarParser.parse($0, scheme: scheme) } ?? XbarDocument(titles: [XbarLine(title: kind.displayName)])
            return XbarView(document: document, name: kind.displayName, family: family)
        }
        let scheme = request.context.colorScheme
        var own = view(scheme)
        do throws(WidgetError) {
            var tree = own.tree()
            // A plugin may give colours for both colour schemes.
            let other: ColorScheme = scheme == .dark ? .light : .dark
            var otherView = view(other)
            var otherTree = otherView.tree()
            if !tree.looksLike(otherTree) {
                (tree.traits, otherTree.traits) = ([ViewTraits(colorScheme: scheme)], [ViewTraits(colorScheme: other)])
                tree.variants = [otherTree]
            }
            let archive: ArchiveCodec.Encoded
            do throws(WidgetError) {
                archive = try ArchiveCodec.encode(try tree.archive(), family: family)
            } catch {
                // Both together are too large, so only the first is kept.
                archive = try ArchiveCodec.encode(try tree.withoutVariants.archive(), family: family)
            }
            let entry = ProvidedEntry(date: request.context.date, archive: archive.bytes, digest: archive.digest)
            return ProvidedTimeline(entries: [entry], policy: policy(run), images: Self.each(own.images + otherView.images))
        } catch {
            throw run.failure(error.code, "its output can't be shown: \(error.message)", cause: error.cause)
        }
    }

    /// Each picture once.
    private static func each(_ images: [ProvidedImage]) -> [ProvidedImage] {
        var seen: Set<ContentDigest> = []
        return images.filter { seen.insert($0.reference.digest).inserted }
    }

    func relevance(_ request: ProviderRequest, of kind: Kind, _ run: ProviderRun) async throws(WidgetError) -> ProvidedRelevance {
        throw run.failure(.unimplemented, "a plugin has no relevance; write a json or rpc provider for it")
    }

    func draw(_ request: ActivityDrawingRequest, _ run: ProviderRun) async throws(WidgetError) -> [UInt8] {
        throw run.failure(.unimplemented, "a plugin draws no activities; write a json or rpc provider for them")
    }

    func perform(_ request: IntentRequest, _ run: ProviderRun) async throws(WidgetError) -> IntentOutcome {
        guard request.name == XbarCommand.intent else {
            throw run.failure(.notFound, "no intent \"\(request.name.prefix(Limits.intentNameBytes))\"; a plugin has only \(XbarCommand.intent)")
        }
        let command = try XbarCommand.command(request.intentParameters)
        let isExecutable = { (path: String) in access(path, X_OK) == 0 }
        let environment = Self.environment(run, request.colorScheme, request.parameters)
        var started = command
        do throws(WidgetError) {
            started.program = try XbarCommand.resolve(command.program, environment: run.environment, isExecutable: isExecutable)
            if command.isInTerminal {
                started = try XbarTerminal.command(
                    [started.program] + started.arguments, session: run.session, environment: run.environment.merging(environment) { $1 },
                    hasManager: TransientUnit.hasManager(run.environment["XDG_RUNTIME_DIR"]), isExecutable: isExecutable)
            }
        } catch {
            throw run.failure(error.code, error.message)
        }
        if command.isInTerminal {
            try await Self.open(started, environment: environment.merging(run.session) { $1 }, run)
        } else {
            _ = try await run.call(program: started.program, arguments: started.arguments, environment: environment)
        }
        return IntentOutcome()
    }

    func value(_ request: ControlValueRequest, of kind: ControlKind, _ run: ProviderRun) async throws(WidgetError) -> ControlValue {
        throw run.failure(.unimplemented, "a plugin has no controls; write a json or rpc provider for them")
    }

    func perform(_ request: ControlPerformRequest, _ run: ProviderRun) async throws(WidgetError) {
        throw run.failure(.unimplemented, "a plugin has no controls; write a json or rpc provider for them")
    }

    func register(_ notice: PushRegistrationNotice, _ run: ProviderRun) async throws(WidgetError) {
        throw run.failure(.unimplemented, "a plugin can't be told of pushes")
    }

    func stop() async {
        for stream in streams.values { stream.stop() }
        streams = [:]
    }

    /// Starts a terminal, which stays open as long as the user likes. It returns when the terminal hasn't failed for a moment.
    private static func open(_ command: XbarLine.Command, environment: [String: String], _ run: ProviderRun) async throws(WidgetError) {
        let process = try await run.launch(program: command.program, arguments: command.arguments, environment: environment, output: .logged)
        let (ends, tell) = AsyncStream.makeStream(of: ProcessEnd?.self)
        Task { tell.yield(await process.end()) }
        let pause = Task { [clock = run.clock] in
            try await clock.sleep(for: ProviderLimits.terminalPause)
            tell.yield(nil)
        }
        defer { pause.cancel() }
        for await end in ends {
            if let end, !end.isSuccess { throw run.failure(end) }
            return
        }
    }

    private func output(_ run: ProviderRun, _ request: ProviderRequest) async throws(WidgetError) -> [UInt8] {
        let environment = Self.environment(run, request.context.colorScheme, request.parameters)
        guard run.manifest.isStreaming else { return try await run.call(environment: environment) }
        // For a plugin that has ended, each widget gets its last output or its error once. The next request starts the plugin again.
        let asker = [request.widget?.description ?? "", request.context.family.name]
        streams = streams.filter { $0.value.isRunning || $0.key == environment && $0.value.answersEnd(to: asker) }
        let stream: XbarStream
        if let running = streams[environment] {
            stream = running
        } else {
            let (tell, kind) = (run.onContentChange, request.kind)
            stream = XbarStream(limit: run.manifest.outputLimit, clock: run.clock) { tell(kind) }
            try await stream.start(run, environment: environment)
            streams[environment] = stream
        }
        let deadline = Task { [clock = run.clock, limit = run.manifest.deadline] in
            try await clock.sleep(for: limit)
            stream.giveUp()
        }
        let (output, end) = await stream.shown(to: asker)
        deadline.cancel()
        if let end {
            guard end.isSuccess else { throw run.failure(end) }
        } else if output.isEmpty {
            stream.stop()
            streams[environment] = nil
            throw run.failure(
                .deadlineExceeded,
                """
                kept running, and printed nothing within \(run.manifest.deadline.inSeconds) s (deadline_seconds); print first, or raise deadline_seconds in a \
                manifest
                """)
        }
        return output
    }

    /// The interval begins now and not at the request, because it is the time between two runs.
    private func policy(_ run: ProviderRun) -> ReloadPolicy {
        // A streaming plugin reports its changes.
        if run.manifest.isStreaming { return .never }
        guard let interval = run.manifest.interval else { return .never }
        return .after(run.now() + Milliseconds(Int64(interval / .milliseconds(1))))
    }

    /// The variables of plugins: those that they declare, their own path, and the colour scheme in SwiftBar's and xbar's variables.
    private static func environment(_ run: ProviderRun, _ scheme: ColorScheme, _ parameters: Parameters) -> [String: String] {
        let isDark = scheme == .dark
        var environment: [String: String] = [:]
        for variable in run.manifest.variables {
            environment[variable.environment] = parameters[variable.definition.name].map(XbarVariable.text) ?? variable.standard
        }
        return environment.merging(
            ["SWIFTBAR_PLUGIN_PATH": run.manifest.program, "OS_APPEARANCE": isDark ? "Dark" : "Light", "XBARDarkMode": "\(isDark)"]
        ) { $1 }
    }
}

/// Starts a line's command in a terminal, for `terminal=true`. It does that on the machine where the plugin runs, in the user's graphical session.
enum XbarTerminal {
    /// The terminals to look for after the user's own (`$TERMINAL`), in this order, with the arguments that come before a command.
    private static let programs: [(name: String, words: [String])] = [
        ("xdg-terminal-exec", []), ("x-terminal-emulator", ["-e"]), ("foot", []), ("alacritty", ["-e"]), ("kitty", []), ("wezterm", ["start", "--"]),
        ("gnome-terminal", ["--"]), ("konsole", ["-e"]), ("xfce4-terminal", ["-x"]), ("xterm", ["-e"]),
    ]

    /// The command that starts a terminal with a command in it. The user's service manager starts it, in a unit of its own, under none of the daemon's limits.
    /// Without a manager or systemd-run, setsid(1) gives it a session of its own, and it stays in the daemon's unit.
    /// - Parameters:
    ///   - session: the variables of ``ProviderEnvironment/graphical`` that the daemon has.
    ///   - environment: the command's environment, without the session's variables.
    ///   - hasManager: whether the user has a service manager.
    /// - Throws: FAILED_PRECONDITION where there is no graphical session, NOT_FOUND without a terminal.
    static func command(
        _ words: [String], session: [String: String], environment: [String: String], hasManager: Bool, isExecutable: (String) -> Bool
    ) throws(WidgetError) -> XbarLine.Command {
        guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { session[$0]?.isEmpty == false }) else {
            throw WidgetError(
                .failedPrecondition,
                "it wants a terminal (terminal=true), and the daemon knows of no graphical session here; run it yourself: \(words.joined(separator: " "))")
        }
        var candidates = programs
        if let own = session["TERMINAL"], !own.isEmpty {
            candidates.insert((own, programs.first { $0.name == own }?.words ?? ["-e"]), at: 0)
        }
        for (name, before) in candidates {
            guard let terminal = try? XbarCommand.resolve(name, environment: environment, isExecutable: isExecutable) else { continue }
            let command = [terminal] + before + words
            if hasManager, let program = try? XbarCommand.resolve("systemd-run", environment: environment, isExecutable: isExecutable) {
                let names = Set(environment.keys).union(session.keys)
                let unit = TransientUnit.words(running: command, by: program, environment: Array(names), waits: true)
                return XbarLine.Command(program: program, arguments: Array(unit.dropFirst()))
            }
            let setsid = try XbarCommand.resolve("setsid", environment: environment, isExecutable: isExecutable)
            return XbarLine.Command(program: setsid, arguments: ["--fork", "--wait"] + command)
        }
        throw WidgetError(.notFound, "it wants a terminal (terminal=true), and none is installed: set TERMINAL, or install one, such as foot or xterm")
    }
}
