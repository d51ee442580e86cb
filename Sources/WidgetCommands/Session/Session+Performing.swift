import WidgetAPI
import WidgetCore

extension Session {
    /// Asks for an action under an idempotency key.
    ///
    /// - Throws: what `call` throws; where no answer came, with the key to ask again with.
    func perform<Answer>(key: String, _ call: () throws(WidgetError) -> Answer) throws(WidgetError) -> Answer {
        // Without a daemon nothing was asked.
        try client.connect()
        do {
            return try call()
        } catch {
            guard error.code == .deadlineExceeded || error.code == .unavailable && client.descriptor == nil else { throw error }
            throw error.unanswered(key: key)
        }
    }
}

extension WidgetError {
    /// Nobody knows what became of an action: how to ask again.
    func unanswered(key: String) -> WidgetError {
        WidgetError(
            code, "\(message). It may have been performed; to hear what became of it, and have it performed once, repeat the command with --key \(key)",
            cause: cause)
    }
}
