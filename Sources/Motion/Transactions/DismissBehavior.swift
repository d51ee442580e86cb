/// How a program closes a window.
public struct DismissBehavior: Equatable, Hashable, Sendable {
    private let isDestructive: Bool

    /// As when a user closes it: a window that shows something that must be answered stays.
    public static let interactive = DismissBehavior(isDestructive: false)

    /// Whatever the window shows.
    public static let destructive = DismissBehavior(isDestructive: true)
}
