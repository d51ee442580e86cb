/// The direction in which one reads, which tells where the leading edge is.
public enum LayoutDirection: Hashable, CaseIterable, Sendable {
    case leftToRight, rightToLeft
}
