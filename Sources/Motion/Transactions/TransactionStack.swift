/// The transaction as it goes from a view to the views below it, past the modifiers that change it.
///
/// A value: each view gets a copy of its parent's and makes its own of it, in the order in which the modifiers stand around it, the outermost first.
/// Modifiers that count only for a part around a view (`animation(_:body:)`, `transaction(_:body:)`) push their values, and the view inside pops them.
public struct TransactionStack {
    /// The transaction of what is at this place.
    public private(set) var current: Transaction
    private var saved: [Transaction] = []
    private let isWidget: Bool

    /// The stack of an outermost view.
    /// - Parameters:
    ///   - root: The transaction of the change.
    ///   - isWidget: Whether it is shown in a widget or a Live Activity, where `transaction` modifiers do nothing; `animation` modifiers count there, too.
    public init(_ root: Transaction, isWidget: Bool = false) {
        current = root
        self.isWidget = isWidget
    }

    /// The transaction of the view's place and size: the one outside of all that was pushed, since a scoped animation doesn't move the view inside it.
    public var geometry: Transaction { saved.first ?? current }

    /// The stack below `transaction(_:)`, and below `transaction(value:_:)` where `changed` says whether its value did.
    public func applying(if changed: Bool = true, _ transform: (inout Transaction) throws -> Void) rethrows -> TransactionStack {
        var result = self
        if changed && !isWidget { try transform(&result.current) }
        return result
    }

    /// The stack below `animation(_:value:)`. If the value changed and animations aren't disabled, it is animated with `animation`, or not at all where that
    /// is `nil`.
    public func animating(_ animation: Animation?, if changed: Bool) -> TransactionStack {
        var result = self
        if changed { result.animate(animation) }
        return result
    }

    /// The stack in the body of `transaction(_:body:)`, around the view.
    public func pushing(_ transform: (inout Transaction) throws -> Void) rethrows -> TransactionStack {
        try saving().applying(transform)
    }

    /// The stack in the body of `animation(_:body:)`, around the view: animated with `animation` if animations aren't disabled.
    public func pushing(animation: Animation?) -> TransactionStack {
        saving().animating(animation, if: true)
    }

    /// The view inside of a body: what was before the last `pushing`. Without one, the stack as it is.
    public func popping() -> TransactionStack {
        var result = self
        if let last = result.saved.popLast() { result.current = last }
        return result
    }

    private func saving() -> TransactionStack {
        var result = self
        result.saved.append(current)
        return result
    }

    private mutating func animate(_ animation: Animation?) {
        if !current.disablesAnimations { current.animation = animation }
    }
}

@available(*, unavailable)
extension TransactionStack: Sendable {}

/// Tells whether a value is another one than at the last update: what `animation(_:value:)` and `transaction(value:_:)` go by.
public struct ValueChange<Value: Equatable> {
    private var last: Value?

    /// Nothing was seen yet.
    public init() {}

    /// Whether `value` differs from that of the last update. The first value is none that changed. A value that isn't equal to itself, such as NaN, always has.
    public mutating func update(_ value: Value) -> Bool {
        defer { last = value }
        guard let last else { return false }
        return last != value
    }
}

extension ValueChange: Sendable where Value: Sendable {}
