/// A point of a line.
public struct LineMark: PrimitiveMark {
    var mark = _Mark(.line)
    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) { (mark.x, mark.y) = (x.value._position, y.value._position) }
    public init<X: Plottable, Y: Plottable, S: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>) {
        self.init(x: x, y: y)
        mark.series = series.value._position.text
    }
}

/// A point of an area between a line and 0, or between two lines.
public struct AreaMark: PrimitiveMark {
    var mark = _Mark(.area)
    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>, stacking: MarkStackingMethod = .standard) {
        (mark.x, mark.y, mark.look.isStacked) = (x.value._position, y.value._position, stacking.isStacked)
    }
    public init<X: Plottable, Y: Plottable, S: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>, stacking: MarkStackingMethod = .standard
    ) {
        self.init(x: x, y: y, stacking: stacking)
        mark.series = series.value._position.text
    }
    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>) {
        (mark.x, mark.yStart, mark.y) = (x.value._position, yStart.value._position, yEnd.value._position)
    }
}

/// A bar from 0, or between two values.
public struct BarMark: PrimitiveMark {
    var mark = _Mark(.bar)
    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic, height: MarkDimension = .automatic,
        stacking: MarkStackingMethod = .standard
    ) {
        (mark.x, mark.y, mark.look.width) = (x.value._position, y.value._position, width)
        mark.look.isStacked = stacking.isStacked
    }
    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, width: MarkDimension = .automatic
    ) {
        (mark.x, mark.yStart, mark.y, mark.look.width) = (x.value._position, yStart.value._position, yEnd.value._position, width)
    }
    public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>, height: MarkDimension = .automatic
    ) {
        (mark.xStart, mark.xEnd, mark.y, mark.look.width) = (xStart.value._position, xEnd.value._position, y.value._position, height)
    }
}

/// A point.
public struct PointMark: PrimitiveMark {
    var mark = _Mark(.point)
    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) { (mark.x, mark.y) = (x.value._position, y.value._position) }
}

/// A line across the plot, or a part of it.
public struct RuleMark: PrimitiveMark {
    var mark = _Mark(.rule)
    public init<Y: Plottable>(y: PlottableValue<Y>) { mark.y = y.value._position }
    public init<X: Plottable>(x: PlottableValue<X>) { mark.x = x.value._position }
    public init<X: Plottable, Y: Plottable>(xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>) {
        (mark.xStart, mark.xEnd, mark.y) = (xStart.value._position, xEnd.value._position, y.value._position)
    }
    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>) {
        (mark.x, mark.yStart, mark.yEnd) = (x.value._position, yStart.value._position, yEnd.value._position)
    }
}

/// A rectangle between two values of each axis.
public struct RectangleMark: PrimitiveMark {
    var mark = _Mark(.rectangle)
    public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
    ) {
        (mark.xStart, mark.xEnd) = (xStart.value._position, xEnd.value._position)
        (mark.yStart, mark.yEnd) = (yStart.value._position, yEnd.value._position)
    }
    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic, height: MarkDimension = .automatic
    ) {
        (mark.x, mark.y, mark.look.width) = (x.value._position, y.value._position, width)
    }
}

/// A piece of a pie: its angle is its part of the sum.
public struct SectorMark: PrimitiveMark {
    var mark = _Mark(.sector)
    public init<V: Plottable>(
        angle: PlottableValue<V>, innerRadius: MarkDimension = .automatic, outerRadius: MarkDimension = .automatic, angularInset: CGFloat? = nil
    ) {
        (mark.y, mark.look.inner, mark.look.outer, mark.look.angularInset) = (angle.value._position, innerRadius, outerRadius, angularInset ?? 0)
    }
}

/// How bars and areas at the same position are stacked.
public struct MarkStackingMethod: Sendable {
    let isStacked: Bool
    public static var standard: MarkStackingMethod { MarkStackingMethod(isStacked: true) }
    /// As ``standard``: surfaces know no parts of a sum.
    public static var normalized: MarkStackingMethod { .standard }
    /// As ``standard``: stacks begin at 0.
    public static var center: MarkStackingMethod { .standard }
    public static var unstacked: MarkStackingMethod { MarkStackingMethod(isStacked: false) }
}
