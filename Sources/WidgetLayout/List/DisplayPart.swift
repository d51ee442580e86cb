/// The parts of views and of surfaces, as ``DisplayID/part`` numbers them. A part has the same number in each list, so that a scene finds it again.
enum DisplayPart {
    // MARK: A view

    /// The view's own contents.
    static let content = 0
    /// A modifier by its place among those of the view.
    static func modifier(_ place: Int) -> Int { place + 1 }
    /// The paleness of what is out of date, and the words for a screen reader: around all modifiers.
    static let (invalidated, label) = (900, 901)
    /// A view that a control is made of, by one of the numbers below.
    static func control(_ number: Int) -> Int { DisplayID.firstControlPart + number }
    /// One of several shapes, or letters, that a part is drawn as.
    static func piece(_ number: Int, of part: Int) -> Int { part + 100 * (number + 1) }

    // MARK: The views of controls

    enum Button { static let (padding, ground, content, disabled, edge) = (0, 1, 2, 3, 4) }
    enum Toggle { static let (mark, content, space, frame, track, knob) = (1, 2, 3, 4, 5, 6) }
    enum Label { static let (symbol, title) = (0, 1) }
    enum UnknownSymbol { static let name = 0 }
    enum Progress { static let (label, track) = (0, 1) }
    enum RingGauge { static let (ring, middle, value, bottom, minimum, space, maximum, label) = (0, 1, 2, 3, 4, 5, 6, 7) }
    enum BarGauge { static let (label, row, minimum, track, maximum, value) = (0, 1, 2, 3, 4, 5) }

    enum Chart {
        static let (values, names, legend) = (1, 2, 5)
        /// The entry, the dot and the name of the series with a number.
        static func entry(_ series: Int) -> Int { 10 + 3 * series }
        static func dot(_ series: Int) -> Int { 11 + 3 * series }
        static func name(_ series: Int) -> Int { 12 + 3 * series }
        static func value(_ place: Int) -> Int { 50 + place }
        static func mark(_ number: Int) -> Int { 60 + number }
    }

    // MARK: The surface

    enum Surface {
        static let (root, clip, layers, groundFrame, ground, content, dimming, edge, frame) = (0, 1, 2, 3, 4, 6, 7, 8, 9)
        /// One of the fillings of the ground.
        static func fill(_ number: Int) -> Int { 5 + 20 * number }
        /// The shade in a recessed edge, and the light on a pane's.
        static let (shadeOffset, shadeBlur, shade, light) = (20, 21, 22, 23)
        /// The places of a corner's contents, and that of its label.
        static let (cornerContent, cornerPadding, cornerFrame, cornerLabel) = (30, 31, 32, 34)
        /// Marks on what the user does: a pressed target, and the ring around the one where the keyboard is.
        static let (pressed, focus) = (100_000, 100_001)
    }

    // MARK: A list of several lists

    enum Composition {
        static let ground = 0
        static func list(_ number: Int) -> Int { number + 1 }
        /// The group around a list that is seen larger.
        static let scaled = 0
    }
}
