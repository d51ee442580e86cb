package import WidgetCore

/// A line along which views of a column are aligned.
nonisolated public struct HorizontalAlignment: Equatable, Sendable {
    enum Guide: Sendable, Equatable {
        case leading, center, trailing
    }

    let guide: Guide

    public static let leading = HorizontalAlignment(guide: .leading)
    public static let center = HorizontalAlignment(guide: .center)
    public static let trailing = HorizontalAlignment(guide: .trailing)
    public static let listRowSeparatorLeading = leading
    public static let listRowSeparatorTrailing = trailing

    init(guide: Guide) { self.guide = guide }

    /// An alignment of your own is drawn as the standard one that its default value equals, or else centred.
    public init(_ id: any AlignmentID.Type) {
        let value = id.defaultValue(in: ViewDimensions(width: 1, height: 1))
        guide = value <= 0 ? .leading : value >= 1 ? .trailing : .center
    }

    var archived: ViewAlignment {
        switch guide {
        case .leading: .leading
        case .center: .center
        case .trailing: .trailing
        }
    }

    func value(in dimensions: ViewDimensions) -> CGFloat {
        switch guide {
        case .leading: 0
        case .center: dimensions.width / 2
        case .trailing: dimensions.width
        }
    }
}

/// A line along which views of a row are aligned.
nonisolated public struct VerticalAlignment: Equatable, Sendable {
    enum Guide: Sendable, Equatable {
        case top, center, bottom, firstTextBaseline, lastTextBaseline
    }

    let guide: Guide

    public static let top = VerticalAlignment(guide: .top)
    public static let center = VerticalAlignment(guide: .center)
    public static let bottom = VerticalAlignment(guide: .bottom)
    public static let firstTextBaseline = VerticalAlignment(guide: .firstTextBaseline)
    public static let lastTextBaseline = VerticalAlignment(guide: .lastTextBaseline)

    init(guide: Guide) { self.guide = guide }

    /// An alignment of your own is drawn as the standard one that its default value equals, or else centred.
    public init(_ id: any AlignmentID.Type) {
        let value = id.defaultValue(in: ViewDimensions(width: 1, height: 1))
        guide = value <= 0 ? .top : value >= 1 ? .bottom : .center
    }

    var archived: ViewAlignment {
        switch guide {
        case .top: .top
        case .center: .center
        case .bottom: .bottom
        case .firstTextBaseline: .firstTextBaseline
        case .lastTextBaseline: .lastTextBaseline
        }
    }

    func value(in dimensions: ViewDimensions) -> CGFloat {
        switch guide {
        case .top: 0
        case .center: dimensions.height / 2
        case .bottom, .firstTextBaseline, .lastTextBaseline: dimensions.height
        }
    }
}

/// An alignment of your own.
nonisolated public protocol AlignmentID {
    /// The guide of a view that doesn't set it.
    static func defaultValue(in context: ViewDimensions) -> CGFloat
}

/// The size of a view, and its guides.
nonisolated public struct ViewDimensions: Equatable, Sendable {
    /// Points.
    public let width: CGFloat
    public let height: CGFloat

    init(width: CGFloat, height: CGFloat) {
        self.width = width
        self.height = height
    }

    public subscript(guide: HorizontalAlignment) -> CGFloat { guide.value(in: self) }
    public subscript(guide: VerticalAlignment) -> CGFloat { guide.value(in: self) }
    public subscript(explicit guide: HorizontalAlignment) -> CGFloat? { nil }
    public subscript(explicit guide: VerticalAlignment) -> CGFloat? { nil }
}

/// Where a view lies in a room that is larger.
nonisolated public struct Alignment: Equatable, Sendable {
    public var horizontal: HorizontalAlignment
    public var vertical: VerticalAlignment

    public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    public static let center = Alignment(horizontal: .center, vertical: .center)
    public static let leading = Alignment(horizontal: .leading, vertical: .center)
    public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
    public static let top = Alignment(horizontal: .center, vertical: .top)
    public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
    public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
    public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
    public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
    public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
    public static let centerFirstTextBaseline = Alignment(horizontal: .center, vertical: .firstTextBaseline)
    public static let centerLastTextBaseline = Alignment(horizontal: .center, vertical: .lastTextBaseline)
    public static let leadingFirstTextBaseline = Alignment(horizontal: .leading, vertical: .firstTextBaseline)
    public static let leadingLastTextBaseline = Alignment(horizontal: .leading, vertical: .lastTextBaseline)
    public static let trailingFirstTextBaseline = Alignment(horizontal: .trailing, vertical: .firstTextBaseline)
    public static let trailingLastTextBaseline = Alignment(horizontal: .trailing, vertical: .lastTextBaseline)

    /// As an archive says it; nil: the middle, which is the default.
    package var archived: ViewAlignment? {
        switch (horizontal.guide, vertical.guide) {
        case (.center, .center): nil
        case (.leading, .center): .leading
        case (.trailing, .center): .trailing
        case (.center, .top): .top
        case (.leading, .top): .topLeading
        case (.trailing, .top): .topTrailing
        case (.center, .bottom): .bottom
        case (.leading, .bottom): .bottomLeading
        case (.trailing, .bottom): .bottomTrailing
        case (.center, .firstTextBaseline): .firstTextBaseline
        case (.leading, .firstTextBaseline): .leadingFirstTextBaseline
        case (.trailing, .firstTextBaseline): .trailingFirstTextBaseline
        case (.center, .lastTextBaseline): .lastTextBaseline
        case (.leading, .lastTextBaseline): .leadingLastTextBaseline
        case (.trailing, .lastTextBaseline): .trailingLastTextBaseline
        }
    }
}

/// How the lines of a text are aligned with each other.
nonisolated public enum TextAlignment: Hashable, CaseIterable, Sendable {
    case leading, center, trailing

    var archived: ViewAlignment {
        switch self {
        case .leading: .leading
        case .center: .center
        case .trailing: .trailing
        }
    }
}

/// A direction of layout.
nonisolated public enum Axis: Int8, CaseIterable, Hashable, Sendable {
    case horizontal
    case vertical

    /// Some of the directions.
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let horizontal = Set(rawValue: 1)
        public static let vertical = Set(rawValue: 2)
    }
}

/// How a view fills a place of another shape.
nonisolated public enum ContentMode: Hashable, CaseIterable, Sendable {
    /// All of it is seen.
    case fit
    /// All of the place is filled.
    case fill
}
