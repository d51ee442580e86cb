import Foundation
import Motion
import Testing

/// A caller that waits for an animation is told once, at the right moment.
@Suite struct CompletionTests {
    /// Counts how often it was called.
    final class Counter { var count = 0 }

    func waiting(_ animation: Animation?, _ criteria: AnimationCompletionCriteria = .logicallyComplete) -> (Transaction, Counter) {
        let counter = Counter()
        var transaction = Transaction(animation: animation)
        transaction.addAnimationCompletion(criteria: criteria) { counter.count += 1 }
        return (transaction, counter)
    }

    @Test func aSpringIsLogicallyCompleteBeforeItIsRemoved() throws {
        let animator = Animator(0.0)
        let (logical, seen) = waiting(.bouncy)
        animator.set(100, at: 0, transaction: logical)
        let (removal, gone) = waiting(.bouncy, .removed)
        animator.set(101, at: 0, transaction: removal)
        animator.advance(to: 0.499)
        #expect(seen.count == 0)
        animator.advance(to: 0.5)
        #expect(seen.count == 1 && gone.count == 0)
        let end = try #require(animator.end)
        animator.advance(to: end.nextDown)
        #expect(gone.count == 0)
        animator.advance(to: end)
        animator.advance(to: end + 1)
        #expect(seen.count == 1 && gone.count == 1)
    }

    @Test func oneThatCreatesNoAnimationIsToldAtOnce() {
        let animator = Animator(0.0)
        let counter = Counter()
        withAnimation(.default) {
            animator.set(0, at: 0)
        } completion: {
            counter.count += 1
        }
        #expect(counter.count == 1)
        withAnimation(nil) {
            animator.set(1, at: 0)
        } completion: {
            counter.count += 1
        }
        #expect(counter.count == 2)
    }

    @Test func severalValuesAreWaitedForTogether() {
        let animators = (0..<5).map { _ in Animator(0.0) }
        let counter = Counter()
        withAnimation(.linear(duration: 1)) {
            for index in animators.indices { animators[index].set(Double(index), at: Double(index)) }
        } completion: {
            counter.count += 1
        }
        for index in animators.indices.dropLast() { animators[index].advance(to: 10) }
        #expect(counter.count == 0)
        animators[4].advance(to: 10)
        #expect(counter.count == 1)
    }

    @Test func anInterruptionDoesNotPutOffTheFirst() {
        let animator = Animator(0.0)
        let (first, counter) = waiting(.linear(duration: 1))
        animator.set(1, at: 0, transaction: first)
        animator.set(2, at: 0.5, transaction: Transaction(animation: .linear(duration: 1)))
        animator.advance(to: 1)
        #expect(counter.count == 1)
        let (second, removed) = waiting(.spring, .removed)
        animator.set(3, at: 1, transaction: second)
        animator.set(4, at: 1.1, transaction: Transaction(animation: .linear(duration: 30)))
        animator.advance(to: 30)
        #expect(removed.count == 0)
        animator.advance(to: 31.1)
        #expect(removed.count == 1)
    }

    /// Also where they are heard of late, all at once; while another one runs, and where nothing does any more.
    @Test(arguments: [true, false]) func thoseThatAreCompleteAreToldInTheOrderInWhichTheyBecameSo(anotherRuns: Bool) {
        let animator = Animator(0.0)
        var told: [String] = []
        let all = [("third", 1.4), ("first", 0.5), ("second", 1.0), ("second too", 1.0)] + (anotherRuns ? [("last", 3.0)] : [])
        for (index, (name, duration)) in all.enumerated() {
            var transaction = Transaction(animation: .linear(duration: duration))
            transaction.addAnimationCompletion { told.append(name) }
            animator.set(Double(index + 1) * 100, at: 0, transaction: transaction)
        }
        animator.advance(to: 1.5)
        #expect(told == ["first", "second", "second too", "third"])
        animator.advance(to: 4)
        #expect(told.count == all.count && told.last == all.map(\.0).last { $0 == "last" } ?? "third")
    }

    @Test func theCutOfAWidgetCompletesWhatItCuts() {
        let animator = Animator(0.0, limit: AnimatorLimits.widget)
        let (transaction, counter) = waiting(.linear(duration: 10))
        animator.set(1, at: 0, transaction: transaction)
        animator.advance(to: 1.99)
        #expect(counter.count == 0)
        animator.advance(to: 2)
        #expect(counter.count == 1)
    }

    @Test func oneAnimationFollowsAnother() {
        let animator = Animator(0.0)
        var steps: [Double] = []
        func step(_ value: Double, at time: TimeInterval) {
            guard value <= 3 else { return }
            withAnimation(.linear(duration: 1), completionCriteria: .removed) {
                animator.set(value, at: time)
            } completion: {
                steps.append(animator.frame(at: time + 1).value)
                step(value + 1, at: time + 1)
            }
        }
        step(1, at: 0)
        for quarter in 1...12 { animator.advance(to: Double(quarter) / 4) }
        #expect(steps == [1, 2, 3] && animator.value == 3)
        // The change that completes an animation is made after what waited for that changed the value.
        step(1, at: 10)
        animator.set(9, at: 11)
        #expect(animator.value == 9 && steps.last == 1)
    }

    @Test func anAnimatorThatIsGoneIsNotWaitedFor() {
        var (transaction, counter) = waiting(.linear(duration: 1))
        do {
            let animator = Animator(0.0)
            animator.set(1, at: 0, transaction: transaction)
            withExtendedLifetime(animator) { #expect(counter.count == 0) }
        }
        #expect(counter.count == 1)
        transaction = Transaction()
        #expect(counter.count == 1)
    }

    @Test(arguments: 0..<40) func eachIsToldExactlyOnceWhateverHappens(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var counters: [Counter] = []
        do {
            let animator = Animator(0.0, limit: Bool.random(using: &random) ? AnimatorLimits.widget : .infinity)
            var time = 0.0
            for _ in 0..<30 {
                time += Double.random(in: 0...0.4, using: &random)
                let animation = try #require(AnimatorTests.animations.randomElement(using: &random))
                let (transaction, counter) = waiting(animation, Bool.random(using: &random) ? .removed : .logicallyComplete)
                counters.append(counter)
                animator.set(Double.random(in: -9...9, using: &random), at: time, transaction: transaction)
                if Int.random(in: 0..<8, using: &random) == 0 { animator.finish() }
                #expect(counters.allSatisfy { $0.count <= 1 })
            }
            if Bool.random(using: &random) { animator.finish() }
        }
        // With the value goes what it told: nobody waits for ever.
        #expect(counters.allSatisfy { $0.count == 1 })
    }
}
