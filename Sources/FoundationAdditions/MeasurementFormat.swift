import Foundation

extension Measurement {
    /// How a measurement is written: a number and the unit's symbol. The value stays in its own unit.
    public struct FormatStyle: Foundation.FormatStyle {
        /// The length of the unit's name.
        public struct UnitWidth: Codable, Hashable, Sendable {
            fileprivate let rank: Int
            /// As ``abbreviated``: this platform has no long names of units.
            public static var wide: UnitWidth { UnitWidth(rank: 0) }
            /// The symbol, after a space: `95 mg`.
            public static var abbreviated: UnitWidth { UnitWidth(rank: 1) }
            /// The symbol without a space: `95mg`.
            public static var narrow: UnitWidth { UnitWidth(rank: 2) }
        }

        public var width: UnitWidth
        public var locale: Locale
        public var numberFormatStyle: FloatingPointFormatStyle<Double>?
        /// Temperatures stand without the letter of their scale.
        public var hidesScaleName = false

        public init(width: UnitWidth, locale: Locale = .autoupdatingCurrent, numberFormatStyle: FloatingPointFormatStyle<Double>? = nil) {
            self.width = width
            self.locale = locale
            self.numberFormatStyle = numberFormatStyle
        }

        public func format(_ measurement: Measurement<UnitType>) -> String {
            let style = numberFormatStyle ?? FloatingPointFormatStyle<Double>(locale: locale).precision(.fractionLength(0...1))
            let isTemperature = measurement.unit is UnitTemperature && measurement.unit != (UnitTemperature.kelvin as Unit)
            // A narrow temperature is written as 21°.
            let symbol = isTemperature && (hidesScaleName || width == .narrow) ? "°" : measurement.unit.symbol
            // Degrees and the like stand at their number.
            let space = width == .narrow || symbol.hasPrefix("°") || symbol == "%" ? "" : " "
            return style.format(measurement.value) + space + symbol
        }

        public func locale(_ locale: Locale) -> FormatStyle {
            var copy = self
            copy.locale = locale
            return copy
        }
    }
}

extension Measurement where UnitType: Dimension {
    public func formatted() -> String { FormatStyle(width: .abbreviated).format(self) }
    /// Takes this style's own type, so that Swift finds `.measurement(width:)`. For a generic style it can't infer the unit.
    public func formatted(_ style: FormatStyle) -> String { style.format(self) }
    @_disfavoredOverload
    public func formatted<S: Foundation.FormatStyle>(_ style: S) -> S.FormatOutput where S.FormatInput == Measurement { style.format(self) }
}

/// The purpose of a measurement. The value stays in its own unit.
public struct MeasurementFormatUnitUsage<UnitType: Dimension>: Sendable {
    public static var general: MeasurementFormatUnitUsage { MeasurementFormatUnitUsage() }
    public static var asProvided: MeasurementFormatUnitUsage { MeasurementFormatUnitUsage() }
}

extension Measurement.FormatStyle where UnitType: Dimension {
    public static func measurement(
        width: UnitWidth, usage: MeasurementFormatUnitUsage<UnitType> = .general, numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
    ) -> Self {
        Self(width: width, numberFormatStyle: numberFormatStyle)
    }
}

extension Measurement.FormatStyle where UnitType == UnitTemperature {
    /// - Parameter hidesScaleName: without the C or F.
    public static func measurement(
        width: UnitWidth, usage: MeasurementFormatUnitUsage<UnitTemperature> = .general, hidesScaleName: Bool,
        numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
    ) -> Self {
        var style = Self(width: width, numberFormatStyle: numberFormatStyle)
        style.hidesScaleName = hidesScaleName
        return style
    }
}

/// Writes measurements.
public final class MeasurementFormatter: Formatter {
    public struct UnitOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let providedUnit = UnitOptions(rawValue: 1)
        public static let naturalScale = UnitOptions(rawValue: 2)
        public static let temperatureWithoutUnit = UnitOptions(rawValue: 4)
    }

    public var unitOptions: UnitOptions = []
    public var unitStyle: Formatter.UnitStyle = .medium
    public var locale: Locale = .autoupdatingCurrent
    public var numberFormatter = NumberFormatter()

    public func string<UnitType: Unit>(from measurement: Measurement<UnitType>) -> String {
        let number = numberFormatter.string(from: NSNumber(value: measurement.value)) ?? "\(measurement.value)"
        if unitOptions.contains(.temperatureWithoutUnit), measurement.unit is UnitTemperature { return number + "°" }
        return number + (unitStyle == .short ? "" : " ") + measurement.unit.symbol
    }

    public override func string(for object: Any?) -> String? { nil }
}
