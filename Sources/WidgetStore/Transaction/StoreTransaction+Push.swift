internal import GRDB
public import WidgetCore

// Pushes under way and their log.
extension StoreTransaction {
    /// Writes the consequences of an event of a push.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func write(_ effects: [PushEffect]) throws {
        for effect in effects {
            switch effect {
            case .keep(let push): try keep(push)
            case .close(let number): try close(number)
            case .log(let line): try append(line)
            case .giveUp: break
            }
        }
    }

    /// Keeps a push until its outcome is known.
    private mutating func keep(_ push: OpenPush) throws {
        let notification = push.notification
        let address = PushAddressCoding.columns(notification.address)
        try perform { _, db in
            let row = try Query(
                """
                INSERT OR REPLACE INTO push(number, id, door, type, app, subject, token, priority, expiration, collapse_id, payload, arrived_at, held_until)
                VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
                """, in: db)
            row.bind(1, push.number)
            row.bind(2, notification.id)
            row.bind(3, notification.source.rawValue)
            row.bind(4, address.type)
            row.bind(5, address.app)
            row.bind(6, address.subject)
            row.bind(7, notification.token.bytes)
            row.bind(8, notification.priority)
            row.bind(9, notification.expiration?.milliseconds)
            row.bind(10, notification.collapseID)
            row.bind(11, notification.payload)
            row.bind(12, push.arrivedAt.milliseconds)
            row.bind(13, push.heldUntil?.milliseconds)
            try row.run()
        }
    }

    private mutating func close(_ number: Int64) throws {
        try perform { _, db in
            let row = try Query("DELETE FROM push WHERE number = ?1", in: db)
            row.bind(1, number)
            try row.run()
        }
    }

    /// Adds to the push log, which keeps the newest ``WidgetCore/PushLimits/logLines``.
    private mutating func append(_ line: PushLogEntry) throws {
        try perform { _, db in
            let row = try Query(
                "INSERT INTO push_log(time, push, app, type, event, detail, until) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)", in: db)
            row.bind(1, line.time.milliseconds)
            // A UUID in either case is the same.
            row.bind(2, line.push.lowercased())
            row.bind(3, line.app)
            row.bind(4, line.type.rawValue)
            row.bind(5, line.event.rawValue)
            row.bind(6, line.detail)
            row.bind(7, line.until?.milliseconds)
            try row.run()
            let sequence = db.lastInsertedRowID
            guard sequence % StoreLimits.cutInterval == 0 else { return }
            let old = try Query("DELETE FROM push_log WHERE sequence <= ?1", in: db)
            old.bind(1, sequence - Int64(PushLimits.logLines))
            try old.run()
        }
    }
}

// Tokens, keys, topics and channels: they say who may push, and to which widgets and activities.
extension StoreTransaction {
    /// Adds a token.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func add(_ token: StoredPushToken) throws {
        let address = PushAddressCoding.columns(token.registration.address)
        try perform { _, db in
            let row = try Query("INSERT INTO push_token(token, type, app, subject, made_at, ended_at) VALUES(?1, ?2, ?3, ?4, ?5, ?6)", in: db)
            row.bind(1, token.token.bytes)
            row.bind(2, address.type)
            row.bind(3, address.app)
            row.bind(4, address.subject)
            row.bind(5, token.madeAt.milliseconds)
            row.bind(6, token.registration.endedAt?.milliseconds)
            try row.run()
        }
    }

    /// Ends a token for good. The newest ``WidgetCore/PushLimits/endedTokens`` that ended are still known.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func end(_ token: PushToken, at date: Timestamp) throws {
        try perform { _, db in
            let row = try Query("UPDATE push_token SET ended_at = ?2 WHERE token = ?1 AND ended_at IS NULL", in: db)
            row.bind(1, token.bytes)
            row.bind(2, date.milliseconds)
            try row.run()
            let old = try Query(
                """
                DELETE FROM push_token WHERE number IN (SELECT number FROM push_token WHERE ended_at IS NOT NULL ORDER BY ended_at DESC, number DESC LIMIT -1 OFFSET ?1)
                """, in: db)
            old.bind(1, PushLimits.endedTokens)
            try old.run()
        }
    }

    /// Adds a key, or replaces the one of that team and id.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func put(_ key: PushKey) throws {
        try perform { _, db in
            let row = try Query("INSERT OR REPLACE INTO push_key(team, id, public_key, added_at, apps) VALUES(?1, ?2, ?3, ?4, ?5)", in: db)
            row.bind(1, key.team)
            row.bind(2, key.id)
            row.bind(3, key.publicKey)
            row.bind(4, key.addedAt.milliseconds)
            row.bind(5, key.apps.sorted().joined(separator: "\n"))
            try row.run()
        }
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func removeKey(team: String, id: String) throws {
        try perform { _, db in
            let row = try Query("DELETE FROM push_key WHERE team = ?1 AND id = ?2", in: db)
            row.bind(1, team)
            row.bind(2, id)
            try row.run()
        }
    }

    /// Adds a topic, or replaces the one of that name.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func put(_ topic: ActivityTopic) throws {
        try perform { _, db in
            let row = try Query("INSERT OR REPLACE INTO push_topic(name, digest, made_at) VALUES(?1, ?2, ?3)", in: db)
            row.bind(1, topic.name)
            row.bind(2, topic.digest.bytes)
            row.bind(3, topic.madeAt.milliseconds)
            try row.run()
        }
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func removeTopic(_ name: String) throws {
        try perform { _, db in
            let row = try Query("DELETE FROM push_topic WHERE name = ?1", in: db)
            row.bind(1, name)
            try row.run()
        }
    }

    /// Keeps the digest of the last notice to an app's provider about its token and its widgets; nil: there was none.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func setLastNotice(_ digest: ContentDigest?, app: String) throws {
        try perform { _, db in
            guard let digest else {
                let row = try Query("DELETE FROM push_told WHERE app = ?1", in: db)
                row.bind(1, app)
                return try row.run()
            }
            let row = try Query("INSERT OR REPLACE INTO push_told(app, digest) VALUES(?1, ?2)", in: db)
            row.bind(1, app)
            row.bind(2, digest.bytes)
            try row.run()
        }
    }

    // MARK: Channels

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func add(_ channel: PushChannel) throws {
        try perform { _, db in
            let row = try Query("INSERT INTO push_channel(app, id, stores_messages) VALUES(?1, ?2, ?3)", in: db)
            row.bind(1, channel.app)
            row.bind(2, channel.id)
            row.bind(3, channel.storesMessages ? 1 : 0)
            try row.run()
        }
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func remove(_ channel: PushChannel) throws {
        try perform { _, db in
            let row = try Query("DELETE FROM push_channel WHERE app = ?1 AND id = ?2", in: db)
            row.bind(1, channel.app)
            row.bind(2, channel.id)
            try row.run()
        }
    }

    /// Keeps a channel's newest message for activities that subscribe later.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func setMessage(_ payload: [UInt8], id: String, expires: Timestamp, of channel: PushChannel) throws {
        try perform { _, db in
            let row = try Query("UPDATE push_channel SET message_id = ?3, message = ?4, message_expires = ?5 WHERE app = ?1 AND id = ?2", in: db)
            row.bind(1, channel.app)
            row.bind(2, channel.id)
            row.bind(3, id)
            row.bind(4, payload)
            row.bind(5, expires.milliseconds)
            try row.run()
        }
    }
}
