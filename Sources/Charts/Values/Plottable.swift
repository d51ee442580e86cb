import WidgetCore

/// A value that a chart can place: a number, a date or a name.
public protocol Plottable {
    associatedtype PrimitivePlottable
    var primitivePlottable: PrimitivePlottable { get }
    /// Where it stands.
    var _position: _PlotPosition { get }
}

/// A place along an axis.
public enum _PlotPosition: Hashable, Sendable {
    case number(Double)
    /// Seconds since 1970.
    case date(Double)
    case category(String)
}

extension Plottable where Self: BinaryFloatingPoint {
    public var primitivePlottable: Double { Double(self) }
    public var _position: _PlotPosition { .number(Double(self)) }
}

extension Plottable where Self: BinaryInteger {
    public var primitivePlottable: Double { Double(self) }
    public var _position: _PlotPosition { .number(Double(self)) }
}

extension Double: Plottable {}
extension Float: Plottable {}
extension CGFloat: Plottable {}
extension Int: Plottable {}
extension Int8: Plottable {}
extension Int16: Plottable {}
extension Int32: Plottable {}
extension Int64: Plottable {}
extension UInt: Plottable {}
extension UInt8: Plottable {}
extension UInt16: Plottable {}
extension UInt32: Plottable {}
extension UInt64: Plottable {}

extension Decimal: Plottable {
    public var primitivePlottable: Double { NSDecimalNumber(decimal: self).doubleValue }
    public var _position: _PlotPosition { .number(primitivePlottable) }
}

extension Date: Plottable {
    public var primitivePlottable: Date { self }
    public var _position: _PlotPosition { .date(timeIntervalSince1970) }
}

extension String: Plottable {
    public var primitivePlottable: String { self }
    public var _position: _PlotPosition { .category(self) }
}

extension Plottable where Self: RawRepresentable, RawValue: Plottable {
    public var primitivePlottable: RawValue { rawValue }
    public var _position: _PlotPosition { rawValue._position }
}

/// A value with a label.
public struct PlottableValue<Value: Plottable> {
    let label: String
    let value: Value

    public static func value(_ label: some StringProtocol, _ value: Value) -> PlottableValue<Value> { PlottableValue(label: String(label), value: value) }
    public static func value(_ labelKey: LocalizedStringResource, _ value: Value) -> PlottableValue<Value> {
        PlottableValue(label: String(localized: labelKey), value: value)
    }
}

extension PlottableValue where Value == Date {
    /// A date, placed in the middle of its calendar unit, such as its day.
    public static func value(_ label: some StringProtocol, _ value: Date, unit: Calendar.Component, calendar: Calendar = .current) -> PlottableValue<Date> {
        guard let span = calendar.dateInterval(of: unit, for: value) else { return PlottableValue(label: String(label), value: value) }
        return PlottableValue(label: String(label), value: span.start.addingTimeInterval(span.duration / 2))
    }
}

/// The size of a bar, a rectangle or a sector.
public struct MarkDimension: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, Sendable {
    enum Kind: Sendable {
        case automatic
        case fixed(CGFloat)
        case ratio(CGFloat)
        case inset(CGFloat)
    }

    let kind: Kind
    init(_ kind: Kind) { self.kind = kind }
    public init(integerLiteral value: Int) { kind = .fixed(CGFloat(value)) }
    public init(floatLiteral value: Double) { kind = .fixed(value) }
    public static var automatic: MarkDimension { MarkDimension(.automatic) }
    public static func fixed(_ value: CGFloat) -> MarkDimension { MarkDimension(.fixed(value)) }
    public static func ratio(_ ratio: CGFloat) -> MarkDimension { MarkDimension(.ratio(ratio)) }
    public static func inset(_ value: CGFloat) -> MarkDimension { MarkDimension(.inset(value)) }

    /// Points of `room`.
    func length(in room: CGFloat, automatic: CGFloat) -> CGFloat {
        switch kind {
        case .automatic: automatic
        case .fixed(let length): length
        case .ratio(let ratio): room * ratio
        case .inset(let inset): room - 2 * inset
        }
    }
}

/// The curve of a line between its points.
public struct InterpolationMethod: Sendable {
    let form: WidgetCore.Chart.Interpolation
    public static var linear: InterpolationMethod { InterpolationMethod(form: .linear) }
    public static var monotone: InterpolationMethod { InterpolationMethod(form: .monotone) }
    public static var catmullRom: InterpolationMethod { InterpolationMethod(form: .catmullRom) }
    /// The alpha has no effect: it is 0.5.
    public static func catmullRom(alpha: CGFloat) -> InterpolationMethod { .catmullRom }
    public static var cardinal: InterpolationMethod { InterpolationMethod(form: .cardinal) }
    /// The tension has no effect: it is 0.
    public static func cardinal(tension: CGFloat) -> InterpolationMethod { .cardinal }
    public static var stepStart: InterpolationMethod { InterpolationMethod(form: .stepStart) }
    public static var stepCenter: InterpolationMethod { InterpolationMethod(form: .stepCenter) }
    public static var stepEnd: InterpolationMethod { InterpolationMethod(form: .stepEnd) }
}
