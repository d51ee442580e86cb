import Glibc
import WidgetAPI
import WidgetCore

/// Gathers what `doctor` judges.
enum DoctorProbe {
    static func findings(_ session: Session) -> DoctorFindings {
        let client = session.client
        // A daemon that doesn't answer now is a finding; waiting for it would hide that.
        client.patience = .zero
        let path = client.location.path
        let status = result { () throws(WidgetError) in try client.status() }
        var providers: Result<ProtoProvidersResponse, WidgetError> = .failure(WidgetError(.unavailable, "not asked"))
        var widgets: Result<[ProtoWidgetSnapshot], WidgetError> = .failure(WidgetError(.unavailable, "not asked"))
        var sync: Result<ProtoSyncStatusResponse, WidgetError> = .failure(WidgetError(.unavailable, "not asked"))
        var settings: Result<ProtoConfigurationResponse, WidgetError> = .failure(WidgetError(.unavailable, "not asked"))
        var storeCheck: Result<ProtoCheckStoreResponse, WidgetError>?
        var store: String?
        // A leaf has none.
        var spaces: [ProtoSpace] = []
        if case .success(let status) = status {
            providers = result { () throws(WidgetError) in try client.providers() }
            widgets = result { () throws(WidgetError) in try client.widgets().widgets }
            sync = result { () throws(WidgetError) in try client.syncStatus() }
            spaces = (try? client.spaces().spaces) ?? []
            settings = result { () throws(WidgetError) in try client.configuration() }
            storeCheck = result { () throws(WidgetError) in try client.checkStore() }
            store = status.storePath
        }
        return DoctorFindings(
            socketPath: path, socketFile: socketFile(path), status: status, providers: providers, widgets: widgets, sync: sync, spaces: spaces,
            storeCheck: storeCheck, identityMode: store.flatMap { mode(DoctorFindings.identityPath(besides: $0)) }, disk: store.flatMap(disk),
            units: UnitQuery.units(of: DoctorFindings.Manager(ofDaemonAt: path)), now: session.dates.now, clientVersion: Version.current,
            settings: settings)
    }

    private static func result<Value>(_ body: () throws(WidgetError) -> Value) -> Result<Value, WidgetError> {
        do { return .success(try body()) } catch { return .failure(error) }
    }

    private static func socketFile(_ path: String) -> DoctorFindings.SocketFile {
        var info = stat()
        guard stat(path, &info) == 0 else { return .missing }
        guard info.st_mode & S_IFMT == S_IFSOCK else { return .notASocket }
        return .socket(mode: info.st_mode & 0o7777, isWritable: access(path, W_OK) == 0)
    }

    private static func mode(_ path: String) -> UInt32? {
        var info = stat()
        return stat(path, &info) == 0 ? info.st_mode & 0o7777 : nil
    }

    private static func disk(_ store: String) -> DoctorFindings.Disk? {
        var info = statvfs()
        guard statvfs(store, &info) == 0 else { return nil }
        return DoctorFindings.Disk(freeBytes: UInt64(info.f_bavail) * UInt64(info.f_frsize), isReadOnly: info.f_flag & UInt(ST_RDONLY) != 0)
    }
}

/// Asks systemd how the daemon's units are.
enum UnitQuery {
    /// The loaded ones of the units; none where systemd isn't the init, or systemctl doesn't answer (``ProgramOutput``).
    static func units(of manager: DoctorFindings.Manager) -> [DoctorFindings.Unit] {
        guard access("/run/systemd/system", F_OK) == 0 else { return [] }
        return ProgramOutput.of(arguments(manager)).map(parse) ?? []
    }

    static func arguments(_ manager: DoctorFindings.Manager) -> [String] {
        let show = ["show", "--property=Id,LoadState,ActiveState,Result", "\(manager.unit).socket", "\(manager.unit).service"]
        return ["systemctl"] + (manager == .user ? ["--user"] : []) + show
    }

    /// Blocks of `Key=value` lines, one for each unit, an empty line between them.
    static func parse(_ text: String) -> [DoctorFindings.Unit] {
        var units: [DoctorFindings.Unit] = []
        var fields: [Substring: Substring] = [:]
        let lines: [Substring] = text.split(separator: "\n", omittingEmptySubsequences: false) + [""]
        for line in lines {
            if let separator = line.firstIndex(of: "=") {
                fields[line[..<separator]] = line[line.index(after: separator)...]
            } else if let id = fields["Id"] {
                if fields["LoadState"] == "loaded" {
                    let state = fields["ActiveState"] ?? "unknown"
                    units.append(.init(name: String(id), activeState: String(state), result: String(fields["Result"] ?? "unknown")))
                }
                fields = [:]
            }
        }
        return units
    }
}
