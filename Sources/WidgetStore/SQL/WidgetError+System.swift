internal import Glibc
internal import WidgetCore

extension WidgetError {
    /// A system call failed.
    static func system(_ what: String, _ number: Int32) -> WidgetError {
        let reason = String(cString: strerror(number))
        return switch number {
        case ENOSPC, EDQUOT: WidgetError(.resourceExhausted, "\(what) failed: the disk is full; free some space and try again", cause: reason)
        case EROFS: WidgetError(.unavailable, "\(what) failed: \(WidgetError.readOnlyFileSystem) and try again", cause: "errno \(number)")
        case EACCES, EPERM:
            WidgetError(
                .unavailable, "\(what) failed: user \(geteuid()) has no permission there; give the store's directory to that user (chown) and try again",
                cause: "errno \(number)")
        default: WidgetError(.unavailable, "\(what) failed: \(reason)", cause: "errno \(number)")
        }
    }
}
