import Glibc
public import WidgetCore
public import WidgetSettings

/// The file that says what `widgetd-wall` shows.
public struct WallFile: Sendable {
    public let path: String

    public init(path: String) { self.path = path }

    /// `$XDG_CONFIG_HOME/widgetd/wall.json`, or below `~/.config`.
    /// - Throws: FAILED_PRECONDITION where neither variable is set.
    public init(environment: (String) -> String?) throws(WidgetError) {
        if let directory = environment("XDG_CONFIG_HOME"), directory.hasPrefix("/") {
            self.init(path: "\(directory)/widgetd/wall.json")
            return
        }
        guard let home = environment("HOME"), home.hasPrefix("/") else {
            throw WidgetError(.failedPrecondition, "neither XDG_CONFIG_HOME nor HOME is set, so there is no place for wall.json; set one of them")
        }
        self.init(path: "\(home)/.config/widgetd/wall.json")
    }

    /// - Returns: nil: there is no file.
    /// - Throws: INVALID_ARGUMENT with the file, the key and what is allowed; another error of the file system as it is.
    public func read() throws(WidgetError) -> WallConfiguration? {
        // A pipe in its place must not stop the program.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("read", errno)
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: WallLimits.fileBytes + 1)
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count) }
            if more < 0, errno == EINTR { continue }
            if more < 0 { throw failure("read", errno) }
            if more == 0 { break }
            count += more
        }
        do throws(WidgetError) {
            return try WallConfiguration(file: Array(bytes[..<count]))
        } catch {
            throw WidgetError(error.code, "\(path): \(error.message)")
        }
    }

    /// Replaces the file in one step. Its directory is made where there is none, and a link is followed.
    /// - Throws: an error of the file system.
    public func write(_ configuration: WallConfiguration) throws(WidgetError) {
        var place = 1
        while let slash = path.utf8.dropFirst(place).firstIndex(of: UInt8(ascii: "/")) {
            mkdir(String(path[..<slash]), 0o700)
            place = path.utf8.distance(from: path.startIndex, to: slash) + 1
        }
        let real = realpath(path, nil)
        defer { free(real) }
        let target = real.map { String(cString: $0) } ?? path
        let new = "\(target).\(getpid()).new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw failure("written", errno) }
        let bytes = Array(configuration.text.utf8)
        let written = Glibc.write(descriptor, bytes, bytes.count)
        var code = written == bytes.count ? 0 : written < 0 ? errno : ENOSPC
        if code == 0, fsync(descriptor) != 0 { code = errno }
        close(descriptor)
        if code == 0, rename(new, target) != 0 { code = errno }
        guard code == 0 else {
            unlink(new)
            throw failure("written", code)
        }
    }

    private func failure(_ what: String, _ code: Int32) -> WidgetError {
        WidgetError(
            code == EACCES || code == EPERM || code == EROFS ? .permissionDenied : .unavailable, "\(path) can't be \(what): \(String(cString: strerror(code)))")
    }
}
