/// History: values from left to right.
public struct Chart: Sendable, Hashable {
    public enum Style: Int, Sendable, Hashable, CaseIterable {
        case line = 1
        /// The area between the values and 0.
        case area = 2
        /// A bar from 0 to each value; series stand beside each other.
        case bar = 3
        /// One row of text high, without axis, marks and legend.
        case sparkline = 4
    }

    /// How a line runs from one value to the next.
    public enum Interpolation: Int, Sendable, Hashable, CaseIterable {
        case linear = 1
        /// A curve that rises and falls only where the values do.
        case monotone = 2
        case catmullRom = 3
        case cardinal = 4
        /// In steps: a value lasts from its place to the next one's.
        case stepStart = 5
        /// A value lasts from halfway between its place and the one before to halfway to the next.
        case stepCenter = 6
        /// A value lasts from the place of the one before to its own.
        case stepEnd = 7
    }

    /// Values that belong together.
    public struct Series: Sendable, Hashable {
        /// 1 to ``Limits/chartPoints``; nil: there is no value, and the line has a gap.
        public var values: [Double?]
        /// For a legend; at most ``Limits/chartLabelBytes``.
        public var label: String
        /// Nil: the view's tint for the first series, the surface's own for the others.
        public var color: ViewColor?

        public init(_ values: [Double?], label: String = "", color: ViewColor? = nil) {
            self.values = values
            self.label = label
            self.color = color
        }
    }

    /// A line across at a value, such as a threshold.
    public struct Mark: Sendable, Hashable {
        public var value: Double
        /// At most ``Limits/chartLabelBytes``.
        public var label: String
        /// Nil: the surface's own.
        public var color: ViewColor?

        public init(_ value: Double, label: String = "", color: ViewColor? = nil) {
            self.value = value
            self.label = label
            self.color = color
        }
    }

    public var style: Style
    /// 1 to ``Limits/chartSeries``, each with the same number of values.
    public var series: [Series]
    /// Where each value stands, ascending, in any unit; empty: evenly spaced.
    public var x: [Double]
    /// The bounds of the values' axis; what lies beyond is drawn at the bound. Nil: found from values and marks.
    public var minimum: Double?
    public var maximum: Double?
    /// At most ``Limits/chartMarks``.
    public var marks: [Mark]
    /// Neither grid lines nor the numbers of the values' axis are drawn.
    public var hidesAxis: Bool
    /// How lines and the edges of areas run.
    public var interpolation = Interpolation.linear
    /// Areas and bars of several series lie on each other, those of values below 0 under each other.
    public var isStacked = false

    public init(
        style: Style = .line, series: [Series], x: [Double] = [], minimum: Double? = nil, maximum: Double? = nil, marks: [Mark] = [], hidesAxis: Bool = false
    ) {
        self.style = style
        self.series = series
        self.x = x
        self.minimum = minimum
        self.maximum = maximum
        self.marks = marks
        self.hidesAxis = hidesAxis
    }
}
