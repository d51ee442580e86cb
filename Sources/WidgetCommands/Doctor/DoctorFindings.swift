import WidgetAPI
import WidgetCore

/// Everything that `doctor` looks at, gathered beforehand so that the judgement is pure.
struct DoctorFindings {
    /// The socket file.
    enum SocketFile: Equatable {
        case missing
        case notASocket
        /// Mode bits, and whether this user may connect.
        case socket(mode: UInt32, isWritable: Bool)
    }

    /// Free space where the store lies.
    struct Disk: Equatable {
        var freeBytes: UInt64
        var isReadOnly: Bool
    }

    /// Which systemd runs the daemon.
    enum Manager: Equatable {
        case system, user
        /// systemd's system manager, for a daemon of one user.
        case systemOfUser(UInt32)

        init(ofDaemonAt socketPath: String) {
            if socketPath == SocketLocation.systemPath {
                self = .system
            } else if let uid = SocketLocation.user(ofSystemPath: socketPath) {
                self = .systemOfUser(uid)
            } else {
                self = .user
            }
        }

        /// The name of the daemon's units, without its ending.
        var unit: String {
            if case .systemOfUser(let uid) = self { "widgetd@\(uid)" } else { "widgetd" }
        }

        /// The command that changes a unit, up to the verb.
        var systemctl: String {
            switch self {
            case .system, .systemOfUser: "sudo systemctl"
            case .user: "systemctl --user"
            }
        }

        /// The command that reads a unit's log, up to the unit.
        var journalctl: String {
            switch self {
            case .system, .systemOfUser: "sudo journalctl -u"
            case .user: "journalctl --user -u"
            }
        }

        /// Where to put a manifest.
        var providers: String {
            switch self {
            case .system: "/etc/widgetd/providers"
            case .user, .systemOfUser: "~/.config/widgetd/providers"
            }
        }
    }

    /// A systemd unit.
    struct Unit: Equatable {
        var name: String
        /// `active`, `inactive`, `failed` and others.
        var activeState: String
        /// Why it ended: `success`, `exit-code`, `watchdog` and others.
        var result: String
    }

    var socketPath: String
    var socketFile: SocketFile
    var status: Result<ProtoStatusResponse, WidgetError>
    var providers: Result<ProtoProvidersResponse, WidgetError>
    var widgets: Result<[ProtoWidgetSnapshot], WidgetError>
    var sync: Result<ProtoSyncStatusResponse, WidgetError>
    var spaces: [ProtoSpace] = []
    /// Whether the store's pages have their checksums; nil: not asked.
    var storeCheck: Result<ProtoCheckStoreResponse, WidgetError>?
    /// Mode bits of ``identityPath``; nil where there is none, or it can't be told.
    var identityMode: UInt32?
    /// Nil where it can't be told.
    var disk: Disk?
    /// Empty where there is no systemd, or no unit of the daemon's.
    var units: [Unit]
    var now: Timestamp
    var clientVersion: String
    var settings: Result<ProtoConfigurationResponse, WidgetError> = .failure(WidgetError(.unavailable, "not asked"))

    var manager: Manager { Manager(ofDaemonAt: socketPath) }

    /// Where the daemon keeps its key, unless its service gives it one.
    var identityPath: String {
        guard case .success(let status) = status else { return "" }
        return Self.identityPath(besides: status.storePath)
    }

    static func identityPath(besides store: String) -> String { "\(store.lastIndex(of: "/").map { store[..<$0] } ?? "")/device.pem" }
}

/// One line of `doctor`.
struct DoctorCheck: Equatable {
    enum Level: String {
        case ok
        case warning = "warn"
        case failure = "FAIL"
    }

    var level: Level
    /// The subject of the check.
    var subject: String
    /// The finding.
    var finding: String
    /// The advice; empty where nothing need be done.
    var advice: String

    init(_ level: Level, _ subject: String, _ finding: String, advice: String = "") {
        self.level = level
        self.subject = subject
        self.finding = finding
        self.advice = advice
    }
}
