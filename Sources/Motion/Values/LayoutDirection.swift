/// The direction in which one reads, which tells where the leading edge is.
public enum LayoutDirection: Hashable, CaseIterable, Sendable {
    /// The leading edge is on the left.
    case leftToRight
    /// The leading edge is on the right.
    case rightToLeft
}
