extension MotionPlot {
    /// Values a second in what ``json(string:)`` gives: as many as a screen shows.
    static let framesPerSecond = 60.0

    /// The figures and values of each curve, as fields of an object.
    /// - Parameter string: how text is written as JSON.
    func json(string: (String) -> String) -> String {
        let objects = zip(curves, figures).map { curve, figures in
            var fields = ["\"animation\":\(string(curve.label))"]
            fields += figures.parameters.map { "\(string($0.name)):\(Self.number($0.value))" }
            func add(_ name: String, _ point: PlotPoint?) {
                if let point { fields.append("\"\(name)\":{\"time\":\(Self.number(point.x)),\"value\":\(Self.number(point.y))}") }
            }
            add("peak", figures.peak)
            add("lowest", figures.trough)
            // What never is has no field.
            for (name, time) in [("settled", figures.settled), ("complete", figures.logicalEnd), ("end", figures.end)] {
                if let time, time.isFinite { fields.append("\"\(name)\":\(Self.number(time))") }
            }
            let count = Int((duration * Self.framesPerSecond + 1e-9).rounded(.down))
            let values = (0...count).map { Self.number(curve.value(at: Double($0) / Self.framesPerSecond)) }
            return "{\(fields.joined(separator: ",")),\"values\":[\(values.joined(separator: ","))]}"
        }
        return "\"framesPerSecond\":\(PlotNumber.short(Self.framesPerSecond)),\"curves\":[\(objects.joined(separator: ","))]"
    }

    private static func number(_ value: Double) -> String { value.isFinite ? PlotNumber.short(value, 6) : "null" }
}
