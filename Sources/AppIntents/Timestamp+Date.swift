package import WidgetCore

extension Timestamp {
    /// The moment, to the millisecond. One that no calendar has becomes the first or the last that it has.
    package init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        let bounds = Double(Timestamp.earliest.milliseconds)...Double(Timestamp.latest.milliseconds)
        self.init(milliseconds: milliseconds.isNaN ? 0 : Int64(min(bounds.upperBound, max(bounds.lowerBound, milliseconds))))
    }
}

extension Date {
    package init(_ timestamp: Timestamp) { self.init(timeIntervalSince1970: Double(timestamp.milliseconds) / 1_000) }
}
