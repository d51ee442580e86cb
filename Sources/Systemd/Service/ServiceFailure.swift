import WidgetCore

/// The failure of a unit's service for good, as systemd tells it to the unit that `OnFailure=` names: the `MONITOR_` variables of systemd.exec(5).
public struct ServiceFailure: Sendable, Hashable {
    /// Such as `widgetd.service`.
    public let unit: String
    /// Why it failed, in words that end a sentence.
    public let reason: String
    /// The command that helps first.
    public let command: String

    /// - Parameters:
    ///   - environment: the variables of systemd's process; those of systemd before 251 are missing, and then the reason isn't known.
    ///   - isUser: whether a user's service manager runs the unit.
    public init(isUser: Bool, environment: (String) -> String?) {
        unit = (environment("MONITOR_UNIT") ?? "widgetd.service").bounded(toUTF8: 256)
        let (result, status) = (environment("MONITOR_SERVICE_RESULT") ?? "", environment("MONITOR_EXIT_STATUS") ?? "")
        let journal = "journalctl \(isUser ? "--user " : "")-u \(unit) -n 20"
        // The last start of several is the one that systemd didn't make. The journal has the others.
        switch (result, status) {
        case ("exit-code", "78"): (reason, command) = ("its settings have a mistake", Self.check(unit))
        case ("exit-code", "64"): (reason, command) = ("its command line is wrong", journal)
        case ("exit-code", "77"): (reason, command) = ("its store belongs to somebody else", journal)
        case ("exit-code", "74"): (reason, command) = ("its store is damaged and couldn't be replaced", journal)
        case ("exit-code", "73"): (reason, command) = ("something that it needs is used up, such as the disk's space", journal)
        case ("exit-code", "69"): (reason, command) = ("another daemon runs, or something that it needs isn't there", journal)
        case ("exit-code", "203"): (reason, command) = ("its program can't be started", journal)
        case ("exit-code", _): (reason, command) = ("it ended with the status \(status.bounded(toUTF8: 32))", journal)
        case ("signal", _), ("core-dump", _): (reason, command) = ("it crashed with the signal \(status.bounded(toUTF8: 32))", journal)
        case ("watchdog", _): (reason, command) = ("it didn't answer any more", journal)
        case ("timeout", _): (reason, command) = ("it didn't start in time", journal)
        case ("start-limit-hit", _): (reason, command) = ("it failed again and again, and isn't started any more", journal)
        case ("oom-kill", _): (reason, command) = ("it needed more memory than it may have", journal)
        default: (reason, command) = ("systemd doesn't say why", journal)
        }
    }

    /// Checks the settings of the daemon's user, who is named by a unit such as `widgetd@1000.service`.
    private static func check(_ unit: String) -> String {
        let instance = unit.drop { $0 != "@" }.dropFirst().prefix { $0 != "." }
        return (UInt32(instance).map { "sudo -u '#\($0)' " } ?? "") + "widgetctl config check"
    }
}
