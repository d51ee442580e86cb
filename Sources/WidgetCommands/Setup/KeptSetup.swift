import CommandRendering
import Glibc
import WidgetAPI
import WidgetCore

/// The setup before the latest apply, in a file that only its user can read: it has the values of secrets. Each daemon's device has a file of its own.
///
/// While an apply runs, the file is called `begun-ID.yaml`. When all changes are made, it is `before-ID.yaml`. If an apply ends in between, the next one adds
/// to the file. So the way back leads to where all was before the first of them.
struct KeptSetup {
    private let directory: String
    private let before: String
    private let begun: String

    /// - Throws: the daemon's error; FAILED_PRECONDITION where the user has no home.
    init(_ client: WidgetClient) throws(WidgetError) {
        guard let own = try client.devices().devices.first(where: { $0.state == .self_ }) else {
            throw WidgetError(.failedPrecondition, "this machine only shows the widgets of another one; apply the file on a hub")
        }
        let base = Environment.value("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? Environment.value("HOME").map { "\($0)/.local/state" }
        guard let base else { throw WidgetError(.failedPrecondition, "HOME isn't set: there is no place to keep what was there before") }
        directory = "\(base)/widgetctl"
        before = "\(directory)/before-\(own.id.prefix(7)).yaml"
        begun = "\(directory)/begun-\(own.id.prefix(7)).yaml"
    }

    /// Runs `body` while no other apply of this user runs: two at once would place widgets twice.
    func locked<T>(_ body: () throws -> T) throws -> T {
        try makeDirectory()
        let lock = open("\(directory)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw WidgetError(file: "\(directory)/lock", "write", errno) }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0 { guard errno == EINTR else { throw WidgetError(file: "\(directory)/lock", "lock", errno) } }
        return try body()
    }

    /// The setup to go back to.
    /// - Throws: NOT_FOUND where nothing was applied.
    func read() throws(WidgetError) -> Setup {
        if let setup = try read(begun) { return setup }
        if let setup = try read(before) { return setup }
        throw WidgetError(.notFound, "nothing was applied to this daemon from here: there is no \(before)")
    }

    private func read(_ path: String) throws(WidgetError) -> Setup? {
        access(path, F_OK) == 0 ? try Setup(YAMLNode.read(try InputBytes.read(path))) : nil
    }

    /// An apply begins. The setup before it is on the disk then.
    func begin(_ setup: Setup, now: Timestamp) throws {
        let earlier = try read(begun) ?? Setup()
        var all = earlier
        all.groups += setup.groups.filter { new in !earlier.groups.contains { $0.name == new.name } }
        all.widgets += setup.widgets.filter { new in !earlier.widgets.contains { $0.name == new.name } }
        all.displays += setup.displays.filter { new in !earlier.displays.contains { $0.name == new.name } }
        try write(all, to: begun, now: now)
    }

    /// The apply has made all its changes.
    func end() throws(WidgetError) {
        guard rename(begun, before) == 0 else { throw WidgetError(file: before, "write", errno) }
    }

    /// All was taken back. The next way back leads to where it was until now.
    func wentBack(from setup: Setup, now: Timestamp) throws {
        try write(setup, to: before, now: now)
        unlink(begun)
    }

    private func write(_ setup: Setup, to path: String, now: Timestamp) throws {
        let file = try NewFile(path: path, replaces: true)
        do {
            try file.write(Array(setup.yaml(comment: ["What was there before the apply at \(now.rfc3339)."]).utf8))
            try file.finish()
        } catch {
            file.discard()
            throw error
        }
    }

    private func makeDirectory() throws(WidgetError) {
        var path = ""
        for part in directory.split(separator: "/") {
            path += "/\(part)"
            guard mkdir(path, 0o700) == 0 || errno == EEXIST || access(path, F_OK) == 0 else { throw WidgetError(file: path, "make", errno) }
        }
    }
}
