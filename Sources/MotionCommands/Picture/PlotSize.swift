/// The size of a picture, in pixels.
struct PlotSize: Equatable {
    let width: Int
    let height: Int

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// `800x600`; nil where it isn't written so.
    init?(_ text: String) {
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, sides.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let width = Int(sides[0]), let height = Int(sides[1])
        else { return nil }
        self.init(width: width, height: height)
    }

    var text: String { "\(width)x\(height)" }

    /// The reason why it doesn't fit so many curves; nil: it does.
    func fault(curves: Int) -> String? {
        guard PlotLimits.side.contains(width), PlotLimits.side.contains(height) else {
            let (least, most) = (PlotLimits.side.lowerBound, PlotLimits.side.upperBound)
            return "\(text) is not within \(least)x\(least) to \(most)x\(most)"
        }
        let grid = PlotGrid(curves: curves, size: self)
        guard grid.panel.width >= PlotLimits.panel.width, grid.panel.height >= PlotLimits.panel.height else {
            return "\(text) is too small for \(curves) curves; each takes \(Int(PlotLimits.panel.width))x\(Int(PlotLimits.panel.height))"
        }
        return nil
    }

    /// The size where a user doesn't say one.
    static func usual(curves: Int) -> PlotSize {
        let bands = (max(curves, 1) + PlotLimits.panelsPerRow - 1) / PlotLimits.panelsPerRow
        let beside = (max(curves, 1) + bands - 1) / bands
        return PlotSize(width: beside * PlotLimits.usualPanel.width, height: bands * PlotLimits.usualPanel.height)
    }
}

/// How the panels of a picture stand beside and below each other.
struct PlotGrid {
    let beside: Int
    let bands: Int
    private let size: PlotSize

    /// As many beside each other as keeps panels nearest to the usual proportions.
    init(curves: Int, size: PlotSize) {
        let usual = Double(PlotLimits.usualPanel.width) / Double(PlotLimits.usualPanel.height)
        func bands(_ beside: Int) -> Int { (curves + beside - 1) / beside }
        /// 1 for panels of the usual proportions, more for others.
        func distance(_ beside: Int) -> Double {
            let proportion = Double(size.width) / Double(beside) / (Double(size.height) / Double(bands(beside))) / usual
            return max(proportion, 1 / proportion)
        }
        beside = (1...max(1, curves)).min { distance($0) < distance($1) } ?? 1
        self.bands = bands(beside)
        self.size = size
    }

    var panel: (width: Double, height: Double) { (Double(size.width) / Double(beside), Double(size.height) / Double(max(1, bands))) }

    /// The place of a panel, by its number.
    func rect(_ index: Int) -> PlotRect {
        PlotRect(x: Double(index % beside) * panel.width, y: Double(index / beside) * panel.height, width: panel.width, height: panel.height)
    }
}
