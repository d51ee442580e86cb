import Testing
import WidgetCore

@testable import WidgetStore

/// The life of a store while things go wrong: it is opened, its steps are done one after another, it is closed.
///
/// A fault strikes at any operation in between. Every step is all or nothing. After a power cut the store holds exactly what it held in a run without faults
/// after the steps that had succeeded, or after one more, the one that was being done. It may hold fewer of the steps that needn't be durable yet.
struct Scenario: Sendable, CustomTestStringConvertible {
    var name: String
    /// Makes the store that it begins with; nil: it begins with none, and opening makes it.
    var ground: (@Sendable (WidgetStore) async throws -> Void)?
    /// Done whenever the store has been opened.
    var opened: @Sendable (WidgetStore) throws -> Void = { _ in }
    let steps: [Step]
    /// The other rules that must hold after any step: says which doesn't. ``WidgetStore/brokenRules()`` is looked at in any case.
    var check: @Sendable (WidgetStore) throws -> [String] = { _ in [] }

    var testDescription: String { name }
}

/// One change, which may be tried again after it failed.
struct Step: Sendable {
    let name: String
    /// It is durable when it returns, with all before it.
    var isDurable = true
    /// Where the disk refused to sync it, it may be there all the same.
    var mayStay = false
    /// Passed on the clock since the scenario began.
    var minute: Int64 = 0
    let perform: @Sendable (WidgetStore) async throws -> Void
}

extension Step {
    /// One write.
    static func write(_ name: String, minute: Int64 = 0, _ body: @escaping @Sendable (inout StoreTransaction) throws -> Void) -> Step {
        Step(name: name, minute: minute) { store in try await store.write(body) }
    }

    /// Several writes that come while another is being written, and so share one commit: those in `refused` fail each by itself, the others stand or fall
    /// together.
    static func group(
        _ name: String, _ writes: [@Sendable (inout StoreTransaction) throws -> Void], refused: Set<Int> = []
    ) -> Step {
        Step(name: name) { store in
            let answers = await store.writeTogether(writes)
            for index in refused where answers[index] == nil { throw Violation("\(name): write \(index) should have been refused") }
            let outcomes = answers.indices.filter { !refused.contains($0) }.map { answers[$0] }
            guard outcomes.contains(where: { $0 != nil }) else { return }
            for case nil in outcomes { throw Violation("\(name): a part of one commit was acknowledged and a part wasn't") }
            for case let error? in outcomes { throw error }
        }
    }
}

extension WidgetStore {
    /// Has writes wait together before the writer starts, as when they come during another's commit.
    fileprivate func writeTogether(_ writes: [@Sendable (inout StoreTransaction) throws -> Void]) async -> [WidgetError?] {
        guard let writer = connections.writer else {
            // Refused as each of them would be.
            do throws(WidgetError) {
                try await write { _ in }
                return writes.map { _ in nil }
            } catch {
                return writes.map { _ in error }
            }
        }
        return await withCheckedContinuation { continuation in
            let answers = Answers(expected: writes.count)
            let pending = writes.map { write in
                PendingWrite(.durable, by: nil, write) { outcome in
                    var refusal: WidgetError?
                    if case .failure(let error) = outcome { refusal = WidgetError(error, path: self.path) }
                    if let all = answers.add(refusal) { continuation.resume(returning: all) }
                }
            }
            queue.withLock { queue in
                for write in pending { _ = queue.append(write) }
            }
            writePending(writer)
        }
    }
}
