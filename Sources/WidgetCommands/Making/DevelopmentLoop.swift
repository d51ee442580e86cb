import CommandRendering
import Glibc
import Linux
import WidgetAPI
import WidgetCore

/// Checks providers at each save, and shows the result.
struct DevelopmentLoop {
    private let providers: DevelopedProviders
    private var session: Session
    private let saved: FileEvents
    private var files = WatchedFiles()
    /// The last findings, to be drawn again where the terminal's size changes.
    private var found: [DevelopedProvider] = []

    init(of providers: DevelopedProviders, _ session: Session) throws(WidgetError) {
        self.providers = providers
        self.session = session
        // A question that the daemon doesn't answer now is reported, and asked again at the next save.
        session.client.patience = .zero
        saved = try FileEvents()
        for directory in providers.directories { files.add(directory: directory) }
        if let failure = saved.follow(files).failure { throw failure }
    }

    /// Runs until Ctrl-C. It changes no setting of the terminal, so nothing needs to be put back.
    mutating func run() throws {
        let resized = session.terminal.isTerminal ? SignalPipe([SIGWINCH]) : nil
        while true {
            try look()
            // No provider has this id, and no save could change that.
            if files.directories.isEmpty, let failure = found.first?.failure { throw WidgetError(.notFound, failure) }
            while true {
                var entries = [
                    pollfd(fd: saved.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: resized?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
                ]
                guard poll(&entries, nfds_t(entries.count), -1) > 0 else { continue }
                if let resized, entries[1].revents != 0 {
                    _ = resized.taken()
                    session.terminal = TerminalTraits.of(session.output.descriptor, environment: Environment.value)
                    try draw()
                }
                if entries[0].revents != 0, hasChanged() { break }
            }
        }
    }

    /// Whether something that matters was saved; waits until it is quiet, since a save is several changes.
    private func hasChanged() -> Bool {
        var matters = saved.take()
        var entry = pollfd(fd: saved.descriptor, events: Int16(POLLIN), revents: 0)
        var rounds = 0
        while matters, rounds < CommandLimits.savePauses, poll(&entry, 1, CommandLimits.savePause) > 0 {
            if saved.take() { matters = true }
            rounds += 1
        }
        return matters
    }

    private mutating func look() throws {
        found = providers.targets.map { DevelopedProvider(name: $0) }
        for index in found.indices {
            let name = found[index].name
            do throws(WidgetError) {
                let check = try session.client.checkProvider(name, kind: "", family: .unspecified, includeArchives: true)
                found[index].check = check
                for path in [check.manifestPath, check.programPath] where !path.isEmpty { files.add(file: path) }
                if let failure = saved.follow(files).failure { throw failure }
                // The pictures first, because linting takes some seconds.
                if session.terminal.isTerminal, !session.printsJSON { try? draw(isLast: false) }
                found[index].lint = try session.client.lintProvider(name)
            } catch {
                found[index].failure = error.message
            }
        }
        try draw()
    }

    private func draw(isLast: Bool = true) throws {
        if session.printsJSON {
            for provider in found {
                if let check = provider.check { try session.show(check) { _ in "" } }
                if let lint = provider.lint { try session.show(lint) { _ in "" } }
                if let failure = provider.failure {
                    let error = "{\"format\":\"\(JSONOutput.format)\",\"error\":\(JSONOutput.string(failure))}\n"
                    try session.output.write(error)
                }
            }
            return
        }
        var now = session.dates
        now.now = SystemClock.now
        let rendering = DevelopmentRendering(drawing: drawing(at: now.now), terminal: session.terminal, style: session.style)
        let text = rendering.text(found, at: CalendarDate(now.now, offset: SystemClock.offset(at: now.now)).time, isLast: isLast)
        // From the top of a cleared screen; what is longer than the screen can be scrolled back to.
        try session.output.write(session.terminal.isTerminal ? "\u{1B}[H\u{1B}[2J" + text : text)
    }

    private func drawing(at now: Timestamp) -> WidgetDrawing {
        var drawing = session.drawing
        drawing.now = now
        return drawing
    }
}

/// The providers that somebody is writing: one by its id or its manifest, or all those of a directory.
struct DevelopedProviders {
    /// As the daemon understands it: an id, or an absolute path without a slash at its end.
    private let name: String

    /// - Throws: NOT_FOUND where a path leads nowhere.
    init(named name: String) throws(WidgetError) {
        // A name without a slash is an id, unless it is a directory or a manifest in the working directory.
        guard name.contains("/") || Self.isDirectory(name) || name.hasSuffix(".json") else {
            self.name = name
            return
        }
        guard let path = realpath(name, nil) else { throw WidgetError(file: name, "read", errno) }
        defer { free(path) }
        self.name = String(cString: path)
    }

    /// The providers that the daemon is asked to check: ids, or paths of manifests as they are there now.
    var targets: [String] {
        guard name.hasPrefix("/"), Self.isDirectory(name) else { return [name] }
        return Self.names(in: name).filter { $0.hasSuffix(".json") }.map { "\(name)/\($0)" }
    }

    /// The directories whose files matter, before any program is known.
    var directories: [String] {
        guard name.hasPrefix("/") else { return [] }
        return [Self.isDirectory(name) ? name : String(name[..<(name.lastIndex(of: "/") ?? name.endIndex)])]
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
