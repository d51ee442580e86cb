extension [PlotPoint] {
    /// Without the points that lie on a line between others; `tolerance` is how far from it they may be, upright. For points whose x rises.
    func thinned(tolerance: Double) -> [PlotPoint] {
        guard var kept = first.map({ [$0] }) else { return [] }
        // The slopes of lines from the point that was kept last that pass all points since then.
        var slopes = -Double.infinity...Double.infinity
        for (index, point) in enumerated().dropFirst() {
            var (own, slope) = point.slopes(from: kept[kept.count - 1], tolerance)
            if !slopes.contains(slope) {
                kept.append(self[index - 1])
                slopes = -Double.infinity...Double.infinity
                (own, slope) = point.slopes(from: self[index - 1], tolerance)
            }
            slopes = Swift.max(slopes.lowerBound, own.lowerBound)...Swift.min(slopes.upperBound, own.upperBound)
        }
        if count > 1 { kept.append(self[count - 1]) }
        return kept
    }
}

extension PlotPoint {
    /// The slopes of lines from `origin` that pass this point, and of the one that meets it.
    fileprivate func slopes(from origin: PlotPoint, _ tolerance: Double) -> (passing: ClosedRange<Double>, meeting: Double) {
        let run = max(x - origin.x, 1e-9)
        let slope = (y - origin.y) / run
        return ((slope - tolerance / run)...(slope + tolerance / run), slope)
    }
}
