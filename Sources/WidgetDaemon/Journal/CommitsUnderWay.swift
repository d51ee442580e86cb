/// Commits that have begun and not ended, and who waits for those that began before.
struct CommitsUnderWay {
    private var last: UInt64 = 0
    private var numbers: Set<UInt64> = []
    private var waiting: [(numbers: Set<UInt64>, continuation: CheckedContinuation<Void, Never>)] = []

    /// - Returns: the number that ``end(_:)`` takes.
    mutating func begin() -> UInt64 {
        last += 1
        numbers.insert(last)
        return last
    }

    mutating func end(_ number: UInt64) {
        numbers.remove(number)
        for index in waiting.indices { waiting[index].numbers.remove(number) }
        for waiter in waiting where waiter.numbers.isEmpty { waiter.continuation.resume() }
        waiting.removeAll { $0.numbers.isEmpty }
    }

    /// Resumes when all that are under way now have ended.
    mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
        if numbers.isEmpty { continuation.resume() } else { waiting.append((numbers, continuation)) }
    }
}
