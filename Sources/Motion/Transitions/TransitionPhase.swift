/// Where a view is in its life: what a ``Transition`` goes by.
///
/// A view that appears is first shown in `willAppear` and at once moved to `identity`; one that is removed is moved to `didDisappear`, also while it still appears.
/// One that comes back while it disappears is moved to `identity` again.
@frozen
public enum TransitionPhase: Equatable, Hashable, Sendable {
    /// The view is about to appear: this is what its appearance is animated from.
    case willAppear
    /// The view is there.
    case identity
    /// The view is no longer wanted: this is what its disappearance is animated to.
    case didDisappear

    /// Whether the view is there: a transition then changes nothing about it.
    public var isIdentity: Bool { self == .identity }

    /// -1 in `willAppear`, 0 in `identity` and 1 in `didDisappear`: a factor for what goes one way when a view comes, and on the same way when it leaves.
    public var value: Double {
        switch self {
        case .willAppear: -1
        case .identity: 0
        case .didDisappear: 1
        }
    }
}
