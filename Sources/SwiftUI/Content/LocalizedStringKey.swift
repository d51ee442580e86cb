/// The key of a text in the user's language. A string literal in a view makes one. Interpolated texts, live dates and images keep their form.
nonisolated public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
    enum Argument: Equatable, Sendable {
        case string(String)
        case text(Text)
    }

    let key: String
    let arguments: [Argument]

    public init(_ value: String) {
        key = value
        arguments = []
    }

    public init(stringLiteral value: String) { self.init(value) }

    public init(stringInterpolation: StringInterpolation) {
        key = stringInterpolation.key
        arguments = stringInterpolation.arguments
    }

    /// Collects the key and the values.
    nonisolated public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var key = ""
        var arguments: [Argument] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) { key += literal.replacing("%", with: "%%") }
        public mutating func appendInterpolation(_ string: String) { append("%@", .string(string)) }
        public mutating func appendInterpolation<T: BinaryInteger>(_ value: T) { append("%lld", .string(value.formatted())) }
        public mutating func appendInterpolation(_ value: Double) { append("%lf", .string(String(format: "%f", value))) }
        public mutating func appendInterpolation(_ value: Float) { append("%f", .string(String(format: "%f", value))) }
        public mutating func appendInterpolation(_ value: CGFloat) { append("%lf", .string(String(format: "%f", Double(value)))) }
        public mutating func appendInterpolation<T>(_ value: T) { append("%@", .string("\(value)")) }
        public mutating func appendInterpolation<T>(_ value: T, specifier: String) {
            append(specifier, .string((value as? any CVarArg).map { String(format: specifier, $0) } ?? "\(value)"))
        }
        public mutating func appendInterpolation(_ text: Text) { append("%@", .text(text)) }
        public mutating func appendInterpolation(_ image: Image) { append("%@", .text(Text(image))) }
        public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) { append("%@", .text(Text(date, style: style))) }
        public mutating func appendInterpolation(_ dates: ClosedRange<Date>) { append("%@", .text(Text(dates))) }
        public mutating func appendInterpolation(_ interval: DateInterval) { append("%@", .text(Text(interval))) }
        public mutating func appendInterpolation(
            timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
        ) {
            append("%@", .text(Text(timerInterval: timerInterval, pauseTime: pauseTime, countsDown: countsDown, showsHours: showsHours)))
        }
        public mutating func appendInterpolation<UnitType: Dimension>(_ value: Measurement<UnitType>, format: Measurement<UnitType>.FormatStyle) {
            append("%@", .text(Text(value, format: format)))
        }
        @_disfavoredOverload
        public mutating func appendInterpolation<F: FormatStyle>(_ value: F.FormatInput, format: F) where F.FormatInput: Equatable, F.FormatOutput == String {
            append("%@", .text(Text(value, format: format)))
        }
        public mutating func appendInterpolation<F: FormatStyle>(_ value: F.FormatInput, format: F)
        where F.FormatInput: Equatable, F.FormatOutput == AttributedString {
            append("%@", .text(Text(value, format: format)))
        }
        public mutating func appendInterpolation(_ date: Date, formatter: Formatter) { append("%@", .string(formatter.string(for: date) ?? "\(date)")) }
        public mutating func appendInterpolation<Subject: ReferenceConvertible>(_ subject: Subject, formatter: Formatter? = nil) {
            append("%@", .string(formatter?.string(for: subject) ?? "\(subject)"))
        }
        public mutating func appendInterpolation(_ attributed: AttributedString) { append("%@", .text(Text(attributed))) }
        public mutating func appendInterpolation(_ resource: LocalizedStringResource) { append("%@", .text(Text(resource))) }

        private mutating func append(_ specifier: String, _ argument: Argument) {
            key += specifier
            arguments.append(argument)
        }
    }
}
