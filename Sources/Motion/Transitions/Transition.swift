/// What happens to a view that comes or leaves.
///
/// A transition says how the view is drawn in each ``TransitionPhase``; who draws it animates from one phase to the next. In the identity phase it should change nothing.
public protocol Transition {
    /// What may be known of the transition without running it: that it moves something, unless it says otherwise.
    static var properties: TransitionProperties { get }

    /// What the transition does in `phase`, from the inside outwards: as many parts in each phase.
    func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer]

    /// What the transition is made of, for who writes it down. A transition of your own needs to say nothing.
    var structure: TransitionStructure { get }
}

extension Transition {
    public static var properties: TransitionProperties { TransitionProperties() }
    public var structure: TransitionStructure { .custom }
}
