import Glibc
public import WidgetCore

/// The file in which `widgetd-web` says under which address browsers reach it, for `widgetctl web invite`.
public struct WebAddressFile: Sendable {
    private let path: String

    /// In the user's state directory.
    /// - Throws: as ``WebAccessFile/directory(_:)``.
    public init(environment: (String) -> String?) throws(WidgetError) { path = "\(try WebAccessFile.directory(environment))/web-address" }

    /// The address without a slash at its end; nil: `widgetd-web` has never run.
    public func read() -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1_024)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0, let line = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").first else { return nil }
        return line.hasPrefix("http://") || line.hasPrefix("https://") ? String(line) : nil
    }

    /// Writes it, in a directory that is there.
    /// - Throws: UNAVAILABLE where it can't be written.
    public func write(_ address: String) throws(WidgetError) {
        let new = path + ".new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(errno) }
        let bytes = Array("\(address.hasSuffix("/") ? String(address.dropLast()) : address)\n".utf8)
        let written = Glibc.write(descriptor, bytes, bytes.count)
        close(descriptor)
        guard written == bytes.count else { throw failure(ENOSPC) }
        guard rename(new, path) == 0 else { throw failure(errno) }
    }

    private func failure(_ code: Int32) -> WidgetError { WidgetError(.unavailable, "\(path) can't be written: \(String(cString: strerror(code)))") }
}
