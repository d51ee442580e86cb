import Motion
import Testing

private enum CountKey: TransactionKey { static let defaultValue = 7 }
private enum ModuloKey: TransactionKey {
    static let defaultValue = 0
    static func _valuesEqual(_ lhs: Int, _ rhs: Int) -> Bool { lhs % 10 == rhs % 10 }
}
private final class Thing {}
private enum ThingKey: TransactionKey { static var defaultValue: Thing? { nil } }
private enum AnythingKey: TransactionKey { static var defaultValue: Any { 0 } }
private enum ClosureKey: TransactionKey { static var defaultValue: () -> Void { {} } }

extension Transaction {
    fileprivate var count: Int {
        get { self[CountKey.self] }
        set { self[CountKey.self] = newValue }
    }
}

@Suite("A transaction")
struct TransactionTests {
    @Test("sets nothing when it is new")
    func defaults() {
        let transaction = Transaction()
        #expect(transaction.animation == nil)
        #expect(!transaction.disablesAnimations)
        #expect(!transaction.isContinuous)
        #expect(!transaction.tracksVelocity)
        #expect(transaction.dismissBehavior == .interactive)
        #expect(transaction.scrollTargetAnchor == nil)
        #expect(transaction.count == 7)
        #expect(!transaction.isAnimated)
        #expect(transaction.animationListeners(.removed).isEmpty)
    }

    @Test("keeps what is set, and a copy doesn't share it")
    func values() {
        var first = Transaction(animation: Marker.animation(1))
        first.count = 3
        var second = first
        second.count = 4
        second.animation = nil
        second.disablesAnimations = true
        second.isContinuous = true
        second.tracksVelocity = true
        second.dismissBehavior = .destructive
        second.scrollTargetAnchor = .top
        #expect(first.scrollTargetAnchor == nil)
        #expect(second.scrollTargetAnchor == .top)
        #expect(first.count == 3)
        #expect(first.animation == Marker.animation(1))
        #expect(!first.disablesAnimations && !first.isContinuous && !first.tracksVelocity)
        #expect(first.dismissBehavior == .interactive)
        #expect(second.count == 4)
        #expect(second.animation == nil)
        #expect(second.disablesAnimations && second.isContinuous && second.tracksVelocity)
        #expect(second.dismissBehavior == .destructive)
    }

    @Test("is animated where it has an animation and animations aren't disabled")
    func isAnimated() {
        var transaction = Transaction(animation: Marker.animation(1))
        #expect(transaction.isAnimated)
        transaction.disablesAnimations = true
        #expect(!transaction.isAnimated)
    }

    @Test("in a widget has the default animation where nothing was said, and none where that was said")
    func widgetAnimation() {
        var transaction = Transaction()
        #expect(!transaction.setsAnimation)
        #expect(transaction.widgetAnimation() == .default)
        #expect(transaction.widgetAnimation(isLuminanceReduced: true) == nil)
        transaction.animation = nil
        #expect(transaction.setsAnimation)
        #expect(transaction.widgetAnimation() == nil)
        transaction.animation = Marker.animation(1)
        #expect(transaction.widgetAnimation() == Marker.animation(1))
        #expect(transaction.widgetAnimation(isLuminanceReduced: true) == nil)
        #expect(TransactionStack(Transaction(), isWidget: true).animating(nil, if: true).current.widgetAnimation() == nil)
        #expect(TransactionStack(Transaction(), isWidget: true).animating(nil, if: false).current.widgetAnimation() == .default)
        transaction.disablesAnimations = true
        #expect(transaction.widgetAnimation() == nil)
    }

    @Test("takes over what another one sets, also an animation that is none, and keeps the rest")
    func merging() {
        var outer = Transaction(animation: Marker.animation(1))
        outer.count = 3
        outer.isContinuous = true
        var inner = Transaction(animation: nil)
        inner.count = 4
        let merged = outer.merging(inner)
        #expect(merged.animation == nil)
        #expect(merged.count == 4)
        #expect(merged.isContinuous)
        #expect(outer.merging(Transaction()).animation == Marker.animation(1))
    }

    @Test("can be shown as one with another that sets the same")
    func sameValues() {
        var first = Transaction(animation: Marker.animation(1))
        var second = Transaction(animation: Marker.animation(1))
        #expect(first.mayConcatenate(with: second))
        second.animation = Marker.animation(2)
        #expect(!first.mayConcatenate(with: second))
        second = first
        second.count = 7  // The default, but set.
        #expect(!first.mayConcatenate(with: second))
        first.count = 7
        #expect(first.mayConcatenate(with: second))
        first.addAnimationCompletion {}
        #expect(!first.mayConcatenate(with: second))
    }

    @Test("compares values by the key's own rule, by == or as objects, and takes what can't be compared for different")
    func equality() {
        func pair<K: TransactionKey>(_ key: K.Type, _ one: K.Value, _ other: K.Value) -> Bool {
            var first = Transaction()
            var second = Transaction()
            first[key] = one
            second[key] = other
            return first.mayConcatenate(with: second)
        }
        #expect(pair(ModuloKey.self, 3, 13))
        #expect(!pair(ModuloKey.self, 3, 4))
        let thing = Thing()
        #expect(pair(ThingKey.self, thing, thing))
        #expect(!pair(ThingKey.self, thing, Thing()))
        #expect(!pair(ThingKey.self, thing, nil))
        #expect(pair(ThingKey.self, nil, nil))
        #expect(!pair(ClosureKey.self, {}, {}))
        #expect(pair(AnythingKey.self, "a", "a"))
        #expect(!pair(AnythingKey.self, "a", "b"))
        #expect(!pair(AnythingKey.self, 1, "1"))
    }
}

@Suite("Dismiss behaviors and completion criteria")
struct TransactionFlagTests {
    @Test("are values that differ and hash")
    func values() {
        #expect(Set([DismissBehavior.interactive, .destructive, .interactive]).count == 2)
        #expect(Set([AnimationCompletionCriteria.removed, .logicallyComplete, .removed]).count == 2)
    }
}
