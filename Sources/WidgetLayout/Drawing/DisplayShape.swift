public import WidgetCore

/// An outline that is filled, or drawn as a line.
public struct DisplayShape: Sendable, Hashable {
    public var outline: Outline
    /// The numbers that the outline is made of; nil: its points.
    public internal(set) var form: ShapeForm?
    public var paint: Paint
    /// Nil: the outline is filled.
    public var stroke: ViewShape.Stroke?
    public var isEvenOdd: Bool
    /// The symbol that it is; empty: none.
    public var symbol: String
    /// Drawn above it, the lowest first: the other layers of a symbol of several colours.
    public var layers: [DisplayShape] = []

    public init(_ outline: Outline, paint: Paint, stroke: ViewShape.Stroke? = nil, isEvenOdd: Bool = false, symbol: String = "") {
        self.outline = outline
        self.paint = paint
        self.stroke = stroke
        self.isEvenOdd = isEvenOdd
        self.symbol = symbol
    }

    /// Changes each number that its outline is made of. Where these aren't its points, the outline stays until it is made anew.
    public mutating func forEachNumberOfOutline(_ body: (inout Double) -> Void) {
        if form != nil {
            form?.forEachNumber(body)
        } else {
            outline.forEachPoint { point in
                body(&point.x)
                body(&point.y)
            }
        }
    }

    /// Makes the outline of its numbers.
    public mutating func makeOutline() { if let form { outline = form.outline } }

    /// Forgets an outline that its numbers make.
    public mutating func forgetOutline() { if form != nil { outline = Outline() } }

    /// A rectangle that holds its outlines.
    var bounds: Rect { layers.reduce(outline.bounds) { $0.union($1.bounds) } }
}

/// A picture in its node's frame.
public struct DisplayPicture: Sendable, Hashable {
    public var digest: ContentDigest
    /// Pixels of the picture.
    public var width: Int
    public var height: Int
    /// Pixels of the picture to a point.
    public var scale: Double
    public var resizing: ViewImage.Resizing?
    public var interpolation: ViewImage.Interpolation
    /// The colour in which all of it is drawn, with the picture's own opacity; nil: the picture's colours.
    public var tint: ResolvedColor?
    /// Applied to its colours.
    public var matrix: ColorMatrix?

    public init(digest: ContentDigest, width: Int, height: Int, scale: Double = 1) {
        self.digest = digest
        self.width = width
        self.height = height
        self.scale = scale
        interpolation = .medium
    }
}

/// Lines of text.
public struct DisplayText: Sendable, Hashable {
    public struct Run: Sendable, Hashable {
        public var text: String
        public var font: DisplayFont
        /// The left edge, in points of the list.
        public var x: Double
        public var width: Double
        /// Added behind each character.
        public var tracking: Double
        /// Above the line's baseline.
        public var baselineOffset: Double
        public var paint: Paint
        public var underline: ResolvedTextLine?
        public var strikethrough: ResolvedTextLine?
        /// A symbol in the place of the text, as an outline in points of the list.
        public var symbol: DisplayShape?
    }

    public struct Line: Sendable, Hashable {
        /// In points of the list.
        public var baseline: Double
        public var runs: [Run]

        public init(baseline: Double, runs: [Run]) { (self.baseline, self.runs) = (baseline, runs) }
    }

    public var lines: [Line]
    /// The text is read from the right to the left; its runs stand from the left, the last one first.
    public var isRightToLeft = false

    public init(lines: [Line]) { self.lines = lines }

    /// All of it, a line each.
    public var plainText: String {
        lines.map { line in (isRightToLeft ? line.runs.reversed() : line.runs).map(\.text).joined() }.joined(separator: "\n")
    }
}

extension DisplayText.Run {
    /// A run without lines, at its line's baseline.
    public init(text: String, font: DisplayFont, x: Double, width: Double, paint: Paint) {
        self.init(text: text, font: font, x: x, width: width, tracking: 0, baselineOffset: 0, paint: paint)
    }
}

/// A line through or under a text.
public struct ResolvedTextLine: Sendable, Hashable {
    public var pattern: ViewTextLine.Pattern
    /// Nil: the text's own.
    public var color: ResolvedColor?
}

/// A change of colours: each of red, green, blue and alpha is a sum of all four and a constant, in rows of five.
public struct ColorMatrix: Sendable, Hashable {
    public var numbers: [Double]

    public init(_ numbers: [Double]) { self.numbers = numbers }

    public static func saturation(_ amount: Double) -> ColorMatrix {
        let (red, green, blue) = (0.2126 * (1 - amount), 0.7152 * (1 - amount), 0.0722 * (1 - amount))
        return ColorMatrix([
            red + amount, green, blue, 0, 0, red, green + amount, blue, 0, 0, red, green, blue + amount, 0, 0, 0, 0, 0, 1, 0,
        ])
    }

    /// The matrix of an archive's effect.
    /// - Parameter color: resolves the colour that a multiplication names.
    init(_ effect: ViewColorEffect, color: (ViewColor) -> ResolvedColor) {
        func scaled(_ factor: Double, plus constant: Double) -> ColorMatrix {
            ColorMatrix([factor, 0, 0, 0, constant, 0, factor, 0, 0, constant, 0, 0, factor, 0, constant, 0, 0, 0, 1, 0])
        }
        switch effect {
        case .brightness(let amount): self = scaled(1, plus: amount)
        case .contrast(let amount): self = scaled(amount, plus: 0.5 - 0.5 * amount)
        case .saturation(let amount): self = .saturation(amount)
        case .grayscale(let amount): self = .saturation(1 - min(1, max(0, amount)))
        case .hueRotation(let angle): self = .hueRotation(angle)
        case .invert: self = scaled(-1, plus: 1)
        case .multiply(let other):
            let factor = color(other)
            self = ColorMatrix([
                factor.red, 0, 0, 0, 0, 0, factor.green, 0, 0, 0, 0, 0, factor.blue, 0, 0, 0, 0, 0, factor.alpha, 0,
            ])
        case .luminanceToAlpha: self = ColorMatrix([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.2126, 0.7152, 0.0722, 0, 0])
        }
    }
}
