import WidgetCore

/// Lets one request at a time through, the others in the order in which they came.
struct FIFOSemaphore {
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var head = 0

    /// How many wait.
    var waitingCount: Int { waiting.count - head }

    /// True when there was no need to wait: it is the caller's turn.
    mutating func enter() -> Bool {
        defer { isBusy = true }
        return !isBusy
    }

    /// Waits for its turn: the continuation is resumed when it comes.
    mutating func wait(_ continuation: CheckedContinuation<Void, Never>) { waiting.append(continuation) }

    /// Ends a turn; the next one's begins.
    mutating func leave() {
        guard head < waiting.count else {
            waiting.removeAll(keepingCapacity: true)
            head = 0
            isBusy = false
            return
        }
        waiting[head].resume()
        head += 1
    }
}
