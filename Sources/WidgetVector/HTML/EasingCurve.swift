import WidgetLayout

/// A curve of progress over time, as CSS's `linear()` says it: a line through few points.
struct EasingCurve {
    /// From (0, start) to (1, end), with the decimals that are written.
    private var points: [(time: Double, progress: Double)]

    /// How far the line may be from the values: a thousandth of 300 points is a third of a point.
    static let tolerance = 1e-3
    /// Less than the tolerance by what rounding to five decimals leaves.
    private static let slack = tolerance - 5e-6
    /// How far the line may be from the last value, which stays on the screen: a few hundredths of a point.
    private static let endSlack = 5e-5

    /// - Parameters:
    ///   - times: ascending from 0 to 1.
    ///   - progress: the value at each time.
    init(times: [Double], progress: [Double]) {
        points = [(0, progress.first ?? 0)]
        guard let last = times.indices.last, last > 0 else { return }
        var next = 1
        while next <= last {
            let start = points[points.count - 1]
            // A line from the last point stays close to the values as long as its slope lies between these.
            var (least, greatest, reached) = (-Double.infinity, Double.infinity, next)
            for index in next...last {
                let (way, room) = (times[index] - start.time, index == last ? Self.endSlack : Self.slack)
                let (low, high) = ((progress[index] - room - start.progress) / way, (progress[index] + room - start.progress) / way)
                guard max(least, low) <= min(greatest, high) else { break }
                (least, greatest, reached) = (max(least, low), min(greatest, high), index)
            }
            if reached == last { break }
            // The point lies behind the value that was reached, and well before the next one: at a whole percent, or at a tenth.
            let whole = (times[reached] * 100 - 1e-6).rounded(.up) / 100
            let isNear = whole - times[reached] <= (times[reached + 1] - times[reached]) * 0.4
            let time = isNear ? whole : (times[reached] * 1e3 - 1e-6).rounded(.up) / 1e3
            func place(_ slope: Double) -> Double { start.progress + slope * (time - start.time) }
            points.append((time, Self.shortest(from: place(least), to: place(greatest))))
            next = times[reached...].firstIndex { $0 > time } ?? last
        }
        points.append((1, progress[last]))
    }

    /// The number within bounds that is written with the fewest decimals.
    private static func shortest(from low: Double, to high: Double) -> Double {
        let middle = (low + high) / 2
        for unit in [10.0, 100, 1_000, 10_000] {
            let number = (middle * unit).rounded() / unit
            if (low...high).contains(number) { return number }
        }
        return (middle * 1e5).rounded() / 1e5
    }

    /// The first and the last point need no time.
    var css: String {
        if points.count <= 2 { return "linear" }
        let words = points.indices.map { index in
            let progress = Self.short(points[index].progress, digits: 5)
            return index == 0 || index == points.count - 1 ? progress : "\(progress) \(Self.short(points[index].time * 100, digits: 1))%"
        }
        return "linear(\(words.joined(separator: ",")))"
    }

    /// Without the zero before a decimal point.
    private static func short(_ value: Double, digits: Int) -> String {
        let text = NumberText.short(value, digits: digits)
        return text.hasPrefix("0.") ? String(text.dropFirst()) : text.hasPrefix("-0.") ? "-" + text.dropFirst(2) : text
    }
}
