import Motion
import Testing

@Suite("A completion")
struct AnimationCompletionTests {
    @Test("comes at once after a body that created no animation, and not before")
    func none() {
        var calls = 0
        withAnimation(Marker.animation(1)) {
            #expect(calls == 0)
        } completion: {
            calls += 1
            #expect(Transaction.current.animation == nil)
        }
        #expect(calls == 1)
    }

    @Test("comes at once after a body that throws")
    func throwing() {
        var calls = 0
        #expect(throws: BodyFailed.self) {
            try withAnimation(Marker.animation(1)) {
                throw BodyFailed()
            } completion: {
                calls += 1
            }
        }
        #expect(calls == 1)
    }

    @Test("comes when the last animation that the body created is complete")
    func several() {
        var calls = 0
        var running: [AnimationListener] = []
        withAnimation(Marker.animation(1)) {
            for _ in 0..<3 { running += begin(.logicallyComplete) }
            // One is over before the body is: the completion doesn't come in between.
            running.removeLast().animationWasRemoved()
        } completion: {
            calls += 1
        }
        #expect(running.count == 2)
        running.removeLast().animationWasRemoved()
        #expect(calls == 0)
        running.removeLast().animationWasRemoved()
        #expect(calls == 1)
    }

    @Test("doesn't come in between where all that the body has created so far is over before the body is")
    func betweenAnimations() {
        var calls = 0
        var running: [AnimationListener] = []
        withAnimation(Marker.animation(1)) {
            for listener in begin(.logicallyComplete) { listener.animationWasRemoved() }
            #expect(calls == 0)
            running = begin(.logicallyComplete)
        } completion: {
            calls += 1
        }
        #expect(calls == 0)
        for listener in running { listener.animationWasRemoved() }
        #expect(calls == 1)
    }

    @Test("waits by its own criteria", arguments: [AnimationCompletionCriteria.logicallyComplete, .removed])
    func criteria(_ criteria: AnimationCompletionCriteria) {
        var calls = 0
        var logical: [AnimationListener] = []
        var removed: [AnimationListener] = []
        withAnimation(Marker.animation(1), completionCriteria: criteria) {
            logical = begin(.logicallyComplete)
            removed = begin(.removed)
        } completion: {
            calls += 1
        }
        #expect((logical.count, removed.count) == (criteria == .removed ? (0, 1) : (1, 0)))
        for listener in logical + removed { listener.animationWasRemoved() }
        #expect(calls == 1)
    }

    @Test("hears of animations that an inner change with another animation created")
    func nested() {
        var calls: [String] = []
        var running: [AnimationListener] = []
        withAnimation(Marker.animation(1)) {
            withAnimation(Marker.animation(2)) {
                running = begin(.logicallyComplete)
            } completion: {
                calls.append("inner")
            }
            withAnimation(nil) {
            } completion: {
                calls.append("empty")
            }
        } completion: {
            calls.append("outer")
        }
        #expect(calls == ["empty"])
        for listener in running { listener.animationWasRemoved() }
        #expect(calls == ["empty", "outer", "inner"])
    }

    @Test("comes once for a transaction that was copied, merged with itself and used twice")
    func copies() {
        var calls = 0
        var transaction = Transaction()
        transaction.addAnimationCompletion { calls += 1 }
        let copy = transaction
        var running: [AnimationListener] = []
        withTransaction(transaction) {
            withTransaction(copy.merging(transaction)) { running = begin(.logicallyComplete) }
        }
        #expect(running.count == 1)
        #expect(calls == 0)
        for listener in running { listener.animationWasRemoved() }
        #expect(calls == 1)
        withTransaction(copy) { for listener in begin(.logicallyComplete) { listener.animationWasRemoved() } }
        #expect(calls == 1)
    }

    @Test("comes in the order in which they were added")
    func order() {
        var calls: [Int] = []
        var transaction = Transaction()
        for number in 0..<4 { transaction.addAnimationCompletion(criteria: number.isMultiple(of: 2) ? .removed : .logicallyComplete) { calls.append(number) } }
        withTransaction(transaction) {}
        #expect(calls == [0, 1, 2, 3])
    }

    @Test("comes when a transaction that was never used is gone")
    func unused() {
        var calls = 0
        do {
            var transaction = Transaction()
            transaction.addAnimationCompletion { calls += 1 }
            _ = consume transaction
        }
        #expect(calls == 1)
    }

    @Test("waits for a change that is only noted in the body and made later")
    func deferred() {
        var calls = 0
        var noted: [AnimationListener] = []
        withAnimation(Marker.animation(1)) {
            noted = begin(.logicallyComplete)
        } completion: {
            calls += 1
        }
        let animations = noted
        for listener in animations { listener.animationWasAdded() }
        for listener in noted { listener.animationWasRemoved() }
        #expect(calls == 0)
        for listener in animations { listener.animationWasRemoved() }
        #expect(calls == 1)
    }

    @Test("isn't upset by an animation that is taken away without having been added")
    func unbalanced() {
        var calls = 0
        let listener = AnimationListener { calls += 1 }
        listener.animationWasRemoved()
        #expect(calls == 0)
        listener.animationWasAdded()
        listener.animationWasRemoved()
        listener.animationWasRemoved()
        #expect(calls == 1)
    }

    @Test("may begin the next change, and may ask its own listener")
    func reentrant() {
        var calls: [Int] = []
        func step(_ number: Int) {
            withAnimation(Marker.animation(number)) {
            } completion: {
                calls.append(number)
                if number < 20 { step(number + 1) }
            }
        }
        step(0)
        #expect(calls == Array(0...20))

        var listener: AnimationListener?
        listener = AnimationListener { listener?.animationWasAdded() }
        listener?.animationWasAdded()
        listener?.animationWasRemoved()
        listener = nil
    }

    /// The runner's work for an animation that is created now.
    private func begin(_ criteria: AnimationCompletionCriteria) -> [AnimationListener] {
        let listeners = Transaction.current.animationListeners(criteria)
        for listener in listeners { listener.animationWasAdded() }
        return listeners
    }
}
