// How views change from one entry to the next, as the animation engine (Motion) says it. Times are seconds, lengths points.

/// How a value changes over time from one state to another.
public struct ViewAnimation: Sendable, Hashable {
    public enum Base: Sendable, Hashable {
        /// The default animation.
        case automatic
        case timingCurve(ViewCurve, duration: Double)
        /// A spring that takes the place of the one before and goes on with its velocity.
        case spring(response: Double, dampingFraction: Double, blendDuration: Double)
        /// A spring that runs beside others.
        case interpolatingSpring(mass: Double, stiffness: Double, damping: Double, initialVelocity: Double)
        /// An algorithm of the provider's own, sampled: the fraction of the change that is done at each 60th of a second. At most ``Limits/motionSamples``.
        case samples([Double])
    }

    public enum Modifier: Sendable, Hashable {
        case delay(Double)
        /// A factor: 2 is twice as fast.
        case speed(Double)
        /// Nil: without end.
        case repeats(count: Int?, autoreverses: Bool)
        case logicallyComplete(after: Double)
    }

    public var base: Base
    /// Each is applied to all before it. At most ``Limits/motionModifiers``.
    public var modifiers: [Modifier]

    public init(_ base: Base, modifiers: [Modifier] = []) {
        self.base = base
        self.modifiers = modifiers
    }
}

/// A curve from (0, 0) to (1, 1): progress in time to progress in value.
public enum ViewCurve: Sendable, Hashable {
    public enum Circular: Int, Sendable, Hashable, CaseIterable {
        case easeIn = 1
        case easeOut = 2
        case easeInOut = 3
    }

    case linear
    case bezier(start: ViewPoint, end: ViewPoint)
    case circular(Circular)
}

/// The change of a view that comes or leaves. Nested at most ``Limits/motionDepth`` deep.
public indirect enum ViewTransition: Sendable, Hashable {
    public enum Edge: Int, Sendable, Hashable, CaseIterable {
        case top = 1
        case leading = 2
        case bottom = 3
        case trailing = 4
    }

    /// The effects with which a view is drawn.
    public struct Effects: Sendable, Hashable {
        public var opacity: Double
        public var offset: ViewPoint
        public var scale: ViewPoint
        /// Radians, clockwise.
        public var rotation: Double
        /// The fixed point of scale and rotation, as fractions of the view.
        public var anchor: ViewPoint
        public var blurRadius: Double

        public init(
            opacity: Double = 1, offset: ViewPoint = ViewPoint(x: 0, y: 0), scale: ViewPoint = ViewPoint(x: 1, y: 1), rotation: Double = 0,
            anchor: ViewPoint = .center, blurRadius: Double = 0
        ) {
            self.opacity = opacity
            self.offset = offset
            self.scale = scale
            self.rotation = rotation
            self.anchor = anchor
            self.blurRadius = blurRadius
        }
    }

    case identity
    case opacity
    case slide
    case blurReplaceDownUp
    case blurReplaceUpUp
    /// Towards the edge.
    case move(Edge)
    /// From the edge.
    case push(Edge)
    case offset(ViewPoint)
    case scale(Double, anchor: ViewPoint)
    case symbolEffect(ViewSymbolEffect)
    case phases(active: Effects, identity: Effects)
    case asymmetric(insertion: ViewTransition, removal: ViewTransition)
    /// The second around the first.
    case combined(ViewTransition, ViewTransition)
    /// Nil: not animated.
    case animated(ViewTransition, ViewAnimation?)
}

/// How a view's content changes.
public enum ViewContentTransition: Sendable, Hashable {
    /// The one that fits the content.
    case automatic
    case identity
    case interpolate
    case opacity
    case numericTextUp
    case numericTextDown
    case blur
    /// Up or down, by whether the new value is larger.
    case numericText(value: Double)
    case symbolEffect(ViewSymbolEffect)
}

/// An animation for symbols.
public struct ViewSymbolEffect: Sendable, Hashable {
    public enum Kind: Int, Sendable, Hashable, CaseIterable {
        case automatic = 0
        case appear = 1
        case disappear = 2
        case replace = 3
        case magicReplace = 4
    }

    public enum Style: Int, Sendable, Hashable, CaseIterable {
        case up = 1
        case down = 2
        case downUp = 3
        case upUp = 4
        case offUp = 5
    }

    public enum Repetition: Sendable, Hashable {
        case automatic
        case never
        case forever
        case continuous
        /// A nil count: without end. A nil delay: the effect's own.
        case periodic(count: Int?, delay: Double?)
    }

    public var kind: Kind
    public var style: Style?
    /// The symbol's layers are animated one after the other. Nil: the surface decides.
    public var isByLayer: Bool?
    public var repetition: Repetition
    /// A factor: 2 is twice as fast.
    public var speed: Double

    public init(kind: Kind, style: Style? = nil, isByLayer: Bool? = nil, repetition: Repetition = .automatic, speed: Double = 1) {
        self.kind = kind
        self.style = style
        self.isByLayer = isByLayer
        self.repetition = repetition
        self.speed = speed
    }
}

/// The animation of a part of a tree where a value has changed: `animation(_:value:)`.
public struct AnimationRule: Sendable, Hashable {
    /// The value's digest: 16 bytes, the same for the same value in every process.
    public var digest: [UInt8]
    /// Nil: the change isn't animated.
    public var animation: ViewAnimation?
    /// The number of modifiers before it that alone it holds for: `animation(_:body:)`; nil: it holds for everything within.
    public var modifiers: Int?

    public init(digest: [UInt8], animation: ViewAnimation?, modifiers: Int? = nil) {
        self.digest = digest
        self.animation = animation
        self.modifiers = modifiers
    }
}

/// A view whose frame is matched with that of others of its group: `matchedGeometryEffect`.
public struct MatchedGeometryKey: Sendable, Hashable {
    /// The group: 16 bytes, a digest of the namespace and the id.
    public var digest: [UInt8]
    public var matchesPosition: Bool
    public var matchesSize: Bool
    public var anchor: ViewPoint
    public var isSource: Bool

    public init(digest: [UInt8], matchesPosition: Bool = true, matchesSize: Bool = true, anchor: ViewPoint = .center, isSource: Bool = true) {
        self.digest = digest
        self.matchesPosition = matchesPosition
        self.matchesSize = matchesSize
        self.anchor = anchor
        self.isSource = isSource
    }
}
