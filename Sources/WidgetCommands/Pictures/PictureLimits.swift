import WidgetCore

/// The bounds of pictures, each with its reason.
enum PictureLimits {
    /// Pixels of one: twice the points of the largest widget in each direction are fewer, and 16 MB once decoded.
    static let pixels = 4 << 20
    /// Pixels of all that are shown at once: 64 MB, of which a screen of widgets needs a tenth.
    static let keptPixels = 16 << 20
    /// How long a board waits for one: it draws nothing meanwhile.
    static let patience = Duration.milliseconds(500)
    /// How long after that it asks again: another device that has it may be back.
    static let pause = Milliseconds.seconds(30)
}
