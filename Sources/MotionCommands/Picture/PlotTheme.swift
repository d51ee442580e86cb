/// The colours of a picture.
struct PlotTheme {
    let ground: PlotColor
    let text: PlotColor
    let axis: PlotColor
    let grid: PlotColor
    let mark: PlotColor
    /// Told apart by most people who see few colours (Okabe and Ito), darker or lighter for the ground.
    let curves: [PlotColor]

    static let light = PlotTheme(
        ground: PlotColor(0xFFFFFF), text: PlotColor(0x24292F), axis: PlotColor(0x57606A), grid: PlotColor(0xE4E7EB), mark: PlotColor(0x8C959F),
        curves: [0x0072B2, 0xD55E00, 0x008060, 0xB0447F, 0x9A6700, 0x5B4FC7].map(PlotColor.init))
    static let dark = PlotTheme(
        ground: PlotColor(0x161B22), text: PlotColor(0xE6EDF3), axis: PlotColor(0xA0A8B2), grid: PlotColor(0x2A313A), mark: PlotColor(0x768390),
        curves: [0x56B4E9, 0xFF9248, 0x2CC295, 0xE48CC0, 0xE3B341, 0xA79BFF].map(PlotColor.init))

    func color(_ ink: PlotInk) -> PlotColor {
        switch ink {
        case .text: text
        case .axis: axis
        case .grid: grid
        case .mark: mark
        case .curve(let number): curves[number % curves.count]
        }
    }
}
