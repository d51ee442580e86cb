import Foundation

/// The view comes out of a blur and leaves into one, while its size changes a little.
public struct BlurReplaceTransition: Transition, Equatable, Sendable {
    /// How the view's size changes.
    public struct Configuration: Equatable, Hashable, Sendable {
        let leavesLarger: Bool

        /// The view grows when it comes and shrinks when it leaves.
        public static let downUp = Configuration(leavesLarger: false)
        /// The view grows when it comes and when it leaves.
        public static let upUp = Configuration(leavesLarger: true)
    }

    /// How the view's size changes.
    public var configuration: Configuration

    public init(configuration: Configuration) { self.configuration = configuration }

    public var structure: TransitionStructure { .blurReplace(configuration) }

    // The original's numbers.
    /// The blur's radius in points where the view isn't there.
    static let radius: CGFloat = 7
    /// The size of a view that comes, and of one that leaves by getting smaller.
    private static let small = 0.9
    /// The size of a view that leaves by getting larger.
    private static let large = 1.1
    /// A third of the way passes before anything happens.
    static let timeline = TransitionTimeline(begin: 0.33, duration: 0.67)

    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        let factor =
            switch phase {
            case .willAppear: Self.small
            case .identity: 1.0
            case .didDisappear: configuration.leavesLarger ? Self.large : Self.small
            }
        let effects = TransitionEffects(
            opacity: phase.isIdentity ? 1 : 0, scale: CGSize(width: factor, height: factor), blurRadius: phase.isIdentity ? 0 : Self.radius)
        return [TransitionLayer(effects, timeline: Self.timeline)]
    }
}

extension Transition where Self == BlurReplaceTransition {
    /// The view comes out of a blur and leaves into one, while its size changes a little.
    public static func blurReplace(_ config: BlurReplaceTransition.Configuration = .downUp) -> BlurReplaceTransition {
        BlurReplaceTransition(configuration: config)
    }

    /// The view comes out of a blur and leaves into one, while it grows and shrinks a little.
    public static var blurReplace: BlurReplaceTransition { BlurReplaceTransition(configuration: .downUp) }
}
