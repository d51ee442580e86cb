internal import CSystemd
import Glibc

/// Sockets that the service manager opened for the daemon, by the protocol of sd_listen_fds(3).
public enum SocketActivation {
    /// A listening socket that this process inherited and now owns.
    public struct Socket: Sendable, Equatable {
        /// The file descriptor. It isn't passed on to programs that this process starts.
        public let descriptor: CInt

        /// `FileDescriptorName=` of the socket unit; by default the unit's name.
        public let name: String
    }

    /// The inherited sockets, in the order of the socket units; empty when the daemon was started without activation.
    ///
    /// It removes `LISTEN_FDS`, `LISTEN_PID` and `LISTEN_FDNAMES` from the environment so that no child takes them for its own. So call it once, from main,
    /// before any other thread runs: changing the environment beside a reader of it is undefined.
    ///
    /// - Throws: ``SystemdError`` if the variables make no sense, or if a descriptor isn't a listening Unix stream socket;
    ///   the message says which and what the unit must say.
    public static func descriptors() throws(SystemdError) -> [Socket] {
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(1, &list)
        guard count >= 0 else {
            throw SystemdError(message: "LISTEN_FDS from the service manager cannot be used", code: -count)
        }
        defer { release(list, count: Int(count)) }
        var sockets: [Socket] = []
        for index in 0..<count {
            let name = list?[Int(index)].map { String(cString: $0) } ?? "unknown"
            sockets.append(try adopt(SD_LISTEN_FDS_START + index, name: name))
        }
        return sockets
    }

    /// Checks one inherited descriptor, and closes it on exec.
    static func adopt(_ descriptor: CInt, name: String) throws(SystemdError) -> Socket {
        let answer = sd_is_socket_unix(descriptor, CInt(SOCK_STREAM.rawValue), 1, nil, 0)
        guard answer >= 0 else {
            throw SystemdError(message: "cannot examine the inherited socket '\(name)' (descriptor \(descriptor))", code: -answer)
        }
        guard answer > 0 else {
            throw SystemdError(
                message: "the inherited descriptor \(descriptor) ('\(name)') is not a listening Unix stream socket; "
                    + "the socket unit must name a path in ListenStream= and have Accept=no")
        }
        let flags = fcntl(descriptor, F_GETFD)
        guard flags >= 0, fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) >= 0 else {
            throw SystemdError(message: "cannot keep the inherited socket '\(name)' from child processes", code: errno)
        }
        return Socket(descriptor: descriptor, name: name)
    }

    private static func release(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, count: Int) {
        guard let list else { return }
        for index in 0..<count { free(list[index]) }
        free(list)
    }
}
