import CommandRendering
import Glibc
import WidgetCore

/// The system's part of `debug bundle`.
enum DebugSystem {
    static let journalLines = 500
    /// Bytes of the journal's answer that are read: some kilobytes a line.
    private static let journalBytes = 4 << 20

    static func versions(daemon: String?) -> String {
        var name = utsname()
        uname(&name)
        func text(_ field: some Any) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        let system = (try? InputBytes.read("/etc/os-release")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let title = system.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }?.dropFirst("PRETTY_NAME=".count) ?? "unknown"
        return """
            widgetctl \(Version.current)
            widgetd \(daemon ?? "doesn't answer")
            \(text(name.sysname)) \(text(name.release)) \(text(name.machine))
            \(title)

            """
    }

    /// A process's words, one a line. Values of options are paths, addresses and numbers; what looks like a secret is taken out all the same.
    static func options(process: UInt32?) -> String {
        guard let process, let bytes = try? InputBytes.read("/proc/\(process)/cmdline") else { return "the daemon's process can't be read\n" }
        return bytes.split(separator: 0).map { Redaction.text(String(decoding: $0, as: UTF8.self)) + "\n" }.joined()
    }

    /// Chosen properties: drop-ins may have secrets among their variables.
    static func units(_ manager: DoctorFindings.Manager) -> String {
        let properties = [
            "Id", "LoadState", "ActiveState", "SubState", "Result", "NRestarts", "ExecMainStatus", "ExecMainCode", "MainPID", "MemoryCurrent", "TasksCurrent",
            "ActiveEnterTimestamp", "FragmentPath", "DropInPaths", "UnitFileState",
        ]
        let show = ["show", "--property=" + properties.joined(separator: ","), "\(manager.unit).socket", "\(manager.unit).service", "widgetd-web.service"]
        let output = ProgramOutput.of(["systemctl"] + (manager == .user ? ["--user"] : []) + show)
        return output.map { Redaction.text($0) } ?? "systemctl doesn't answer\n"
    }

    static func journal(_ manager: DoctorFindings.Manager) -> String {
        let unit = manager == .user ? ["--user", "--user-unit=widgetd.service"] : ["--unit=\(manager.unit).service"]
        let command = ["journalctl"] + unit + ["--lines=\(journalLines)", "--output=json", "--no-pager", "--quiet"]
        guard let output = ProgramOutput.of(command, limit: journalBytes) else { return "the journal can't be read\n" }
        let lines = output.split(separator: "\n").map { journalLine($0) + "\n" }
        return lines.isEmpty ? "the journal has no line of \(manager.unit).service\n" : lines.joined()
    }

    /// `DATE PRIORITY [ID] MESSAGE` of an entry in JSON.
    static func journalLine(_ entry: Substring) -> String {
        guard case .object(let fields)? = try? JSONValue(parsing: Array(entry.utf8)) else { return "an entry that can't be read is left out" }
        func field(_ name: String) -> String? { if case .string(let text)? = fields[name] { text } else { nil } }
        let date = field("__REALTIME_TIMESTAMP").flatMap { Int64($0) }.map { Timestamp(milliseconds: $0 / 1_000).rfc3339 } ?? "-"
        let head = "\(date) \(field("PRIORITY") ?? "-")" + (field("MESSAGE_ID").map { " \($0)" } ?? "")
        // A program's own words may be what a private widget shows.
        if field("CODE_FILE")?.hasSuffix("ProviderProcess.swift") == true {
            return "\(head) a line of the provider \(field("WIDGETD_PROVIDER") ?? "-") is left out"
        }
        return "\(head) \(Redaction.text(field("MESSAGE") ?? "-"))"
    }
}
