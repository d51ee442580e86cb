/// The right that a method asks of its caller. Each right includes those before it.
public enum AccessRight: Int, Sendable, Comparable, CaseIterable, CustomStringConvertible {
    /// Look: list, show, watch.
    case read
    /// Use: tap a button, reload a widget.
    case act
    /// Change: place, configure, remove, settings.
    case manage

    public static func < (left: AccessRight, right: AccessRight) -> Bool {
        left.rawValue < right.rawValue
    }

    public var description: String {
        switch self {
        case .read: "read"
        case .act: "act"
        case .manage: "manage"
        }
    }
}
