import Glibc

/// Standard output or standard error, written with as few system calls as can be.
package struct OutputFile {
    /// The output can't be written.
    package struct WriteError: Error {
        /// errno; EPIPE: nobody reads any more, which is no fault.
        let code: Int32
    }

    let descriptor: Int32

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
