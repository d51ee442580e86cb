extension Schema {
    // Topics to which scripts post. As other ways in they are this device's alone, and of a token there is the digest.
    static let topics10 = """
        CREATE TABLE push_topic(name TEXT PRIMARY KEY, digest BLOB NOT NULL UNIQUE, made_at INTEGER NOT NULL) WITHOUT ROWID;
        """
}
