public import WidgetCore

/// The bounds of invitations and sessions, each with its reason.
public enum WebAccessLimits {
    /// Browsers that are paired at once: the screens of a household, and more.
    public static let sessions = 64
    /// Invitations that are open at once.
    public static let invitations = 16
    /// Bytes of a name.
    public static let nameBytes = 64
    /// How long an invitation may be open at most.
    public static let longestInvitation = Milliseconds.seconds(7 * 86_400)
    /// How long an invitation is open unless somebody says otherwise: time to find the phone.
    public static let standardInvitation = Milliseconds.seconds(600)
    /// A browser that wasn't seen for so many days is forgotten. Browsers keep a cookie for 400 days at most (RFC 6265bis, 5.5).
    public static let unseenDays = 400
    /// Bytes of the address to which a browser's alerts go, with its keys.
    public static let addressBytes = 1_200
    /// Bytes of the file: a line for each session and invitation has at most 250, and one for a session's alerts 1,230.
    public static let fileBytes = 128 << 10
}
