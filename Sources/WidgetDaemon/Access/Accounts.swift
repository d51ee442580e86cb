import Glibc
import Synchronization
import WidgetCore

/// The machine's users and groups, by name and number. Each call may ask a directory service, so it blocks.
enum Accounts {
    /// The names that were asked for: a directory service is asked once for each user.
    private static let names = Mutex<[UInt32: String]>([:])
    /// Names that are compared with an unknown one: more than a machine's own files have. A directory service is rarely asked for all.
    private static let comparedNames = 4_096
    /// Bytes of a user's entry: more than `getconf GETPW_R_SIZE_MAX` says, which is 1,024.
    private static let entryBytes = 16 << 10

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

    /// The name of a user, or such as `uid 1000` where nobody has the number.
    static func name(of user: UInt32) -> String {
        if let name = knownName(of: user) { return name }
        var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: entryBytes) { buffer in
            guard let start = buffer.baseAddress, getpwuid_r(user, &entry, start, buffer.count, &found) == 0, found != nil else { return String?.none }
            return String(cString: entry.pw_name)
        }
        guard let name else { return "uid \(user)" }
        names.withLock { names in if names.count < comparedNames { names[user] = name } }
        return name
    }

    /// The name of a user that was asked for before. It doesn't block.
    static func knownName(of user: UInt32) -> String? { names.withLock { $0[user] } }

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
