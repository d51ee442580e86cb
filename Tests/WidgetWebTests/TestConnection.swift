import Foundation
import Glibc
import WidgetCore

/// A connection to the server, byte by byte: it says what no browser would say, too.
final class TestConnection {
    private let descriptor: Int32
    private(set) var received: [UInt8] = []

    init(port: Int, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size)) }
        var time = timeval(tv_sec: 0, tv_usec: 50_000)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        guard result == 0 else { throw WidgetError(.unavailable, "can't connect: \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    func send(_ line: String, _ headers: [String: String], _ body: String) throws {
        var text = "\(line)\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if !body.isEmpty { text += "content-length: \(body.utf8.count)\r\n" }
        try send(text + "\r\n" + body)
    }

    func send(_ text: String) throws {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let sent = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            // A server that has had enough closes the connection.
            guard sent > 0 else { return }
            bytes = bytes.dropFirst(sent)
        }
    }

    /// Reads what is there.
    /// - Returns: false at the end.
    func read() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { received += buffer[..<count] }
        return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
    }

    /// All that has come, as text.
    var text: String { String(decoding: received, as: UTF8.self) }

    /// Reads until the text has come.
    func wait(for part: String, seconds: Double = 60) -> Bool { wait(seconds: seconds) { text.contains(part) } }

    func wait(seconds: Double = 60, _ isSo: () -> Bool) -> Bool {
        let end = Date() + seconds
        while !isSo() {
            guard Date() < end, read() || isSo() else { return isSo() }
        }
        return true
    }

    /// Whether the server ends the connection.
    func ends(seconds: Double = 60) -> Bool {
        let end = Date() + seconds
        while Date() < end { if !read() { return true } }
        return false
    }

    func ask(_ line: String, _ headers: [String: String], _ body: String) throws -> TestBrowser.Response {
        try send(line, headers, body)
        return try response(toHead: line.hasPrefix("HEAD"))
    }

    func response(toHead: Bool = false) throws -> TestBrowser.Response {
        _ = wait { self.response(isHead: toHead) != nil }
        guard let response = response(isHead: toHead) else { throw WidgetError(.unavailable, "no whole answer: \(text.prefix(500))") }
        return response
    }

    private func response(isHead: Bool) -> TestBrowser.Response? {
        guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        let body = received[end.upperBound...]
        guard isHead || body.count >= headers["content-length"].flatMap({ Int($0) }) ?? 0 else { return nil }
        return TestBrowser.Response(status: status, headers: headers, text: String(decoding: body, as: UTF8.self))
    }
}
