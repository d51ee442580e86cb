internal import GRDB
public import WidgetCore

extension StoreTransaction {
    /// Begins an action under its idempotency key, so that it is performed at most once, and forgets keys older than 48 hours.
    ///
    /// Only the answer ``IntentState/new`` lets the caller perform it, after this transaction is durable.
    /// - Throws: INVALID_ARGUMENT where the key was used for another action.
    public mutating func beginIntent(key: String, widget: WidgetID, action: String, at date: Timestamp) throws -> IntentState {
        try perform { _, db in
            let old = try Query("DELETE FROM intent WHERE started_at < ?1", in: db)
            old.bind(1, date.milliseconds - StoreLimits.idempotencyPeriod.count)
            try old.run()
            let known = try IntentState.find(key: key, widget: widget, action: action, in: db)
            guard known == .new else { return known }
            let begin = try Query("INSERT INTO intent(key, widget, action, started_at) VALUES(?1, ?2, ?3, ?4)", in: db)
            begin.bind(1, key)
            begin.bind(2, widget)
            begin.bind(3, action)
            begin.bind(4, date.milliseconds)
            try begin.run()
            return .new
        }
    }

    /// Keeps the outcome of an intent, which all devices see.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func put(_ receipt: IntentReceipt) throws {
        let value = try IntentCoding.encode(receipt)
        try perform { replica, _ in try replica.setOwned(.intents, receipt.id.bytes, value) }
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func removeReceipt(_ id: WidgetID) throws {
        try perform { replica, _ in try replica.setOwned(.intents, id.bytes, nil) }
    }

    /// Notes how an action ended.
    /// - Parameter error: nil: it was performed.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func finishIntent(key: String, error: WidgetError?, at date: Timestamp) throws {
        try perform { _, db in
            let finish = try Query("UPDATE intent SET finished_at = ?2, error_code = ?3, error = ?4, cause = ?5 WHERE key = ?1", in: db)
            finish.bind(1, key)
            finish.bind(2, date.milliseconds)
            finish.bind(3, error.map { Int64($0.code.rawValue) })
            finish.bind(4, error?.message)
            finish.bind(5, error?.cause)
            try finish.run()
        }
    }
}

extension IntentState {
    static func find(key: String, widget: WidgetID, action: String, in db: Database) throws -> IntentState {
        let known = try Query("SELECT widget, action, started_at, finished_at, error_code, error, cause FROM intent WHERE key = ?1", in: db)
        known.bind(1, key)
        guard try known.step() else { return .new }
        guard known.widgetID(0) == widget, known.text(1) == action else {
            throw WidgetError.invalid("idempotency_key", "'\(key)' was used for another action; use a new key for each action")
        }
        return known.isNull(3) ? .running(since: known.date(2)) : .done(error: known.intentError)
    }
}

extension Query {
    /// The error of a finished action, from the columns of ``StoreTransaction/beginIntent(key:widget:action:at:)``.
    fileprivate var intentError: WidgetError? {
        guard let code = optionalInteger(4) else { return nil }
        return WidgetError(.init(rawValue: Int32(truncatingIfNeeded: code)) ?? .unknown, text(5), cause: isNull(6) ? nil : text(6))
    }
}
