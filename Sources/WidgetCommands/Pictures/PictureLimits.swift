/// The bounds of pictures, each with its reason.
enum PictureLimits {
    /// Pixels of one: twice the points of the largest widget in each direction are fewer, and 16 MB once decoded.
    static let pixels = 4 << 20
    /// Pictures that a board keeps: those of a screen of widgets.
    static let kept = 64
    /// How long a board waits for one, and how long after that it asks again: it draws nothing meanwhile.
    static let patience = Duration.milliseconds(500)
    static let pause: Int64 = 30
}
