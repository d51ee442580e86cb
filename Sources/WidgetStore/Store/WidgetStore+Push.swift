internal import GRDB
public import WidgetCore

extension WidgetStore {
    /// Lines of the push log, oldest first: the newest, or with `sequence` those right after it.
    /// - Parameters:
    ///   - push: of one push, by the id that it was sent with; nil: of all.
    ///   - app: of one app; nil: of all.
    ///   - sequence: only those after it; 0: the newest.
    ///   - limit: 1 to 1,000.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func pushLog(
        push: String? = nil, app: String? = nil, after sequence: Int64 = 0, limit: Int
    ) throws(WidgetError) -> [(sequence: Int64, line: PushLogEntry)] {
        try read { db in
            let filter = (push == nil ? "" : "push IN (?3, ?5) AND ") + (app == nil ? "" : "app = ?4 AND ")
            let order = sequence == 0 ? "DESC" : "ASC"
            let rows = try Query(
                """
                SELECT sequence, time, push, app, type, event, detail, until FROM push_log WHERE \(filter)sequence > ?1 ORDER BY sequence \(order) LIMIT ?2
                """, in: db)
            rows.bind(1, sequence)
            rows.bind(2, min(max(limit, 1), StoreLimits.decisionsPerRead))
            if let push {
                rows.bind(3, push.lowercased())
                // As earlier versions wrote it.
                rows.bind(5, push.uppercased())
            }
            if let app { rows.bind(4, app) }
            var found: [(sequence: Int64, line: PushLogEntry)] = []
            while try rows.step() {
                // A later version's line is skipped: this version can't describe it.
                guard let type = PushType(rawValue: rows.text(4)), let event = PushLogEntry.Event(rawValue: Int(rows.integer(5))) else { continue }
                found.append(
                    (
                        rows.integer(0),
                        PushLogEntry(
                            time: rows.date(1), push: rows.text(2), app: rows.text(3), type: type, event: event, detail: rows.text(6),
                            until: rows.optionalDate(7))
                    ))
            }
            return sequence == 0 ? found.reversed() : found
        }
    }

    /// The newest message of a channel that keeps it; nil: there is none, or it has expired at that date.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func message(of channel: PushChannel, at date: Timestamp) throws(WidgetError) -> (id: String, payload: [UInt8])? {
        try read { db in
            let row = try Query(
                "SELECT message_id, message FROM push_channel WHERE app = ?1 AND id = ?2 AND message IS NOT NULL AND message_expires > ?3", in: db)
            row.bind(1, channel.app)
            row.bind(2, channel.id)
            row.bind(3, date.milliseconds)
            return try row.step() ? (row.text(0), row.blob(1)) : nil
        }
    }
}

extension StoredState {
    mutating func readPush(_ db: Database) throws {
        try readTokens(db)
        try readKeys(db)
        try readTopics(db)
        try readOpenPushes(db)
        let channels = try Query("SELECT app, id, stores_messages FROM push_channel ORDER BY number", in: db)
        while try channels.step() {
            push.channels.append(PushChannel(id: channels.blob(1), app: channels.text(0), storesMessages: channels.integer(2) != 0))
        }
        let notices = try Query("SELECT app, digest FROM push_told", in: db)
        while try notices.step() { push.lastNotices[notices.text(0)] = ContentDigest(bytes: notices.blob(1)) }
    }

    private mutating func readTokens(_ db: Database) throws {
        let rows = try Query("SELECT token, type, app, subject, made_at, ended_at FROM push_token ORDER BY number", in: db)
        while try rows.step() {
            guard let token = PushToken(bytes: rows.blob(0)),
                let address = PushAddressCoding.address(type: Int(rows.integer(1)), app: rows.text(2), subject: rows.text(3))
            else {
                damaged.append("push token of \(rows.text(2)): what it stands for isn't known")
                continue
            }
            push.tokens.append(
                StoredPushToken(token: token, registration: PushRegistration(address: address, endedAt: rows.optionalDate(5)), madeAt: rows.date(4)))
        }
    }

    private mutating func readKeys(_ db: Database) throws {
        let rows = try Query("SELECT team, id, public_key, added_at, apps FROM push_key", in: db)
        while try rows.step() {
            let apps = rows.text(4).split(separator: "\n").map(String.init)
            push.keys.append(PushKey(team: rows.text(0), id: rows.text(1), publicKey: rows.blob(2), addedAt: rows.date(3), apps: Set(apps)))
        }
    }

    private mutating func readTopics(_ db: Database) throws {
        let rows = try Query("SELECT name, digest, made_at FROM push_topic", in: db)
        while try rows.step() {
            guard let digest = ContentDigest(bytes: rows.blob(1)) else {
                damaged.append("topic \(rows.text(0)): its token isn't known")
                continue
            }
            push.topics.append(ActivityTopic(name: rows.text(0), digest: digest, madeAt: rows.date(2)))
        }
    }

    private mutating func readOpenPushes(_ db: Database) throws {
        let rows = try Query(
            """
            SELECT number, id, door, type, app, subject, token, priority, expiration, collapse_id, payload, arrived_at, held_until FROM push ORDER BY number
            """, in: db)
        while try rows.step() {
            guard let source = PushNotification.Source(rawValue: rows.text(2)), let token = PushToken(bytes: rows.blob(6)),
                let address = PushAddressCoding.address(type: Int(rows.integer(3)), app: rows.text(4), subject: rows.text(5))
            else {
                damaged.append("push \(rows.text(1)): what it was sent to isn't known")
                continue
            }
            let notification = PushNotification(
                id: rows.text(1), source: source, address: address, token: token, priority: Int(rows.integer(7)), expiration: rows.optionalDate(8),
                collapseID: rows.isNull(9) ? nil : rows.text(9), payload: rows.blob(10))
            push.open.append(
                OpenPush(number: rows.integer(0), notification: notification, arrivedAt: rows.date(11), heldUntil: rows.optionalDate(12)))
        }
    }
}
