import Glibc

/// The file that keeps ``NotificationMemory`` for the next run. It lives as long as the session.
public struct NotificationStateFile: Sendable {
    public let path: String

    /// - Parameter path: a path in a directory that only this user can use.
    public init(path: String) { self.path = path }

    /// The memory of the run before. It is empty where that run kept none, or where the file can't be read. The worst result is a notification that is shown
    /// twice.
    public func read() -> NotificationMemory {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return NotificationMemory() }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: NotificationLimits.fileBytes)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count > 0 ? Self.parse(String(decoding: bytes[..<count], as: UTF8.self)) : NotificationMemory()
    }

    /// Replaces the file in one step.
    /// - Returns: 0, or errno on failure.
    public func write(_ memory: NotificationMemory) -> Int32 {
        let new = path + ".new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return errno }
        let bytes = Array(Self.text(memory).utf8)
        let written = Glibc.write(descriptor, bytes, bytes.count)
        let code = errno
        close(descriptor)
        guard written == bytes.count else { return written < 0 ? code : ENOSPC }
        return rename(new, path) == 0 ? 0 : errno
    }

    /// The file's text: the server, then for each activity a line with its id, its notification and its alert.
    static func text(_ memory: NotificationMemory) -> String {
        memory.lines.sorted { $0.key < $1.key }.reduce(into: memory.server + "\n") { $0 += "\($1.key) \($1.value.notification) \($1.value.alert)\n" }
    }

    static func parse(_ text: String) -> NotificationMemory {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var memory = NotificationMemory(server: lines.first.map(String.init) ?? "")
        for line in lines.dropFirst() {
            let fields = line.split(separator: " ")
            guard fields.count == 3, let notification = UInt32(fields[1]), let alert = Int64(fields[2]) else { continue }
            memory.lines[String(fields[0])] = .init(notification: notification, alert: alert)
        }
        return memory
    }
}
