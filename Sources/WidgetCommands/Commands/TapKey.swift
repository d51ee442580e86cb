import ArgumentParser
import WidgetCore

/// An idempotency key on the command line. An empty one, as of a variable that isn't set, would be none.
struct TapKey: Sendable {
    let text: String

    /// - Throws: `ValidationError` with the limit.
    init(parsing text: String) throws {
        guard (1...Limits.idempotencyKeyBytes).contains(text.utf8.count) else {
            throw ValidationError("a key has 1 to \(Limits.idempotencyKeyBytes) bytes, and this one \(text.utf8.count); without --key each call has its own")
        }
        self.text = text
    }
}
