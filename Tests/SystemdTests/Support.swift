import Glibc
import Testing

/// A Unix socket of the given kind, bound to a path of its own and gone with its directory when the test ends.
final class BoundSocket {
    let path: String
    let descriptor: CInt
    private let directory: String

    /// - Throws: an expectation failure if the system doesn't give a socket.
    init(_ kind: __socket_type, listening: Bool = false) throws {
        var template = Array("/tmp/widgetd-test-XXXXXX".utf8CString)
        directory = String(cString: try #require(mkdtemp(&template)))
        path = directory + "/socket"
        descriptor = socket(AF_UNIX, CInt(kind.rawValue), 0)
        try #require(descriptor >= 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        try #require(bound == 0)
        if listening { try #require(listen(descriptor, 4) == 0) }
    }

    deinit {
        close(descriptor)
        unlink(path)
        rmdir(directory)
    }

    /// The next datagram that has arrived, or nil if there is none.
    func receive() -> String? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }
}

/// A pipe that stands for standard error.
final class Pipe {
    let reading: CInt
    let writing: CInt

    /// - Throws: an expectation failure if the system doesn't give a pipe.
    init(nonBlocking: Bool = false) throws {
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        (reading, writing) = (ends[0], ends[1])
        if nonBlocking { try #require(fcntl(writing, F_SETFL, O_NONBLOCK) == 0) }
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// The bytes that have been written so far.
    func text() -> String {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, 0) == 1 else { return "" }
        return String(decoding: buffer[..<max(0, read(reading, &buffer, buffer.count))], as: UTF8.self)
    }
}
