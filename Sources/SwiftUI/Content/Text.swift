package import WidgetCore

/// A text that wraps within its place.
nonisolated public struct Text: Equatable, Sendable {
    /// A part of a text with attributes of its own.
    struct Piece: Equatable, Sendable {
        enum Content: Equatable, Sendable {
            case verbatim(String)
            case localized(LocalizedStringKey, table: String?, bundlePath: String?)
            case resource(LocalizedStringResource)
            case live(LiveText)
            case attributed(AttributedString)
            case image(Image)
        }

        var content: Content
        var attributes: [TextAttribute] = []
    }

    var pieces: [Piece]

    init(_ content: Piece.Content) { pieces = [Piece(content: content)] }

    init(pieces: [Piece]) { self.pieces = pieces }

    /// A text that is looked up in the provider's string tables; the text itself where they have none. It may have Markdown within the line.
    public init(_ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil) {
        self.init(.localized(key, table: tableName, bundlePath: bundle?.bundlePath))
    }

    /// A text as it is.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ content: S) { self.init(.verbatim(String(content))) }

    /// A text as it is, also where it is a literal.
    public init(verbatim content: String) { self.init(.verbatim(content)) }

    @_disfavoredOverload

    public init(_ resource: LocalizedStringResource) { self.init(.resource(resource)) }
    @_disfavoredOverload
    public init(_ attributedContent: AttributedString) { self.init(.attributed(attributedContent)) }
    public init(_ image: Image) { self.init(.image(image)) }

    /// Two texts one after the other.
    public static func + (lhs: Text, rhs: Text) -> Text { Text(pieces: lhs.pieces + rhs.pieces) }

    func with(_ attribute: TextAttribute) -> Text {
        var copy = self
        for index in copy.pieces.indices { copy.pieces[index].attributes.append(attribute) }
        return copy
    }
}

// Values in a format.
extension Text {
    nonisolated public init<UnitType: Dimension>(_ input: Measurement<UnitType>, format: Measurement<UnitType>.FormatStyle) {
        self.init(.verbatim(format.format(input)))
    }

    @_disfavoredOverload
    nonisolated public init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatInput: Equatable, F.FormatOutput == String {
        self.init(.verbatim(format.format(input)))
    }

    nonisolated public init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatInput: Equatable, F.FormatOutput == AttributedString {
        self.init(.attributed(format.format(input)))
    }

    nonisolated public init(_ date: Date, formatter: Formatter) { self.init(verbatim: formatter.string(for: date) ?? "\(date)") }
    nonisolated public init<Subject: ReferenceConvertible>(_ subject: Subject, formatter: Formatter) {
        self.init(.verbatim(formatter.string(for: subject) ?? "\(subject)"))
    }

    nonisolated public init<Subject: NSObject>(_ subject: Subject, formatter: Formatter) {
        self.init(.verbatim(formatter.string(for: subject) ?? "\(subject)"))
    }
}

// Text that follows the clock: the surface keeps it current.
extension Text {
    /// How a date is shown.
    nonisolated public struct DateStyle: Equatable, Sendable {
        let archived: LiveText.Style
        /// The time of day.
        public static let time = DateStyle(archived: .time)
        public static let date = DateStyle(archived: .date)
        /// The distance to now, in words.
        public static let relative = DateStyle(archived: .relative)
        /// The distance to now, with its sign.
        public static let offset = DateStyle(archived: .offset)
        /// Minutes and seconds to now.
        public static let timer = DateStyle(archived: .timer)
    }

    nonisolated public init(_ date: Date, style: DateStyle) {
        self.init(.live(LiveText(style: style.archived, date: Timestamp(date), countsDown: false)))
    }

    /// A timer within a range, which stands still at `pauseTime` and at the range's end. `showsHours` has no effect.
    nonisolated public init(timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true) {
        self.init(
            .live(
                LiveText(
                    style: .timer, date: Timestamp(timerInterval.lowerBound), end: Timestamp(timerInterval.upperBound), countsDown: countsDown,
                    pause: pauseTime.map { Timestamp($0) })))
    }

    /// A range of dates.
    nonisolated public init(_ dates: ClosedRange<Date>) {
        self.init(verbatim: (dates.lowerBound..<dates.upperBound).formatted(date: .abbreviated, time: .shortened))
    }
    nonisolated public init(_ interval: DateInterval) { self.init(interval.start...interval.end) }
}

extension Text: View, PrimitiveView {
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        var tree = archived(in: inputs)
        tree.id = inputs.id
        outputs.trees.append(tree)
    }

    /// The text as one node. A text of one piece has its attributes on the node, where every reader knows them.
    @MainActor package func archived(in inputs: _ViewInputs) -> ViewTree {
        let spans = pieces.flatMap { $0.spans(in: inputs) }
        if spans.count == 1 {
            let content: ViewContent? =
                switch spans[0].content {
                case .text(let text): .text(text)
                case .liveText(let live): .liveText(live)
                case .symbol: nil
                }
            if let content {
                var tree = ViewTree(.view(content))
                tree.modifiers = spans[0].modifiers
                return tree
            }
        }
        var plain = ""
        for span in spans {
            guard span.modifiers.isEmpty, case .text(let text) = span.content else { return Self.rich(spans) }
            plain += text
        }
        return ViewTree(.view(.text(plain)))
    }

    private static func rich(_ spans: [ViewTextSpan]) -> ViewTree {
        var tree = ViewTree(.view(.richText(spans)))
        tree.fallback = String(spans.map(\.plainText).joined().prefix(60))
        return tree
    }

    /// The text without its attributes, for places that take no more; what follows the clock is left out.
    @MainActor package func plain(in inputs: _ViewInputs) -> String { pieces.flatMap { $0.spans(in: inputs) }.map(\.plainText).joined() }

    /// Whether the text has neither attributes nor live parts, so that ``plain(in:)`` loses nothing.
    @MainActor func isPlain(in inputs: _ViewInputs) -> Bool {
        pieces.flatMap { $0.spans(in: inputs) }.allSatisfy { if case .text = $0.content { $0.modifiers.isEmpty } else { false } }
    }
}

extension Text.Piece {
    @MainActor fileprivate func spans(in inputs: _ViewInputs) -> [ViewTextSpan] {
        let own = attributes.compactMap { $0.archived(in: inputs.environment) }
        func spans(_ text: String) -> [ViewTextSpan] { [ViewTextSpan(.text(text), modifiers: own)] }
        switch content {
        case .verbatim(let text): return spans(text)
        case .resource(var resource):
            resource.locale = inputs.environment.resolvingLocale
            return spans(String(localized: resource))
        case .localized(let key, let table, let bundlePath):
            return key.spans(table: table, bundle: bundlePath.flatMap { Bundle(path: $0) }, in: inputs).map { span in
                ViewTextSpan(span.content, modifiers: span.modifiers + own)
            }
        case .live(let live): return [ViewTextSpan(.liveText(live), modifiers: own)]
        case .attributed(let attributed): return attributed.spans(in: inputs).map { ViewTextSpan($0.content, modifiers: $0.modifiers + own) }
        case .image(let image): return image.symbolName.map { [ViewTextSpan(.symbol($0), modifiers: own)] } ?? []
        }
    }
}

extension LocalizedStringKey {
    /// The translation with the values in their places, its Markdown read.
    @MainActor fileprivate func spans(table: String?, bundle: Bundle?, in inputs: _ViewInputs) -> [ViewTextSpan] {
        // Values that are texts keep their form: a mark stands for each while the translation is looked up.
        var value = String.LocalizationValue(key)
        value.setArguments(
            arguments.enumerated().map { index, argument in
                if case .string(let text) = argument { text } else { "\u{2}\(index)\u{3}" }
            })
        let text = StringTables.text(for: key, or: value, table: table, bundle: bundle ?? .main, locale: inputs.environment.resolvingLocale)
        return InlineMarkdown.runs(of: text).flatMap { run in
            let modifiers = run.modifiers
            return parts(of: run.text).flatMap { part -> [ViewTextSpan] in
                switch part {
                case .string(let text): return [ViewTextSpan(.text(text), modifiers: modifiers)]
                case .text(let text):
                    return text.pieces.flatMap { $0.spans(in: inputs) }.map { ViewTextSpan($0.content, modifiers: $0.modifiers + modifiers) }
                }
            }
        }
    }

    private func parts(of text: String) -> [Argument] {
        guard text.contains("\u{2}") else { return text.isEmpty ? [] : [.string(text)] }
        var parts: [Argument] = []
        for (position, piece) in text.split(separator: "\u{2}", omittingEmptySubsequences: false).enumerated() {
            var rest = piece
            if position > 0, let end = piece.firstIndex(of: "\u{3}") {
                if let index = Int(piece[..<end]), arguments.indices.contains(index) { parts.append(arguments[index]) }
                rest = piece[piece.index(after: end)...]
            }
            if !rest.isEmpty { parts.append(.string(String(rest))) }
        }
        return parts
    }
}

extension InlineMarkdown.Run {
    var modifiers: [WidgetCore.ViewModifier] {
        var modifiers: [WidgetCore.ViewModifier] = []
        if isBold || isItalic || isCode {
            modifiers.append(.font(ViewFont(weight: isBold ? .bold : nil, isItalic: isItalic, design: isCode ? .monospaced : nil)))
        }
        if isStruckThrough { modifiers.append(.strikethrough(ViewTextLine())) }
        if link != nil { modifiers.append(.foregroundStyle([.role(.link)])) }
        return modifiers
    }
}
