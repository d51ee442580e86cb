import WidgetSurfaces

/// An invitation's code for a camera.
struct CodePicture {
    private let lines: [String]

    /// - Returns: nil where the code is too long for one.
    init?(_ code: String) {
        guard let picture = QRCode(code) else { return nil }
        lines = picture.lines()
    }

    /// Columns that it takes.
    var columns: Int { lines.first?.count ?? 0 }

    /// The lines, each ended: white letters on black where the terminal has colours, and else those of a terminal with a dark ground.
    func text(_ color: SurfaceTraits.ColorDepth) -> String {
        lines.map { color == .none ? "\($0)\n" : "\u{1B}[97;40m\($0)\u{1B}[0m\n" }.joined()
    }
}
