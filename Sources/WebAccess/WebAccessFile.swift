import CLinux
import Glibc
public import WidgetCore

/// The file that `widgetd-web` and `widgetctl web` share: the list of browsers and invitations, with hashes in the place of secrets.
public struct WebAccessFile: Sendable {
    public let path: String

    public init(path: String) { self.path = path }

    /// In the user's state directory, beside the daemon's store.
    /// - Throws: FAILED_PRECONDITION where neither XDG_STATE_HOME nor HOME says where that is.
    public init(environment: (String) -> String?) throws(WidgetError) {
        path = "\(try Self.directory(environment))/web-browsers"
    }

    /// The user's state directory of widgetd.
    /// - Throws: as ``init(environment:)``.
    public static func directory(_ environment: (String) -> String?) throws(WidgetError) -> String {
        if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") { return "\(state)/widgetd" }
        guard let home = environment("HOME"), home.hasPrefix("/") else {
            throw WidgetError(.failedPrecondition, "neither XDG_STATE_HOME nor HOME says where the list of browsers is")
        }
        return "\(home)/.local/state/widgetd"
    }

    /// The list as it is now; empty where there is no file yet.
    /// - Throws: PERMISSION_DENIED or UNAVAILABLE where it can't be read, DATA_LOSS where it isn't such a file.
    public func read() throws(WidgetError) -> WebAccessList {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return WebAccessList() }
            throw failure("read", errno)
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: WebAccessLimits.fileBytes)
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count) }
            if more < 0 { throw failure("read", errno) }
            if more == 0 { break }
            count += more
        }
        guard let list = WebAccessList(fileText: String(decoding: bytes[..<count], as: UTF8.self)) else {
            throw WidgetError(.dataLoss, "\(path) isn't a list of browsers; move it away, and pair the browsers again")
        }
        return list
    }

    /// Changes the list: reads it, and writes it in one step, while no other process does.
    ///
    /// - Parameter body: its answer is passed on. Where the list is the same after it, nothing is written.
    /// - Throws: what `body` throws; PERMISSION_DENIED or UNAVAILABLE where the file can't be written.
    public func change<Answer>(_ body: (inout WebAccessList) throws(WidgetError) -> Answer) throws(WidgetError) -> Answer {
        try makeDirectory()
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw failure("lock", errno) }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0 { if errno != EINTR { throw failure("lock", errno) } }
        let before = try read()
        var list = before
        let answer = try body(&list)
        if list != before { try write(list) }
        return answer
    }

    private func makeDirectory() throws(WidgetError) {
        var parts = path.split(separator: "/").dropLast().map(String.init)[...]
        var directory = ""
        while let part = parts.popFirst() {
            directory += "/" + part
            if mkdir(directory, 0o700) != 0, errno != EEXIST { throw failure("written", errno) }
        }
    }

    private func write(_ list: WebAccessList) throws(WidgetError) {
        let new = path + ".new"
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("written", errno) }
        let bytes = Array(list.fileText.utf8)
        let written = Glibc.write(descriptor, bytes, bytes.count)
        // A revoked browser mustn't come back with a power cut.
        let code = written == bytes.count ? (fsync(descriptor) == 0 ? 0 : errno) : (written < 0 ? errno : ENOSPC)
        close(descriptor)
        guard code == 0 else { throw failure("written", code) }
        guard rename(new, path) == 0 else { throw failure("written", errno) }
        let parent = open(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { return }
        fsync(parent)
        close(parent)
    }

    private func failure(_ verb: String, _ code: Int32) -> WidgetError {
        WidgetError(code == EACCES || code == EPERM ? .permissionDenied : .unavailable, "\(path) can't be \(verb): \(String(cString: strerror(code)))")
    }
}

extension WebAccessList {
    private static let header = "widgetd web browsers 1"

    /// A line for each session and invitation; the name comes last, since it may have spaces. A session's alerts follow it.
    var fileText: String {
        let sessions = sessions.map { "session \($0.id) \($0.digest) \($0.role.rawValue) \($0.created.milliseconds) \($0.lastSeenDay) \($0.name)\n" }
        let invitations = invitations.map { "invitation \($0.digest) \($0.role.rawValue) \($0.expires.milliseconds) \($0.name)\n" }
        let alerts = self.sessions.compactMap { session in
            session.alerts.map { "alerts \(session.id) \($0.endpoint) \($0.publicKey) \($0.authentication)\n" }
        }
        return "\(Self.header)\n" + (sessions + alerts + invitations).joined() + (alertKey.isEmpty ? "" : "alert-key \(alertKey)\n")
    }

    /// - Returns: nil where the text isn't such a list. An unknown line would be a right that nobody could revoke.
    init?(fileText: String) {
        var lines = fileText.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first.map(String.init) == Self.header, lines.popLast() == "" else { return nil }
        var (sessions, invitations, alertKey): ([WebSession], [Invitation], String) = ([], [], "")
        for line in lines.dropFirst() {
            if line.hasPrefix("session ") {
                let fields = line.split(separator: " ", maxSplits: 6, omittingEmptySubsequences: false).map(String.init)
                guard fields.count == 7, let role = WebRole(rawValue: fields[3]), let created = Int64(fields[4]), let day = Int(fields[5]) else { return nil }
                sessions.append(
                    WebSession(
                        id: fields[1], name: fields[6], role: role, created: Timestamp(milliseconds: created), lastSeenDay: day, digest: fields[2]))
            } else if line.hasPrefix("alerts ") {
                let fields = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
                guard fields.count == 5, let index = sessions.firstIndex(where: { $0.id == fields[1] }) else { return nil }
                sessions[index].alerts = WebAlertAddress(endpoint: fields[2], publicKey: fields[3], authentication: fields[4])
            } else if line.hasPrefix("alert-key ") {
                alertKey = String(line.dropFirst("alert-key ".count))
            } else {
                let fields = line.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
                guard fields.count == 5, fields[0] == "invitation", let role = WebRole(rawValue: fields[2]), let expires = Int64(fields[3]) else { return nil }
                invitations.append(Invitation(digest: fields[1], name: fields[4], role: role, expires: Timestamp(milliseconds: expires)))
            }
        }
        self.init(sessions: sessions, invitations: invitations, alertKey: alertKey)
    }
}
