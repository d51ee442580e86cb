import WidgetCore

/// The bounds of what is written on the terminal, each with its reason.
package enum RenderingLimits {
    /// Characters of an id shown at least: the millisecond of placing has 12, of which the first 8 tell ids a minute apart.
    package static let shortestID = 8
    /// Characters of a device's id shown at least: its first group, and the least that the daemon takes for one.
    package static let shortestDeviceID = 7
    /// Text of one field that came from a provider or a user, in characters: a line stays a line.
    package static let fieldCharacters = 400
    /// A problem of a provider's files, in characters. It has the command that mends it, with the paths of a manifest, its directory and its program, to be
    /// typed whole.
    package static let problemCharacters = 4_000
    /// Bytes of a line that a user types or pastes: an invitation with eight of the longest addresses has half as many.
    static let inputLineBytes = 16 << 10
    /// Columns where the terminal doesn't say: what printers and old terminals have.
    static let defaultColumns = 80
    /// Rows where the terminal doesn't say.
    static let defaultRows = 24
    /// Columns that are believed at most; a terminal that claims more would only cost memory.
    package static let maximumColumns = 1_000
    /// A clock that differs by less isn't worth a word, in milliseconds: it decides nothing that a user would notice.
    static let clockDifference: Int64 = 1_000
}

/// The bounds of pictures, each with its reason.
package enum PictureLimits {
    /// Pixels of one: twice the points of the largest widget in each direction are fewer, and 16 MB once decoded.
    static let pixels = 4 << 20
    /// Pixels of all that are shown at once: 64 MB, of which a screen of widgets needs a tenth.
    static let keptPixels = 16 << 20
    /// How long a board waits for one: it draws nothing meanwhile.
    package static let patience = Duration.milliseconds(500)
    /// How long after that it asks again: another device that has it may be back.
    static let pause = Milliseconds.seconds(30)
}
