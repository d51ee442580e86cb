import Dispatch
import Motion
import Synchronization
import Testing

@Suite("Completions, whatever happens")
struct AnimationCompletionProperties {
    /// A completion with the animations that it waits for.
    private final class Expectation {
        var calls = 0
        var open = 0
        var early = false
        var bodyEnded = false
    }

    /// Makes random changes inside of one another, with animations that end at random times.
    private struct World {
        var random: SeededGenerator
        var expectations: [Expectation] = []
        /// The completions of the bodies that are running.
        var scopes: [Expectation] = []
        var running: [(listeners: [AnimationListener], expectations: [Expectation])] = []

        mutating func change(depth: Int) throws {
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                switch Int.random(in: 0..<6, using: &random) {
                case 0, 1: create()
                case 2: end()
                case 3 where depth > 0: throw BodyFailed()
                default: if depth < 5 { try? nest(depth: depth) }
                }
            }
        }

        mutating func nest(depth: Int) throws {
            let expectation = Expectation()
            expectations.append(expectation)
            scopes.append(expectation)
            defer {
                scopes.removeLast()
            }
            let animation = Bool.random(using: &random) ? Marker.animation(depth) : nil
            try withAnimation(animation) {
                defer { expectation.bodyEnded = true }
                try change(depth: depth + 1)
            } completion: {
                expectation.calls += 1
                if expectation.open > 0 || !expectation.bodyEnded { expectation.early = true }
            }
        }

        mutating func create() {
            let listeners = Transaction.current.animationListeners(.logicallyComplete)
            for listener in listeners { listener.animationWasAdded() }
            for scope in scopes { scope.open += 1 }
            running.append((listeners, scopes))
        }

        mutating func end() {
            guard let index = running.indices.randomElement(using: &random) else { return }
            let animation = running.remove(at: index)
            for expectation in animation.expectations { expectation.open -= 1 }
            for listener in animation.listeners { listener.animationWasRemoved() }
        }
    }

    @Test("come exactly once each, and not before the last of their animations is over", arguments: 0..<200)
    func randomNesting(seed: Int) throws {
        var world = World(random: SeededGenerator(seed: UInt64(seed)))
        for _ in 0..<20 { try world.change(depth: 0) }
        while !world.running.isEmpty { world.end() }
        for expectation in world.expectations {
            #expect(expectation.calls == 1)
            #expect(!expectation.early)
        }
    }

    @Test("come exactly once where many threads create and end animations", .timeLimit(.minutes(1)))
    func threads() {
        for round in 0..<50 {
            let calls = Atomic(0)
            let running = Atomic(0)
            let early = Atomic(0)
            let listener = AnimationListener {
                calls.add(1, ordering: .sequentiallyConsistent)
                if running.load(ordering: .sequentiallyConsistent) > 0 { early.add(1, ordering: .relaxed) }
            }
            listener.animationWasAdded()
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                for _ in 0..<100 {
                    running.add(1, ordering: .sequentiallyConsistent)
                    listener.animationWasAdded()
                    running.subtract(1, ordering: .sequentiallyConsistent)
                    listener.animationWasRemoved()
                }
            }
            #expect(calls.load(ordering: .relaxed) == 0, "round \(round)")
            listener.animationWasRemoved()
            #expect(calls.load(ordering: .relaxed) == 1, "round \(round)")
            #expect(early.load(ordering: .relaxed) == 0)
        }
    }

    @Test("come exactly once where the last animations end on several threads at the same time", .timeLimit(.minutes(1)))
    func lastOnes() {
        for _ in 0..<300 {
            let calls = Atomic(0)
            let listener = AnimationListener { calls.add(1, ordering: .relaxed) }
            for _ in 0..<8 { listener.animationWasAdded() }
            DispatchQueue.concurrentPerform(iterations: 8) { _ in listener.animationWasRemoved() }
            #expect(calls.load(ordering: .relaxed) == 1)
        }
    }
}
