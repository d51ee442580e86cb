extension Schema {
    // When which cards of a kind are of use, as its provider said (`response` is an encoded `RelevanceResponse`; null: it hasn't said anything), and when it is asked
    // again. Widgets that a person wants first in this device's stack. Neither is replicated: what is of use here needn't be elsewhere.
    static let relevance6 = """
        CREATE TABLE relevance(kind TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, answered_at INTEGER, next_ask INTEGER, failures INTEGER NOT NULL,
            last_error TEXT NOT NULL, family INTEGER NOT NULL, response BLOB) WITHOUT ROWID;
        CREATE TABLE pin(widget BLOB PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID;
        """
}
