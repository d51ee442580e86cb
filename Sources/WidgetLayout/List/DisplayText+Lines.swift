import WidgetCore

extension DisplayText.Run {
    /// The lines through and under the run, as outlines.
    /// - Parameter baseline: of the run's line.
    public func lines(at baseline: Double) -> [DisplayShape] {
        let thickness = max(0.5, font.size / 14)
        func shape(_ line: ResolvedTextLine, _ y: Double) -> DisplayShape {
            var outline = Outline()
            outline.move(to: Point(x: x, y: y))
            outline.line(to: Point(x: x + width, y: y))
            let dash: [Double] =
                switch line.pattern {
                case .solid: []
                case .dot: [thickness, 2 * thickness]
                case .dash: [4 * thickness, 3 * thickness]
                case .dashDot: [4 * thickness, 2 * thickness, thickness, 2 * thickness]
                case .dashDotDot: [4 * thickness, 2 * thickness, thickness, 2 * thickness, thickness, 2 * thickness]
                }
            return DisplayShape(outline, paint: line.color.map { .color($0) } ?? paint, stroke: ViewShape.Stroke(width: thickness, dash: dash))
        }
        let baseline = baseline - baselineOffset
        return [underline.map { shape($0, baseline + 0.12 * font.size) }, strikethrough.map { shape($0, baseline - 0.27 * font.size) }].compactMap(\.self)
    }
}
