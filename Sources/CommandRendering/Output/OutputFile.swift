import Glibc
package import WidgetCore

/// Standard output or standard error, written with as few system calls as can be.
package struct OutputFile {
    /// The output can't be written.
    package struct WriteError: Error {
        /// errno; EPIPE: nobody reads any more, which is no fault.
        package let code: Int32

        package init(code: Int32) { self.code = code }
    }

    package let descriptor: Int32

    package init(descriptor: Int32) { self.descriptor = descriptor }

    package static let standard = OutputFile(descriptor: STDOUT_FILENO)
    package static let error = OutputFile(descriptor: STDERR_FILENO)

    /// Writes all of it.
    package func write(_ text: String) throws(WriteError) {
        var text = text
        if let failure = text.withUTF8({ write(UnsafeRawBufferPointer($0)) }) { throw WriteError(code: failure) }
    }

    /// Writes all of it.
    package func write(_ bytes: [UInt8]) throws(WriteError) {
        if let failure = bytes.withUnsafeBytes(write) { throw WriteError(code: failure) }
    }

    /// - Returns: errno where it can't be written.
    private func write(_ bytes: UnsafeRawBufferPointer) -> Int32? {
        var written = 0
        while written < bytes.count {
            let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                // Somebody made the terminal non-blocking; wait until it takes more.
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&entry, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}

/// Standard input, where a user answers and pastes.
package struct InputFile {
    package let descriptor: Int32

    package static let standard = InputFile(descriptor: STDIN_FILENO)

    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// One line, without its end; nil where the input is at its end.
    ///
    /// It takes no byte after the line, so that the next reader finds it.
    /// - Throws: INVALID_ARGUMENT for a line longer than ``RenderingLimits/inputLineBytes``, or one that isn't UTF-8.
    package func line() throws(WidgetError) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            if count <= 0, bytes.isEmpty { return nil }
            if count <= 0 || byte == UInt8(ascii: "\n") { break }
            bytes.append(byte)
            guard bytes.count <= RenderingLimits.inputLineBytes else {
                throw .invalid("standard input", "a line has more than \(RenderingLimits.inputLineBytes) bytes")
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalid("standard input", "it isn't UTF-8") }
        return text
    }
}
