import Foundation

/// The curve of rounded corners.
nonisolated public enum RoundedCornerStyle: Hashable, Sendable {
    case circular, continuous
}

/// Which parts of a path with several outlines are filled.
nonisolated public struct FillStyle: Equatable, Sendable {
    public var isEOFilled: Bool
    public var isAntialiased: Bool
    public init(eoFill: Bool = false, antialiased: Bool = true) {
        isEOFilled = eoFill
        isAntialiased = antialiased
    }
}
