public import WidgetCore

/// A colour as a cell has it. Names stay names until it is known what the terminal can show.
public enum CellColor: Sendable, Hashable {
    case named(ViewColor.Name)
    /// sRGB.
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

/// How a cell looks.
public struct CellStyle: Sendable, Hashable {
    /// Nil: the terminal's own, or what contrasts with ``background``.
    public var foreground: CellColor?
    /// Nil: the terminal's own.
    public var background: CellColor?
    public var isBold = false
    public var isDim = false
    public var isItalic = false
    public var isUnderlined = false
    /// Its colours are two pixels of a picture: they are shown as they are, not made readable.
    var isPicture = false
    /// An address that the terminal opens where a user clicks; nil: none. Harmless to write (``SafeText/address(_:)``).
    var link: String?

    public init() {}
}

/// One cell of a terminal.
public struct Cell: Sendable, Hashable {
    /// One visible character without control characters; empty: covered by the wide character to its left.
    public var character: String
    public var style: CellStyle

    public init(character: String = " ", style: CellStyle = CellStyle()) {
        self.character = character
        self.style = style
    }
}
