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

    /// What is wrong with it for so many curves; nil: nothing.
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
