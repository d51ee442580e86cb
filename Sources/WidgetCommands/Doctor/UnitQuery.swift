import Glibc

/// Asks systemd how the daemon's units are.
enum UnitQuery {
    /// The loaded ones of the units; none where systemd isn't the init, or systemctl doesn't answer (``ProgramOutput``).
    static func units(of manager: DoctorFindings.Manager) -> [DoctorFindings.Unit] {
        guard access("/run/systemd/system", F_OK) == 0 else { return [] }
        return ProgramOutput.of(arguments(manager)).map(parse) ?? []
    }

    static func arguments(_ manager: DoctorFindings.Manager) -> [String] {
        let show = ["show", "--property=Id,LoadState,ActiveState,Result", "widgetd.socket", "widgetd.service"]
        return switch manager {
        case .system: ["systemctl"] + show
        case .user: ["systemctl", "--user"] + show
        }
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
