import Synchronization
import WidgetCore

/// The answers to writes that were made together; the writer gives them in order.
final class Answers: Sendable {
    private let answers = Mutex<[WidgetError?]>([])
    private let expected: Int

    init(expected: Int) { self.expected = expected }

    /// - Returns: all of them, with the last.
    func add(_ answer: WidgetError?) -> [WidgetError?]? {
        answers.withLock {
            $0.append(answer)
            return $0.count == expected ? $0 : nil
        }
    }
}
