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
