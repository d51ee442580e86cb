import Glibc
package import WidgetCore

/// Reading small files whole.
package enum FileText {
    /// The first bytes of a file, `limit` at most.
    ///
    /// - Throws: NOT_FOUND, PERMISSION_DENIED or UNAVAILABLE with the system's reason.
    package static func read(_ path: String, limit: Int) throws(WidgetError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw WidgetError(errno == EACCES ? .permissionDenied : .notFound, "\(path) can't be read: \(String(cString: strerror(errno)))")
        }
        defer { _ = close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = 0
        while count < limit {
            let read = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress.map { $0 + count }, limit - count) }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw WidgetError(.unavailable, "\(path) can't be read: \(String(cString: strerror(errno)))") }
            if read == 0 { break }
            count += read
        }
        return Array(bytes.prefix(count))
    }

    /// The sorted names in a directory, without those that begin with a dot. Nil where there is no such directory.
    ///
    /// - Throws: PERMISSION_DENIED or UNAVAILABLE with the system's reason.
    package static func names(in directory: String) throws(WidgetError) -> [String]? {
        guard let stream = opendir(directory) else {
            if errno == ENOENT { return nil }
            throw WidgetError(errno == EACCES ? .permissionDenied : .unavailable, "can't be read: \(String(cString: strerror(errno)))")
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
