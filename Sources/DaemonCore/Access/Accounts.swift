import Glibc
import Synchronization
import WidgetCore

/// The machine's users and groups, by name and number. Each call may ask a directory service, so it blocks.
package enum Accounts {
    /// Names of users, and when each is asked for again.
    private static let names = Mutex<[UInt32: (name: String, until: ContinuousClock.Instant)]>([:])
    /// How long a name is kept. A directory service is asked no more often for a user.
    private static let kept = Duration.seconds(600)
    /// Names that are kept. Beyond them all are asked for again.
    private static let keptNames = 1_000
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

    /// The name of a user, or such as `uid 1000` where nobody has the number. A directory service may take long, and then it holds up one call: others get the
    /// number meanwhile.
    package static func name(of user: UInt32) -> String {
        if let known = knownName(of: user) { return known }
        let before = names.withLock { $0[user]?.name } ?? "uid \(user)"
        keep(before, of: user)
        var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: entryBytes) { buffer in
            guard let start = buffer.baseAddress, getpwuid_r(user, &entry, start, buffer.count, &found) == 0, found != nil else { return before }
            return String(cString: entry.pw_name)
        }
        keep(name, of: user)
        return name
    }

    /// The name if it was asked for lately. It doesn't block.
    package static func knownName(of user: UInt32) -> String? { names.withLock { names in names[user].flatMap { $0.until > .now ? $0.name : nil } } }

    private static func keep(_ name: String, of user: UInt32) {
        names.withLock { names in
            if names.count >= keptNames { names.removeAll() }
            names[user] = (name, .now + kept)
        }
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
