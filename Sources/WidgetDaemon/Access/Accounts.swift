import Glibc
import WidgetCore

/// The machine's users and groups, by name and number. Each call may ask a directory service, so it blocks.
enum Accounts {
    /// Names that are compared with an unknown one: more than a machine's own files have. A directory service is rarely asked for all.
    private static let comparedNames = 4_096

    /// The number of a user; nil: there is none of the name. A number may belong to nobody yet.
    static func user(_ name: String) -> UInt32? {
        if let number = UInt32(name) { return number }
        return getpwnam(name)?.pointee.pw_uid
    }

    /// The number of a group; nil: there is none of the name. A number may belong to no group yet.
    static func group(_ name: String) -> UInt32? {
        if let number = UInt32(name) { return number }
        return getgrnam(name)?.pointee.gr_gid
    }

    /// The mistake of a user's name that nobody has.
    static func unknownUser(_ name: String) -> String {
        setpwent()
        defer { endpwent() }
        var names: [String] = []
        while names.count < comparedNames, let entry = getpwent() { names.append(String(cString: entry.pointee.pw_name)) }
        return "there is no user \(name.quoted); " + (nearest(name, names) ?? "`getent passwd` lists them")
    }

    /// The mistake of a group's name that none has.
    static func unknownGroup(_ name: String) -> String {
        setgrent()
        defer { endgrent() }
        var names: [String] = []
        while names.count < comparedNames, let entry = getgrent() { names.append(String(cString: entry.pointee.gr_name)) }
        return "there is no group \(name.quoted); " + (nearest(name, names) ?? "`getent group` lists them")
    }

    private static func nearest(_ name: String, _ names: [String]) -> String? {
        Suggestion.nearest(to: name, among: names).map { "did you mean \($0)?" }
    }
}
