public import WidgetCore

/// The exit statuses of widgetctl, as in sysexits(3). The whole table is here.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    case ok = 0
    /// EX_USAGE: the command line is wrong.
    case usage = 64
    /// EX_DATAERR: a value isn't what the daemon takes.
    case dataError = 65
    /// EX_NOINPUT: there is no such widget, kind or provider.
    case noInput = 66
    /// EX_UNAVAILABLE: no daemon, or a widget whose provider isn't installed.
    case unavailable = 69
    /// EX_SOFTWARE: a fault of the daemon's or of ours.
    case `internal` = 70
    /// EX_CANTCREAT: it exists already, or there is no room for it.
    case cannotCreate = 73
    /// EX_IOERR: the store is damaged, or the output can't be written.
    case inputOutput = 74
    /// EX_TEMPFAIL: not in time, or cut short; trying again may help.
    case temporary = 75
    /// EX_PROTOCOL: the daemon doesn't know this call; versions differ.
    case `protocol` = 76
    /// EX_NOPERM: you may not.
    case noPermission = 77
    /// EX_CONFIG: a file of settings has a mistake.
    case configuration = 78

    /// The exit status for a failed call.
    public init(_ code: WidgetError.Code) {
        self =
            switch code {
            case .invalidArgument, .outOfRange: .dataError
            case .notFound: .noInput
            case .unavailable, .failedPrecondition: .unavailable
            case .unknown, .internal: .internal
            case .alreadyExists, .resourceExhausted: .cannotCreate
            case .dataLoss: .inputOutput
            case .deadlineExceeded, .aborted, .cancelled: .temporary
            case .unimplemented: .protocol
            case .permissionDenied, .unauthenticated: .noPermission
            }
    }
}
