import Glibc
import WidgetCore

extension WidgetError {
    /// A file of the user's that can't be read or written.
    ///
    /// - Parameters:
    ///   - action: what wasn't possible, such as `write`.
    ///   - code: errno.
    init(file path: String, _ action: String, _ code: Int32) {
        let reason = String(cString: strerror(code))
        switch code {
        case ENOENT, ENOTDIR: self.init(.notFound, "can't \(action) \(path): \(reason)")
        case EEXIST: self.init(.alreadyExists, "\(path) exists already; name another file, or replace it with --force")
        case EACCES, EPERM, EROFS: self.init(.permissionDenied, "can't \(action) \(path): \(reason); choose a place that is yours")
        case ENOSPC, EDQUOT, EFBIG: self.init(.resourceExhausted, "can't \(action) \(path): \(reason); make room, or choose another place")
        default: self.init(.dataLoss, "can't \(action) \(path): \(reason)")
        }
    }
}

/// A file that can't be made where it should be: what `WidgetError` says of it, with the status of sysexits(3) for that.
package struct CannotCreate: Error {
    let reason: WidgetError
}
