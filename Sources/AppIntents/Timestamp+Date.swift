package import WidgetCore

extension Timestamp {
    /// The moment, to the millisecond. A date out of range becomes the earliest or the latest timestamp; one that isn't a number becomes 1970.
    package init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        let bounds = Double(Timestamp.earliest.milliseconds)...Double(Timestamp.latest.milliseconds)
        self.init(milliseconds: milliseconds.isNaN ? 0 : Int64(min(bounds.upperBound, max(bounds.lowerBound, milliseconds))))
    }
}

extension Date {
    package init(_ timestamp: Timestamp) { self.init(timeIntervalSince1970: Double(timestamp.milliseconds) / 1_000) }
}
