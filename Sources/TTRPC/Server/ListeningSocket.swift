import Glibc

/// A Unix socket that listens and isn't served yet: who connects waits. A program takes its place before it does anything that a second one must not do.
public struct ListeningSocket: Sendable {
    let descriptor: Int32
    /// Nil for one that was handed over: its file belongs to who made it.
    let file: UnixListener?

    /// - Throws: ``TransportError``, ``TransportError/alreadyServed(path:)`` where another process answers there.
    public init(_ address: ListeningAddress) throws(TransportError) {
        switch address {
        case .path(let path, let mode):
            let listener = try UnixListener(path: path, mode: mode)
            (file, descriptor) = (listener, listener.descriptor)
        case .descriptor(let number):
            // A socket that was handed over would otherwise reach every provider program.
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
            (file, descriptor) = (nil, number)
        }
    }

    /// Closes one that is never served, and removes its file.
    public func discard() {
        _ = close(descriptor)
        // The next server replaces a file that stays behind.
        try? file?.removeFile()
    }
}
